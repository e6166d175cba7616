// Every view at the sizes it has to fit: nothing is cut off, nothing scrolls. VITE_PICTURES=1 puts
// pictures of them into dist/views.

import { render } from 'preact';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { type Application, openApplication } from '../../../src/app/application.ts';
import { ApplicationView } from '../../../src/app/application-view.tsx';
import { listenToKeys } from '../../../src/ui/keys.ts';
import '../../../src/ui/theme.css';
import { createFakeBridge, type FakeBridge } from '../fake-bridge.ts';
import { createServiceModel } from '../service-model.ts';

const titles: [string, string][] = [
  ['Moby-Dick; or, The Whale', 'Herman Melville'],
  ['红楼梦', '曹雪芹'],
  ['Pride and Prejudice', 'Jane Austen'],
  ['吾輩は猫である', '夏目漱石'],
  ['The Strange Case of Dr. Jekyll and Mr. Hyde', 'Robert Louis Stevenson'],
  ['Ulysses', 'James Joyce'],
  ['ألف ليلة وليلة', ''],
  ['Middlemarch: A Study of Provincial Life', 'George Eliot'],
  ['An Enquiry Concerning Human Understanding, and Other Essays on the Principles of Morals', 'David Hume'],
  ['Emma', 'Jane Austen'],
  ['西遊記', '吳承恩'],
  ['Frankenstein', 'Mary Shelley'],
];

const sizes = [
  { name: 'tablet', width: 1404, height: 1872, dpi: 227 },
  { name: 'small-tablet', width: 1072, height: 1448, dpi: 300 },
  { name: 'narrow', width: 480, height: 800, dpi: 96 },
  { name: 'desktop', width: 1440, height: 900, dpi: 96 },
];

let root: HTMLElement | undefined;
let stopKeys: (() => void) | undefined;
let application: Application | undefined;

afterEach(() => {
  if (root) render(null, root);
  root?.remove();
  stopKeys?.();
  application?.state.getState().session.close();
});

async function open(size: (typeof sizes)[number], books: number, account = {}): Promise<FakeBridge> {
  await page.viewport(size.width, size.height);
  const model = createServiceModel(() => 1_800_000_000);
  for (let index = 0; index < books; index++) {
    const [title, author] = titles[index % titles.length] as [string, string];
    model.addBook({ bookId: `b_${index}`, title, author, at: 1_700_000_000 - index });
  }
  const bridge = createFakeBridge(model, account);
  bridge.panelDpi = size.dpi;
  application = await openApplication(bridge, (error) => {
    throw error;
  });
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  stopKeys = listenToKeys();
  if (books > 0) {
    const { session } = application.state.getState();
    await session.syncNow();
    await session.shelf.record([
      { kind: 'shelf.archive', archiveId: 'a_classics', name: 'Classics', bookIds: ['b_5', 'b_9'] },
      { kind: 'shelf.top', bookIds: ['b_2'], isTop: 1 },
      { kind: 'book.finished', bookIds: ['b_0'], finished: 1 },
      { kind: 'book.secret', bookIds: ['b_1'], secret: 1 },
      {
        kind: 'position',
        bookId: 'b_3',
        bookVersion: 1,
        position: {
          chapterUid: 1,
          chapterIdx: 1,
          chapterOffset: 4,
          progress: 42,
          updateTime: 1_700_000_100,
          deviceId: 'd',
        },
        readingTime: 0,
      },
    ]);
  }
  render(<ApplicationView application={application} />, root);
  await afterPaint();
  return bridge;
}

async function picture(name: string): Promise<void> {
  await afterPaint();
  if (import.meta.env.VITE_PICTURES) await page.screenshot({ path: `../../../dist/views/${name}.png` });
}

/** Nothing that can be read or touched lies outside of the window, and nothing can be scrolled. */
function expectFits(): void {
  for (const element of document.querySelectorAll<HTMLElement>('#app *')) {
    const { overflowX, overflowY } = getComputedStyle(element);
    expect([overflowX, overflowY]).not.toContain('scroll');
    expect([overflowX, overflowY]).not.toContain('auto');
  }
  for (const element of document.querySelectorAll<HTMLElement>('#app button, #app input:not([type=file])')) {
    const box = element.getBoundingClientRect();
    if (box.width === 0) continue;
    expect(box.left, element.outerHTML).toBeGreaterThanOrEqual(-1);
    expect(box.top, element.outerHTML).toBeGreaterThanOrEqual(-1);
    expect(box.right, element.outerHTML).toBeLessThanOrEqual(window.innerWidth + 1);
    expect(box.bottom, element.outerHTML).toBeLessThanOrEqual(window.innerHeight + 1);
  }
}

for (const size of sizes) {
  it(`shows the shelf at ${size.name}`, async () => {
    await open(size, 30);
    expectFits();
    await picture(`shelf-${size.name}`);
    await application?.state.getState().session.shelf.arrange({ layout: 'list' });
    await afterPaint();
    expectFits();
    await picture(`list-${size.name}`);
    await application?.state.getState().session.shelf.arrange({ layout: 'covers' });
    await afterPaint();
    const cells = document.querySelectorAll<HTMLElement>('.entry');
    cells[1]?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
    await afterPaint();
    expectFits();
    await picture(`menu-${size.name}`);
  });

  it(`shows the sign-in page at ${size.name}`, async () => {
    await open(size, 0, { state: 'signedOut', account: `local-${crypto.randomUUID()}` });
    await afterPaint();
    expectFits();
    await picture(`sign-in-${size.name}`);
  });

  it(`shows account and settings at ${size.name}`, async () => {
    await open(size, 3);
    application?.routes.go({ name: 'account' });
    await afterPaint();
    expectFits();
    await picture(`account-${size.name}`);
    application?.routes.start({ name: 'settings' });
    await afterPaint();
    expectFits();
    await picture(`settings-${size.name}`);
  });

  it(`shows an empty shelf at ${size.name}`, async () => {
    await open(size, 0);
    expectFits();
    await picture(`empty-${size.name}`);
  });
}
