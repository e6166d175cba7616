// The files of a reader without an account: the only ones there are, kept until the reader removes a book, and then too.

import { afterEach, expect, it, vi } from 'vitest';
import type { ImportProgress } from '../../../api/ipc.ts';
import { closeDatabase } from '../../../src/db/close-database.ts';
import { type Database, deleteDatabase, openDatabase } from '../../../src/db/database.ts';
import { recordEvent } from '../../../src/db/outbox/record-event.ts';
import { removeFile, storedFile } from '../../../src/db/reading/resources.ts';
import { bookMenu } from '../../../src/library/entry-menu.tsx';
import { localBookOf } from '../../../src/library/local/imports-of-books.ts';
import { english } from '../../../src/strings/english.ts';
import { runApplication, titlesShown, until } from '../app/running-application.ts';
import { buildEpub, page } from '../book/build-zip.ts';
import { sampleBook } from '../db/temporary-database.ts';
import { type FakeBridge, progressOf } from '../fake-bridge.ts';

afterEach(() => {
  vi.restoreAllMocks();
  return deleteDatabase('local');
});

const local = { state: 'local' as const, account: 'local' };

async function epub(name = 'Ishmael'): Promise<File> {
  const book = await buildEpub([{ name: 'one.xhtml', data: page(`<p>Call me ${name}.</p>`) }]);
  return new File([book], 'whale.epub');
}

const cancelled = ({ calls }: FakeBridge) =>
  calls.flatMap(({ name, request }) => (name === 'import.cancel' ? [request.importId] : []));

/** What the main process says of a file that came in by itself. */
function arrive(bridge: FakeBridge, importId: string, bytes: Uint8Array, change: Partial<ImportProgress> = {}) {
  bridge.imported.set(importId, { name: 'whale.epub', bytes });
  bridge.emit('import.progress', { ...progressOf(importId, 'waiting', 0, bytes.length), ...change });
}

async function withOneBook() {
  const running = await runApplication({ account: local });
  const { session } = running.application.state.getState();
  await session.imports.add([await epub()]);
  await until(() => titlesShown().length === 1);
  return { ...running, ...session };
}

/** Its mapping, its row and its place, without the file. */
async function loseFile(database: Database, bookId: string): Promise<void> {
  await database.resources.delete(bookId);
  await database.books.update(bookId, { downloaded: 0 });
}

it('offers to remove a file only where it can be fetched again', async () => {
  const { shelf, downloads, database } = await withOneBook();
  const words = { strings: english.shelf, words: english.storage };
  const parts = { shelf, downloads, ...words, onOpen: () => undefined, onAsk: () => undefined };
  const offered = (bookId: string) =>
    bookMenu(sampleBook(bookId, { downloaded: 1 }), parts).some(({ text }) => text === english.shelf.freeSpace);
  expect([offered('local_i_1'), offered('b_1')]).toEqual([false, true]);
  await expect(removeFile(database, 'local_i_1')).rejects.toThrow('local_i_1');
  expect(await storedFile(database, 'local_i_1')).toBeDefined();
});

it('takes a lost file out of the import that still waits, and leaves the book as it was', async () => {
  const { bridge, database } = await withOneBook();
  const bytes = new Uint8Array(await (await epub()).arrayBuffer());
  await recordEvent(database, { kind: 'shelf.top', bookIds: ['local_i_1'], isTop: 1 });
  await loseFile(database, 'local_i_1');
  // As at the next start, when the page has not handed it over itself.
  await database.settings.put({ name: 'import i_7', value: { bookId: 'local_i_1', size: bytes.length } });
  arrive(bridge, 'i_7', bytes);
  await expect.poll(async () => (await storedFile(database, 'local_i_1'))?.size).toBe(bytes.length);
  expect(await database.books.toArray()).toMatchObject([{ bookId: 'local_i_1', isTop: 1, downloaded: 1 }]);
});

it('takes the import of a book along that is removed, and puts the book back when its file comes again', async () => {
  const { bridge, database, imports, shelf } = await withOneBook();
  bridge.emit('import.progress', { ...progressOf('i_1', 'waiting'), name: 'whale.epub' });
  await recordEvent(database, { kind: 'book.finished', bookIds: ['local_i_1'], finished: 1 });
  await shelf.forBooks(['local_i_1'], (bookIds) => ({ kind: 'shelf.delete', bookIds }));
  await expect.poll(() => cancelled(bridge)).toEqual(['i_1']);
  expect(imports.state.getState().list).toEqual([]);
  await imports.add([await epub()]);
  await until(() => titlesShown().length === 1);
  expect(await database.books.toArray()).toMatchObject([{ bookId: 'local_i_1', onShelf: 1, finished: 1 }]);
  // The new import is the one that an account will get it by.
  expect(await localBookOf(database, 'i_2')).toBe('local_i_1');
  expect(cancelled(bridge)).toEqual(['i_1']);
});

it('takes away at the next start what was left to be sent of a removed book', async () => {
  const database = await openDatabase('local');
  await database.books.put(sampleBook('local_i_1', { onShelf: 0 }));
  await database.settings.put({ name: 'import i_1', value: { bookId: 'local_i_1', size: 9 } });
  await closeDatabase(database);
  const { application, bridge } = await runApplication({ account: local });
  arrive(bridge, 'i_1', new Uint8Array(9));
  await expect.poll(() => cancelled(bridge)).toEqual(['i_1']);
  expect(application.state.getState().session.imports.state.getState().list).toEqual([]);
  expect(await application.state.getState().session.database.books.get('local_i_1')).toMatchObject({ onShelf: 0 });
});

it('keeps nothing of what another account has not sent yet, nor shows it', async () => {
  const { application, bridge } = await runApplication({ account: local });
  const { database, imports } = application.state.getState().session;
  const bytes = new Uint8Array(await (await epub()).arrayBuffer());
  arrive(bridge, 'i_8', bytes, { account: 'u_a' });
  arrive(bridge, 'i_9', bytes);
  await until(() => titlesShown().length === 1);
  expect(await database.books.toCollection().primaryKeys()).toEqual(['local_i_9']);
  expect(imports.state.getState().list.map(({ importId }) => importId)).toEqual(['i_9']);
  expect(bridge.calls.filter(({ name, request }) => name === 'import.read' && request.importId === 'i_8')).toEqual([]);
});

it('gathers a file that came in by itself where the browser can put it on the disk', async () => {
  const { application, bridge } = await runApplication({ account: local });
  const gathered = vi.spyOn(window, 'File');
  const bytes = new Uint8Array(await (await epub()).arrayBuffer());
  arrive(bridge, 'i_9', bytes);
  await until(() => titlesShown().length === 1);
  const [pieces = []] = gathered.mock.calls.at(-1) ?? [];
  expect([...pieces].length).toBeGreaterThan(1);
  expect([...pieces].every((piece) => piece instanceof Blob)).toBe(true);
  const { database } = application.state.getState().session;
  expect((await storedFile(database, 'local_i_9'))?.size).toBe(bytes.length);
});
