// What is asked for while a page is turned or laid out, or while the book opens: nothing of it is lost, and what stands
// around the page never says anything else than the page.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { page as window_ } from 'vitest/browser';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { PaginatedView } from '../../../src/book/paginated-view.ts';
import { Reading } from '../../../src/reader/reading.ts';
import { buildEpub, page, prose } from '../book/build-zip.ts';
import { closeRooms, openRoom, type ReaderRoom } from './reader-room.tsx';

afterEach(() => {
  closeRooms();
  vi.restoreAllMocks();
});

const novel = () => buildEpub([{ name: '1.xhtml', data: page(prose(60)) }]);

/** A step of the view that begins only when it is let: the next one of its kind. */
function hold(step: 'begin' | 'next' | 'setStyle') {
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const carryOut = PaginatedView.prototype[step] as (...given: unknown[]) => Promise<never>;
  vi.spyOn(PaginatedView.prototype, step).mockImplementationOnce(async function (
    this: PaginatedView,
    ...given: unknown[]
  ) {
    asked.resolve();
    await held.promise;
    return carryOut.apply(this, given);
  });
  return { asked: asked.promise, release: () => held.resolve() };
}

const settingsOf = ({ application, bookId }: ReaderRoom) =>
  application.state.getState().session.settings.readingOf(bookId).reading();

describe('the night', () => {
  const shade = (room: ReaderRoom) => {
    const [red] =
      /\d+/.exec(getComputedStyle(room.frame().contentDocument?.documentElement as Element).backgroundColor) ?? [];
    return {
      page: Number(red) > 127 ? 'day' : 'night',
      around: document.querySelector('.reader.night') ? 'night' : 'day',
    };
  };

  it('that is over before the page is dark leaves a bright page', async () => {
    const room = await openRoom({ file: await novel() });
    await room.open();
    expect(shade(room)).toEqual({ page: 'day', around: 'day' });
    const laying = hold('setStyle');
    room.key('i');
    await laying.asked;
    room.key('i');
    await expect.poll(() => settingsOf(room).night).toBe(false);
    laying.release();
    // Comes after the page was laid out.
    await room.turned(() => room.key('PageDown'));
    await expect.poll(() => shade(room)).toEqual({ page: 'day', around: 'day' });
  });

  it('that falls while a page is turned makes that page dark', async () => {
    const room = await openRoom({ file: await novel() });
    await room.open();
    const turning = hold('next');
    room.key('PageDown');
    await turning.asked;
    room.key('i');
    await expect.poll(() => settingsOf(room).night).toBe(true);
    await room.turned(() => turning.release());
    await room.turned(() => room.key('PageDown'));
    await expect.poll(() => shade(room)).toEqual({ page: 'night', around: 'night' });
  });
});

describe('steps that are pressed before the page shows the first of them', () => {
  it('each change the text', async () => {
    const room = await openRoom({ file: await novel() });
    await room.open();
    room.key('Enter');
    await afterPaint();
    room.press('Text');
    await afterPaint();
    for (let presses = 0; presses < 3; presses++) room.press('Text size: More');
    room.press('Text size: Less');
    await expect.poll(() => settingsOf(room).fontSize).toBe(130);
    await expect.poll(() => document.querySelector('.type-rows')?.textContent).toContain('130 %');
  });

  it('bring a page with a layout of its own closer each', async () => {
    const file = await buildEpub(
      [1, 2].map((n) => ({
        name: `${n}.xhtml`,
        data: page(`<p>Page ${n}</p>`, '<meta name="viewport" content="width=900, height=600"/>'),
      })),
      { metadata: '<meta property="rendition:layout">pre-paginated</meta>' },
    );
    const room = await openRoom({ file });
    await room.open();
    const width = () => room.frame().getBoundingClientRect().width;
    const first = width();
    for (const key of ['+', '+', '+', '-']) room.key(key);
    await expect.poll(() => width() / first).toBeCloseTo(1.5, 1);
  });
});

it('fills a window that got another size while the book was opened', async () => {
  const room = await openRoom({ file: await novel() });
  const opening = hold('begin');
  const fitted = vi.spyOn(Reading.prototype, 'fit');
  const opened = room.open();
  await opening.asked;
  await window_.viewport(700, 1000);
  await expect.poll(() => fitted.mock.calls.length).toBe(1);
  opening.release();
  await opened;
  await expect.poll(() => room.frame().clientWidth).toBe(700);
  expect(room.frame().clientHeight).toBe(document.querySelector('.reader-page')?.clientHeight);
  await room.turned(() => room.key('PageDown'));
});

it('lays a book out once where nothing changed meanwhile', async () => {
  const room = await openRoom({ file: await novel() });
  const fitted = vi.spyOn(Reading.prototype, 'fit');
  await room.open();
  await room.turned(() => room.key('PageDown'));
  expect(fitted).not.toHaveBeenCalled();
});
