// Documents in the reader: their panel, their password, and books that the service has as pages and as text.

import { afterEach, expect, it, vi } from 'vitest';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { storedOriginal } from '../../../src/db/resources.ts';
import { buildPdf } from '../book/build-pdf.ts';
import { buildEpub, page, prose } from '../book/build-zip.ts';
import { lockedPdf } from '../book/lock-pdf.ts';
import { closeRooms, openRoom, type ReaderRoom } from './reader-room.tsx';

afterEach(() => {
  closeRooms();
  vi.restoreAllMocks();
});

const document_ = (pages: number) =>
  buildPdf({
    pages: Array.from({ length: pages }, (_, n) => ({
      lines: Array.from(
        { length: 30 },
        (__, line) => [40, 560 - line * 18, `Page ${n + 1} line ${line + 1} of words`] as const,
      ),
    })),
  });

const canvases = (room: ReaderRoom) => room.main().querySelectorAll('.page-leaf[style*="visible"] canvas').length;

async function openMenu(room: ReaderRoom, button: string): Promise<void> {
  room.key('Enter');
  const names = () => [...document.querySelectorAll('.tile')].map(({ textContent }) => textContent);
  await expect.poll(names).toContain(button);
  room.press(button);
  await afterPaint();
}

it('shows pages as the reader wants them, and remembers it for the book', async () => {
  const account = `test-${crypto.randomUUID()}`;
  const room = await openRoom({ account, file: document_(3) });
  await room.open();
  expect(canvases(room)).toBe(1);
  await openMenu(room, 'Text');
  expect(room.button('Whole page').getAttribute('aria-pressed')).toBe('true');
  room.press('Width');
  await expect.poll(() => room.button('Width').getAttribute('aria-pressed')).toBe('true');
  room.press('Zoom: More');
  await expect.poll(() => document.body.textContent).toContain('125 %');
  room.leave();
  const again = await openRoom({ account });
  await again.open();
  await openMenu(again, 'Text');
  expect(document.body.textContent).toContain('125 %');
});

it('asks for the password of a locked document until it is right', async () => {
  const room = await openRoom({ file: await lockedPdf('Secret words', 'sesame') });
  room.application.routes.go({ name: 'reader', bookId: room.bookId });
  for (const [password, said] of [
    ['wrong', 'Enter its password'],
    ['sesame', 'That was not the password'],
  ] as const) {
    await expect.poll(() => document.querySelector('.opening-words')?.textContent).toContain(said);
    const field = document.querySelector<HTMLInputElement>('input[type=password]') as HTMLInputElement;
    field.value = password;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await afterPaint();
    room.press('Open');
  }
  await expect.poll(() => room.main().dataset.stage).toBe('open');
  expect(canvases(room)).toBe(1);
});

it('goes over to the original pages and back to the text, where the reader is', async () => {
  const edition = await buildEpub([
    { name: '1.xhtml', data: page(prose(40)) },
    { name: '2.xhtml', data: page(prose(40, 'q')) },
  ]);
  const original = document_(20);
  // Nothing is synced meanwhile: the model's service knows no formats.
  const room = await openRoom({ signedOut: true, file: edition });
  await room.database.books.update(room.bookId, { format: 'pdf' });
  const fetched = window.fetch.bind(window);
  vi.spyOn(window, 'fetch').mockImplementation((input, init) =>
    String(input).includes('/original-files/') ? Promise.resolve(new Response(original)) : fetched(input, init),
  );
  await room.open({ at: { chapterUid: 2, offset: 0 } });
  expect(room.place().chapterUid).toBe(2);
  await openMenu(room, 'Original pages');
  await expect.poll(() => canvases(room), { timeout: 10_000 }).toBe(1);
  await expect.poll(room.place).toMatchObject({ chapterUid: 2, chapterOffset: 0, progress: 50, cfi: '' });
  expect((await storedOriginal(room.database, room.bookId, 1))?.size).toBe(original.size);
  await room.turned(() => room.key('PageDown'));
  await room.turned(() => room.key('PageDown'));
  const there = room.place();
  await openMenu(room, 'As text');
  await expect.poll(() => room.main().querySelector('iframe[style*="visible"]'), { timeout: 10_000 }).toBeTruthy();
  await expect.poll(() => room.place().cfi).toMatch(/^epubcfi/);
  expect(room.place().chapterUid).toBe(2);
  expect(there.chapterOffset - room.place().chapterOffset).toBeLessThan(2000);
  expect(room.place().chapterOffset).toBeGreaterThan(0);
});
