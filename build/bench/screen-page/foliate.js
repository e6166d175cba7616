// foliate-js 1.0.1 in its paginated flow.

import 'foliate-js/view.js';
import { alikeCss, settled, warmHost } from './page.js';

let view;
let place = {};

export const engine = {
  ready: (file) =>
    warmHost(async (host) => {
      await engine.open(file, host);
      await settled();
      view.close();
    }),
  async open(file, host) {
    view = document.createElement('foliate-view');
    view.style.cssText = 'display:block;width:100%;height:100%';
    host.append(view);
    view.addEventListener('relocate', ({ detail }) => {
      place = { section: detail.section?.current ?? detail.index, page: view.renderer.page, cfi: detail.cfi };
    });
    await view.open(new File([file], 'book.epub', { type: 'application/epub+zip' }));
    const settings = { flow: 'paginated', 'max-column-count': '1', 'max-inline-size': '4000px' };
    for (const [name, value] of Object.entries({
      ...settings,
      'max-block-size': '4000px',
      margin: '60px',
      gap: '11%',
    })) {
      view.renderer.setAttribute(name, value);
    }
    view.renderer.setStyles?.(alikeCss);
    await view.init({ showTextStart: false });
  },
  next: () => view.next(),
  previous: () => view.prev(),
  jump: (target) => view.goTo(target.cfi),
  place: () => place,
};
