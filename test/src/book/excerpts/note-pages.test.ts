// Pages of a long note: each stays where it was turned to, and nothing listens while it is painted.

import { afterEach, expect, it, vi } from 'vitest';
import { afterPaint } from '../../../../src/book/after-paint.ts';
import type { Book } from '../../../../src/book/book.ts';
import type { BookNote } from '../../../../src/book/excerpt.ts';
import { Shell } from '../../../../src/book/layout/shell.ts';
import { openBook } from '../../../../src/book/open-book.ts';
import { eventually } from '../../../eventually.ts';
import { buildEpub, page, prose } from '../build-zip.ts';
import { makeContainer, plainStyle } from '../reading-style.ts';
import { shownDocument } from '../shown-frame.ts';

let book: Book | undefined;
const containers: HTMLElement[] = [];

afterEach(() => {
  vi.restoreAllMocks();
  book?.close();
  for (const container of containers.splice(0)) container.remove();
});

const container = () => {
  const made = makeContainer();
  containers.push(made);
  return made;
};

async function longNote(): Promise<BookNote> {
  const text = `<p>Call me Ishmael.<a id="link" href="#note" epub:type="noteref">1</a></p>
<aside id="note" epub:type="footnote">${prose(60)}</aside>`;
  book = await openBook(await buildEpub([{ name: '1.xhtml', data: page(text) }]));
  const within = container();
  const view = await book.show(within, plainStyle);
  const found = Promise.withResolvers<BookNote>();
  view.on('noteAsked', ({ note }) => found.resolve(note));
  shownDocument(within).getElementById('link')?.click();
  return found.promise;
}

it('stay where they were turned to, and hear of no scroll before they are painted', async () => {
  const within = container();
  const view = await (await longNote()).show(within, plainStyle);
  view.show();
  expect(view.pages).toBeGreaterThan(2);
  await afterPaint();
  const { contentWindow } = within.querySelector('iframe') as HTMLIFrameElement;
  const lock = vi.spyOn(Shell.prototype, 'lockScroll');
  expect(view.turn(1)).toBe(true);
  const at = contentWindow?.scrollX ?? 0;
  expect(at).toBeGreaterThan(0);
  // The browser tells of a scroll before it asks for what is to be done in the frame.
  await new Promise(requestAnimationFrame);
  expect(lock).not.toHaveBeenCalled();
  await afterPaint();
  expect(lock).toHaveBeenCalled();
  contentWindow?.scrollTo(at + 300, 0);
  await eventually(() => expect(contentWindow?.scrollX).toBe(at));
  view.turn(1);
  view.close();
  await afterPaint();
});
