// Turns pages with a look at every frame: how many each turn drew, and whether any of them was blank.

import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright';
import sharp from 'sharp';
import { record, turnsOf } from './trace.ts';

export interface LookedAt {
  /** Of each turn, frames with damage. */
  frames: number[];
  /** Pictures of frames that were looked at, and how many of them show nothing. */
  pictures: number;
  blank: number;
  /** Section after each turn, and the one before them all. */
  sections: number[];
}

/** Milliseconds after a turn was seen in which another frame would come, and the chapter beside it is prepared. */
export const watching = 350;

/** Darker than this is ink, lighter is paper; 0–255. */
const ink = 128;

/** The page has an open book. `waits`: milliseconds between each turn's sight and the next turn, or the end. */
export async function lookAtTurns(page: Page, session: CDPSession, waits: readonly number[]): Promise<LookedAt> {
  const place = (n: number) => page.evaluate<{ section: number }>(`bench.place(${n})`);
  const sections = [(await place(-1)).section];
  let pictures: Promise<number>[] = [];
  const opened = Promise.withResolvers<void>();
  const keep = ({ data, sessionId }: { data: string; sessionId: number }) => {
    const darkest = darkestOf(Buffer.from(data, 'base64'));
    pictures.push(darkest);
    darkest.then((grey) => grey <= ink && opened.resolve(), opened.reject);
    // Without an answer no more come; the page may be closed by then.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  };
  session.on('Page.screencastFrame', keep);
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 60 });
  // The first pictures may be of the time before the book's first page was drawn.
  await opened.promise;
  await delay(watching);
  pictures = [];
  const events = await record(session, async () => {
    for (const [n, wait] of waits.entries()) {
      await page.evaluate(`bench.turn(${n}, 'next').then(() => undefined)`);
      await delay(wait);
      sections.push((await place(n)).section);
    }
  });
  await session.send('Page.stopScreencast');
  session.off('Page.screencastFrame', keep);
  const greys = await Promise.all(pictures);
  return {
    frames: turnsOf(events, waits.length).map(({ frames }) => frames),
    pictures: greys.length,
    blank: greys.filter((grey) => grey > ink).length,
    sections,
  };
}

async function darkestOf(jpeg: Buffer): Promise<number> {
  const { channels } = await sharp(jpeg).greyscale().stats();
  return channels[0]?.min ?? 255;
}
