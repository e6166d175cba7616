// Pages that were leafed to faster than the greys of their pictures could be made: the page that is shown gets them
// together with the cleaning, which paints all of it anyway.

import { delay } from '../book/after-paint.ts';
import { type LateGreys, lateGreys } from '../book/layout/panel-greys.ts';
import { behind } from '../ui/layers.ts';

/** The panel is cleaned without them then. Milliseconds. */
const patience = 3000;

/** For the book's pages that are seen now. */
export function greysOfShownPages(): Promise<LateGreys | undefined> | undefined {
  const making = [...document.querySelectorAll('iframe')].filter(isShown).map((frame) => greysIn(frame));
  return making.length > 0 ? inTime(Promise.all(making)) : undefined;
}

function isShown(frame: HTMLIFrameElement): boolean {
  const hidden = frame.closest(`[data-unseen], ${behind}`);
  return !hidden && frame.contentDocument !== null && getComputedStyle(frame).visibility === 'visible';
}

async function greysIn(frame: HTMLIFrameElement): Promise<LateGreys | undefined> {
  const { contentDocument, clientWidth, clientHeight } = frame;
  if (!contentDocument) return undefined;
  const seen = ({ left, top, right, bottom }: DOMRect) =>
    isShown(frame) && right > 1 && left < clientWidth - 1 && bottom > 1 && top < clientHeight - 1;
  // A page of fixed size is made smaller or larger as a whole.
  const scale = frame.getBoundingClientRect().width / (clientWidth || 1);
  return lateGreys(contentDocument, { wanted: seen, seen, scale });
}

async function inTime(making: Promise<(LateGreys | undefined)[]>): Promise<LateGreys | undefined> {
  const all = making.then(join);
  const made = await Promise.race([all, delay(patience)]);
  if (!made) void all.then((late) => late?.giveUp());
  return made ?? undefined;
}

function join(pages: readonly (LateGreys | undefined)[]): LateGreys | undefined {
  const made = pages.filter((page) => page !== undefined);
  if (made.length === 0) return undefined;
  return {
    exchange() {
      for (const page of made) page.exchange();
    },
    giveUp() {
      for (const page of made) page.giveUp();
    },
  };
}
