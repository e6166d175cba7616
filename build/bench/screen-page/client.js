// The client as it is, over a main process that is played, with a shelf of books of which one is here. The bench presses
// keys; this only brings it to where they are pressed, marks the trace and tells what was planned for the panel.

import { createElement, render } from 'preact';
import { openApplication } from '../../../src/app/application.ts';
import { ApplicationView } from '../../../src/app/application-view.tsx';
import { storeFile } from '../../../src/db/reading/resources.ts';
import { flashes } from '../../../src/screen/simulated-panel.ts';
import { listenToKeys } from '../../../src/ui/keys.ts';
import '../../../src/ui/theme.css';
import { planTime } from '../../../api/panel-model.ts';
import { createFakeBridge } from '../../../test/src/fake-bridge.ts';
import { createServiceModel } from '../../../test/src/service-model.ts';

const bookId = 'b_book';
const shelved = 60;
let application;
let planned = 0;

async function until(look) {
  for (const end = performance.now() + 30_000; performance.now() < end; ) {
    if (look()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`never seen: ${look}`);
}

window.client = {
  async prepare(address) {
    const model = createServiceModel(() => 1_800_000_000);
    for (let n = 0; n < shelved; n++) {
      model.addBook({ bookId: n === 0 ? bookId : `b_${n}`, title: `Book ${n}`, at: 1_700_000_000 - n });
    }
    const bridge = createFakeBridge(model, { account: `bench-${crypto.randomUUID()}` });
    bridge.panelDpi = 227;
    application = await openApplication(bridge, (error) => console.error(error));
    const { database, syncNow } = application.state.getState().session;
    await syncNow();
    await storeFile(database, bookId, await (await fetch(address)).blob(), 1, 1_700_000_000);
    listenToKeys();
    render(createElement(ApplicationView, { application }), document.getElementById('app'));
    await until(() => document.querySelectorAll('.entry').length > 3);
  },
  async openBook() {
    application.routes.go({ name: 'reader', bookId });
    await until(() => document.querySelector('main.reader-main')?.dataset.stage === 'open');
  },
  chapter: () => document.querySelector('main.reader-main')?.dataset.chapterUid ?? '',
  begin(number) {
    planned = application.screen.log().at(-1)?.at ?? 0;
    performance.mark(`turn-${number}`);
  },
  /** Answers what was planned for the panel since. */
  end(number) {
    performance.mark(`seen-${number}`);
    const plans = application.screen.log().filter(({ at }) => at > planned);
    return {
      refreshes: plans.flatMap(({ plan }) => plan.map(({ strength }) => strength)),
      panel: plans.reduce((sum, { plan }) => sum + planTime(plan), 0),
      flashes: plans.flatMap(({ plan }) => plan).filter(flashes).length,
    };
  },
};
