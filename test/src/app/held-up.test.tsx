// A book that held the reader up: it is noted before it is laid out, named at the next start, and opened again only when
// the reader asks for it.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteOpening, openedBook } from '../../../src/db/reading/opened-book.ts';
import { openParts } from '../../../src/reader/opening/open-parts.ts';
import { buildEpub, page, prose } from '../book/build-zip.ts';
import { makeContainer, plainStyle } from '../book/reading-style.ts';
import { closeRooms, openRoom, type ReaderRoom } from '../reader/reader-room.tsx';

let file: Blob;
let account: string;

beforeEach(async () => {
  account = `test-${crypto.randomUUID()}`;
  file ??= await buildEpub([{ name: '1.xhtml', data: page(`<h1>One</h1>${prose(30)}`) }]);
});

afterEach(() => {
  closeRooms();
  vi.restoreAllMocks();
});

const dialog = () => document.querySelector('[role=dialog]');
const isShown = (room: ReaderRoom) =>
  expect.poll(() => openedBook(room.database)).toMatchObject({ bookId: room.bookId, shown: true });
const isForgotten = (room: ReaderRoom) => expect.poll(() => openedBook(room.database)).toBeUndefined();
const partsOf = ({ database, bookId }: ReaderRoom, signal = new AbortController().signal) => ({
  ...{ database, bookId, deviceId: 'd', at: undefined, signal },
  now: () => 1,
  report: () => undefined,
  onFacts: () => undefined,
  onProgress: () => undefined,
  onLocked: async () => undefined,
});

it('is noted when it is laid out, as shown once it answers, not by turning, and not any more when it is left', async () => {
  const room = await openRoom({ account, file });
  const container = makeContainer(600, 800);
  let atLayout: Promise<unknown> | undefined;
  const opened = await openParts(partsOf(room), container, () => {
    atLayout ??= openedBook(room.database);
    return plainStyle;
  });
  expect(await atLayout).toEqual({ bookId: room.bookId, shown: false, unfinished: 0 });
  opened?.book.close();
  container.remove();

  await room.open();
  await isShown(room);
  const written = vi.spyOn(room.database.settings, 'put');
  await room.turned(() => room.key('PageDown'));
  await room.turned(() => room.key('PageUp'));
  expect(written.mock.calls.map(([row]) => row.name)).not.toContain('openedBook');
  await room.application.leave();
  await isForgotten(room);
});

it('is not noted while its file is on the way, nor after it could not be opened', async () => {
  const noBook = new Blob([new Uint8Array([80, 75, 3, 4, 0, 0, 0, 0])]);
  const room = await openRoom({ account });
  const reply = Promise.withResolvers<Response>();
  const fetched = vi.spyOn(window, 'fetch').mockReturnValue(reply.promise);
  const opening = openParts(partsOf(room), makeContainer(600, 800), () => plainStyle);
  await expect.poll(() => fetched.mock.calls.length).toBe(1);
  expect(await openedBook(room.database)).toBeUndefined();
  reply.resolve(new Response(noBook, { headers: { 'content-length': String(noBook.size) } }));
  await expect(opening).rejects.toThrow();
  expect(await openedBook(room.database)).toBeUndefined();
});

it('is named after a start, stays closed, and is opened when the reader asks for it', async () => {
  const first = await openRoom({ account, file, title: 'A knot' });
  await first.open();
  await isShown(first);
  first.kill();
  const room = await openRoom({ account, file, title: 'A knot', heldUp: true });
  expect(room.application.routes.current()).toEqual({ name: 'shelf' });
  expect(dialog()?.textContent).toContain('A book held the reader up');
  expect(dialog()?.textContent).toContain('“A knot”');
  expect(document.activeElement?.textContent).toBe('Back to the shelf');
  room.press('Try again');
  await expect.poll(() => room.main().dataset.stage).toBe('open');
  expect(dialog()).toBeNull();
  await isShown(room);
});

it('is named when its opening was cut off twice, though nothing is known of a hang, and left alone on wish', async () => {
  const first = await openRoom({ account, file, title: 'A knot' });
  await noteOpening(first.database, first.bookId);
  first.kill();
  const second = await openRoom({ account, file, title: 'A knot' });
  // Once may have been the power.
  expect(dialog()).toBeNull();
  await noteOpening(second.database, second.bookId);
  second.kill();
  const room = await openRoom({ account, file, title: 'A knot' });
  expect(dialog()?.textContent).toContain('“A knot”');
  room.press('Back to the shelf');
  await expect.poll(dialog).toBeNull();
  await isForgotten(room);
  expect(room.application.routes.current()).toEqual({ name: 'shelf' });
});

it('is not named when the reader was ended in the middle of reading', async () => {
  const first = await openRoom({ account, file });
  await first.open();
  await isShown(first);
  first.kill();
  const room = await openRoom({ account, file });
  expect(dialog()).toBeNull();
  await isForgotten(room);
});

it('starts also where the disk does not let go of a book that was being read', async () => {
  const first = await openRoom({ account, file });
  await first.open();
  await isShown(first);
  first.kill();
  const original = IDBObjectStore.prototype.delete;
  const refused = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore, key) {
    if (key === 'openedBook') throw new DOMException('The disk is full.', 'QuotaExceededError');
    return original.call(this, key);
  });
  const room = await openRoom({ account, file });
  expect(room.application.routes.current()).toEqual({ name: 'shelf' });
  await expect.poll(() => room.bridge.logged.join()).toContain('QuotaExceededError');
  refused.mockRestore();
});
