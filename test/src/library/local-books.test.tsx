// Reading without an account: files are on the shelf and open at once, and everything goes over at the sign-in.

import { afterEach, expect, it, vi } from 'vitest';
import { deleteDatabase, openDatabase } from '../../../src/db/database.ts';
import { bookmarkIdOf, type MarkRow } from '../../../src/db/marks/marks.ts';
import { showsOthers } from '../../../src/db/marks/popular.ts';
import { storeDraft, thoughtDrafts } from '../../../src/db/marks/thought-drafts.ts';
import type { ThoughtRow } from '../../../src/db/marks/thoughts.ts';
import { changeUnplaced } from '../../../src/db/marks/unplaced-marks.ts';
import { recordEvent } from '../../../src/db/outbox/record-event.ts';
import { readingPace } from '../../../src/db/reading/reading-pace.ts';
import { storedFile, storedOriginal } from '../../../src/db/reading/resources.ts';
import { bookNetwork } from '../../../src/db/settings/book-network.ts';
import { pageStyleName, storedPageStyle } from '../../../src/db/settings/page-styles.ts';
import { bookReadingSettings } from '../../../src/db/settings/reading-settings.ts';
import { changeSetting, readSetting } from '../../../src/db/settings/settings.ts';
import { bookRow } from '../../../src/db/shelf/books.ts';
import { adoptLocalBook } from '../../../src/library/local/adopt-book.ts';
import { press, runApplication, titlesShown, until } from '../app/running-application.ts';
import { buildEpub, buildZip, page } from '../book/build-zip.ts';
import { buildPdf } from '../book/pdf/build-pdf.ts';
import { sampleBook, temporaryDatabase } from '../db/temporary-database.ts';
import { progressOf } from '../fake-bridge.ts';
import { pictureBytes } from '../painted-picture.ts';

afterEach(() => {
  vi.restoreAllMocks();
  return deleteDatabase('local');
});

const local = { state: 'local' as const, account: 'local' };

const parts = {
  report: (error: unknown) => {
    throw error;
  },
};

async function epub(name = 'Ishmael'): Promise<File> {
  const book = await buildEpub([{ name: 'one.xhtml', data: page(`<p>Call me ${name}.</p>`) }]);
  return new File([book], 'whale.epub');
}

function mark(bookId: string): MarkRow {
  const place = { bookId, chapterUid: 1, start: 0, end: 4 };
  return {
    ...place,
    bookmarkId: bookmarkIdOf(place),
    bookVersion: 1,
    type: 1,
    style: 2,
    colorStyle: 0,
    markText: 'Call',
    createTime: 1_700_000_000,
    editTimes: { style: 1_700_000_000, colorStyle: 1_700_000_000 },
  };
}

it('puts a file on the shelf with its facts and its bytes, and refuses what is no book', async () => {
  const { application, bridge } = await runApplication({ account: local });
  const { imports, database } = application.state.getState().session;
  const file = await epub();
  await imports.add([file, new File([new Uint8Array(400)], 'notes.epub')]);
  await until(() => titlesShown().length === 1);
  const [row] = await database.books.toArray();
  expect(row).toMatchObject({ bookId: 'local_i_1', downloaded: 1, version: 1 });
  expect((await storedFile(database, 'local_i_1'))?.size).toBe(file.size);
  expect(imports.state.getState().list.at(-1)).toMatchObject({ name: 'notes.epub', stage: 'failed' });
  expect(bridge.calls.filter(({ name }) => name === 'import.cancel')).toHaveLength(1);
});

it('says which file found no room, and goes on with the next', async () => {
  const { application, bridge, reported } = await runApplication({ account: local });
  const { imports, database } = application.state.getState().session;
  const full = () => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  };
  database.books.hook('creating', full);
  await imports.add([await epub()]);
  database.books.hook('creating').unsubscribe(full);
  expect(imports.state.getState().list).toMatchObject([{ stage: 'failed', error: { code: 'disk_full' } }]);
  expect(reported).toHaveLength(1);
  // The main process knows of no failure: the file waits there until it is taken away.
  const importId = imports.state.getState().list[0]?.importId ?? '';
  bridge.broken = { 'import.cancel': 'internal' };
  await imports.remove(importId);
  expect(imports.state.getState().list).toMatchObject([{ importId, stage: 'failed', error: { code: 'internal' } }]);
  bridge.broken = {};
  await imports.remove(importId);
  expect(imports.state.getState().list).toEqual([]);
  expect(bridge.calls.at(-1)).toEqual({ name: 'import.cancel', request: { importId } });
  await imports.add([await epub()]);
  await until(() => titlesShown().length === 1);
});

it('keeps texts, documents and archives of pictures with what they say of themselves', async () => {
  const { application } = await runApplication({ account: local });
  const { imports, database } = application.state.getState().session;
  const comic = await buildZip([{ name: '1.png', data: await pictureBytes(30, 40) }]);
  const pdf = buildPdf({ pages: [{ lines: [[50, 500, 'Words']] }], info: '/Title (A Paper) /Author (Ann Author)' });
  await imports.add([
    new File([pdf], 'scan.bin'),
    new File([comic], 'Strip.cbz'),
    new File(['The Story\nby Ann Author\n\nOnce upon a time.\n'], 'story.txt'),
    new File(['PK no archive'], 'broken.pdf'),
  ]);
  await until(() => titlesShown().length === 4);
  const rows = await database.books.orderBy('bookId').toArray();
  expect(rows.map(({ title, author, format }) => [title, author, format])).toEqual([
    ['A Paper', 'Ann Author', 'pdf'],
    ['Strip', '', 'cbz'],
    ['The Story', 'Ann Author', 'txt'],
    ['broken', '', 'txt'],
  ]);
  const covers = await database.covers.toArray();
  expect(covers.map(({ image }) => image?.type)).toEqual(['image/jpeg', 'image/png', undefined, undefined]);
});

it('keeps files that came in by the command line, once', async () => {
  const { application, bridge } = await runApplication({ account: local });
  const { database } = application.state.getState().session;
  const bytes = new Uint8Array(await (await epub()).arrayBuffer());
  bridge.imported.set('i_9', { name: 'whale.epub', bytes });
  const waiting = { ...progressOf('i_9', 'waiting', 0, bytes.length), name: 'whale.epub' };
  bridge.emit('import.progress', waiting);
  await until(() => titlesShown().length === 1);
  bridge.emit('import.progress', { ...waiting, stage: 'uploading' });
  bridge.emit('import.progress', waiting);
  expect((await storedFile(database, 'local_i_9'))?.size).toBe(bytes.length);
  expect(await database.books.count()).toBe(1);
});

it('opens a book that was opened by its file, as often as that happens, and has it once', async () => {
  const { application, bridge } = await runApplication({ account: local });
  const { database } = application.state.getState().session;
  const bytes = new Uint8Array(await (await epub()).arrayBuffer());
  const openFile = (importId: string, toRead: boolean) => {
    bridge.imported.set(importId, { name: 'whale.epub', bytes });
    const waiting = { ...progressOf(importId, 'waiting', 0, bytes.length), name: 'whale.epub' };
    bridge.emit('import.progress', toRead ? { ...waiting, toRead } : waiting);
  };
  openFile('i_8', false);
  await until(() => titlesShown().length === 1);
  expect(application.routes.current().name).toBe('shelf');
  openFile('i_9', true);
  await until(() => application.routes.current().name === 'reader');
  expect(application.routes.current()).toMatchObject({ bookId: 'local_i_8' });
  expect(await database.books.count()).toBe(1);
  expect(bridge.calls.filter(({ name }) => name === 'import.cancel')).toMatchObject([{ request: { importId: 'i_9' } }]);
  // Of the same letters, so that it is as long, and another book.
  const other = new Uint8Array(await (await epub('Ishamel')).arrayBuffer());
  expect(other.length).toBe(bytes.length);
  bridge.imported.set('i_10', { name: 'other.epub', bytes: other });
  bridge.emit('import.progress', { ...progressOf('i_10', 'waiting', 0, bytes.length), name: 'other.epub' });
  await expect.poll(() => database.books.count()).toBe(2);
  expect(bridge.calls.filter(({ name }) => name === 'import.cancel')).toHaveLength(1);
});

it('gives mark, place and pin to the account at the sign-in, and leaves nothing behind', async () => {
  const { application, bridge, service } = await runApplication({ account: local });
  const { imports, database } = application.state.getState().session;
  await imports.add([await epub()]);
  await until(() => titlesShown().length === 1);
  const bookId = 'local_i_1';
  await recordEvent(database, { kind: 'mark.add', mark: mark(bookId) }, 1_700_000_000);
  await recordEvent(database, { kind: 'shelf.top', bookIds: [bookId], isTop: 1 }, 1_700_000_000);
  const position = {
    chapterUid: 1,
    chapterIdx: 1,
    chapterOffset: 3,
    progress: 20,
    updateTime: 1_700_000_005,
    deviceId: 'd',
  };
  await recordEvent(database, { kind: 'position', bookId, bookVersion: 1, position, readingTime: 5 }, 1_700_000_005);

  service.addBook({ bookId: 'b_whale', title: 'Whale' });
  bridge.account = { ...bridge.account, state: 'signedIn', account: `u-${crypto.randomUUID()}` };
  bridge.emit('account.changed', bridge.account);
  await until(() => application.state.getState().account.state === 'signedIn');
  bridge.emit('import.progress', { ...progressOf('i_1', 'done', 100), bookId: 'b_whale' });
  // Nobody asked for it: the shelf says that it came, and goes on as it was.
  await press('New books');
  await until(() => document.querySelector('.entry-marks')?.textContent?.includes('20'));
  await press('In sync');
  await until(() => service.books().get('b_whale')?.value.isTop === 1);
  expect([...service.marks().keys()]).toEqual(['b_whale_1_0-4']);
  expect(service.places().get('b_whale')?.latest).toMatchObject({ progress: 20 });
  const mine = application.state.getState().session.database;
  expect(await mine.books.get('b_whale')).toMatchObject({ downloaded: 1 });
  expect((await storedFile(mine, 'b_whale', 1))?.size).toBeGreaterThan(0);
  const left = await openDatabase('local');
  for (const table of [left.books, left.marks, left.positions, left.resources, left.events, left.bases]) {
    expect(await table.count(), table.name).toBe(0);
  }
  left.close();
});

it('finds what was read and marked in a document in the text that the service makes of it', async () => {
  const { application, bridge, service } = await runApplication({ account: local });
  const { imports, database } = application.state.getState().session;
  const lines = (text: string) => ({ lines: [[40, 500, text]] as const });
  const pdf = buildPdf({ pages: ['First page.', 'Second page.', 'Call me Ishmael today.', 'Last page.'].map(lines) });
  await imports.add([new File([pdf], 'whale.pdf')]);
  await until(() => titlesShown().length === 1);
  const marked = { ...mark('local_i_1'), chapterUid: 3, start: 8, end: 15, textQuote: 'Ishmael' };
  await recordEvent(
    database,
    { kind: 'mark.add', mark: { ...marked, bookmarkId: bookmarkIdOf(marked) } },
    1_700_000_000,
  );
  // Which words it is about stands in the document alone.
  await storeDraft(database, 'local_i_1', { chapterUid: 3, start: 8, end: 15, content: 'Is that his' });
  const here = { chapterUid: 3, chapterIdx: 3, chapterOffset: 0, progress: 50, updateTime: 1_700_000_005 };
  const position = { ...here, textQuote: 'Call me', deviceId: 'd' };
  await recordEvent(database, { kind: 'position', bookId: 'local_i_1', bookVersion: 1, position, readingTime: 5 });

  const edition = await buildEpub([
    { name: '1.xhtml', data: page('<p>First page. Second page.</p>') },
    { name: '2.xhtml', data: page('<p>And so: Call me Ishmael today. Last page.</p>') },
  ]);
  const fetched = window.fetch.bind(window);
  vi.spyOn(window, 'fetch').mockImplementation((input, init) =>
    String(input).includes('/book-files/') ? Promise.resolve(new Response(edition)) : fetched(input, init),
  );
  service.addBook({ bookId: 'b_whale', title: 'Whale' });
  bridge.account = { ...bridge.account, state: 'signedIn', account: `u-${crypto.randomUUID()}` };
  bridge.emit('account.changed', bridge.account);
  await until(() => application.state.getState().account.state === 'signedIn');
  bridge.emit('import.progress', { ...progressOf('i_1', 'done', 100), bookId: 'b_whale' });
  const mine = application.state.getState().session.database;
  await expect.poll(() => mine.marks.count()).toBe(1);
  expect(await mine.marks.toArray()).toMatchObject([
    { bookmarkId: 'b_whale_2_16-23', chapterUid: 2, start: 16, end: 23 },
  ]);
  await expect
    .poll(async () => (await mine.positions.get('b_whale'))?.mine)
    .toMatchObject({ chapterUid: 2, chapterOffset: 8 });
  expect(await thoughtDrafts(mine, 'b_whale')).toMatchObject([
    { chapterUid: 2, start: 16, end: 23, content: 'Is that his' },
  ]);
  expect((await storedFile(mine, 'b_whale', 1))?.size).toBe(edition.size);
  expect((await storedOriginal(mine, 'b_whale', 1))?.size).toBe(pdf.size);
});

it('gives a thought to the account once, however often it has to begin again', async () => {
  const [mine, account] = [await openDatabase('local'), await temporaryDatabase()];
  await account.books.bulkPut([sampleBook('b_1'), sampleBook('b_2')]);
  await mine.books.put(bookRow({ ...sampleBook('local_i_1'), onShelf: 1 }));
  const thought: ThoughtRow = {
    ...{ thoughtId: 't', bookId: 'local_i_1', bookVersion: 1, chapterUid: 1, start: 0, end: 4 },
    ...{ content: 'A whale', visibility: 'private', abstract: 'Call', createTime: 1_700_000_000 },
    editTimes: { content: 1_700_000_000, visibility: 1_700_000_000 },
  };
  await mine.thoughts.put(thought);
  // As it was left when the process ended in the middle.
  await recordEvent(account, { kind: 'thought.add', thought: { ...thought, bookId: 'b_1' } }, 1_700_000_000);
  await adoptLocalBook(mine, 'local_i_1', account, 'b_1', parts);
  expect(await account.events.toArray()).toMatchObject([{ body: { kind: 'thought.add' } }]);
  expect(await mine.thoughts.count()).toBe(0);
  mine.close();
});

it('takes unfinished thoughts and the settings of the book along, but not over those that the account has', async () => {
  const [mine, account] = [await openDatabase('local'), await temporaryDatabase()];
  await account.books.bulkPut([sampleBook('b_1'), sampleBook('b_2')]);
  const draft = { chapterUid: 1, start: 0, end: 4, content: 'A wh' };
  const ownSize = (bookId: string, fontSize: number, database = mine) =>
    changeSetting(database, bookReadingSettings(bookId), { own: true, reading: { fontSize } });
  for (const bookId of ['local_i_1', 'local_i_2']) {
    await mine.books.put(bookRow({ ...sampleBook(bookId), onShelf: 1 }));
    await ownSize(bookId, 30);
    await changeSetting(mine, bookNetwork(bookId), { allowed: true });
    await changeSetting(mine, showsOthers(bookId), { shown: true });
    await changeSetting(mine, readingPace(bookId), { characters: 900, seconds: 60, turns: 2 });
    await mine.settings.put({ name: pageStyleName(bookId), value: { crop: 'content' } });
    await changeUnplaced(mine, bookId, { placed: [], lost: [`${bookId}_1_0-4`] });
  }
  await ownSize('b_2', 18, account);
  await changeSetting(account, bookNetwork('b_2'), { allowed: false });
  await storeDraft(mine, 'local_i_1', draft);
  await adoptLocalBook(mine, 'local_i_1', account, 'b_1', parts);
  await adoptLocalBook(mine, 'local_i_2', account, 'b_2', parts);
  expect(await thoughtDrafts(account, 'b_1')).toEqual([draft]);
  expect(await readSetting(account, bookReadingSettings('b_1'))).toEqual({ own: true, reading: { fontSize: 30 } });
  expect(await readSetting(account, bookReadingSettings('b_2'))).toMatchObject({ reading: { fontSize: 18 } });
  expect(await readSetting(account, bookNetwork('b_1'))).toEqual({ allowed: true });
  expect(await readSetting(account, bookNetwork('b_2'))).toEqual({ allowed: false });
  expect(await readSetting(account, showsOthers('b_1'))).toEqual({ shown: true });
  expect(await readSetting(account, readingPace('b_1'))).toEqual({ characters: 900, seconds: 60, turns: 2 });
  expect(await storedPageStyle(account, 'b_1')).toEqual({ crop: 'content' });
  expect(await mine.settings.count()).toBe(0);
  mine.close();
});

it('hands a local book over again when its import was lost', async () => {
  const first = await runApplication({ account: local });
  await first.application.state.getState().session.imports.add([await epub()]);
  await until(() => titlesShown().length === 1);
  // It may be a book of the account before its last piece is answered.
  const mine = await openDatabase('local');
  const call = first.bridge.call.bind(first.bridge);
  const expected: unknown[] = [];
  first.bridge.call = async (name, request) => {
    if (name === 'import.chunk') expected.push((await mine.settings.get('import i_2'))?.value);
    return call(name, request);
  };
  // The fake's list of imports is empty, as after a lost spool.
  first.bridge.account = { ...first.bridge.account, state: 'signedIn', account: `u-${crypto.randomUUID()}` };
  first.bridge.emit('account.changed', first.bridge.account);
  await until(() => first.bridge.imported.size === 2);
  expect(first.bridge.imported.get('i_2')?.bytes).toEqual(first.bridge.imported.get('i_1')?.bytes);
  mine.close();
  expect(expected).toMatchObject([{ bookId: 'local_i_1' }]);
});

it('hands a local book over again whose second import was cut off, and leaves others that were', async () => {
  const first = await runApplication({ account: local });
  await first.application.state.getState().session.imports.add([await epub()]);
  await until(() => titlesShown().length === 1);
  const call = first.bridge.call.bind(first.bridge);
  const cancelled: unknown[] = [];
  const cutOff = (importId: string) => ({
    ...progressOf(importId, 'failed', 0),
    error: { code: 'cancelled', message: 'It was interrupted; add the file again.' },
  });
  first.bridge.call = async (name, request) => {
    if (name === 'import.list') return { ok: true, value: [cutOff('i_1'), cutOff('i_9')] } as never;
    if (name === 'import.cancel') cancelled.push(request);
    return call(name, request);
  };
  first.bridge.account = { ...first.bridge.account, state: 'signedIn', account: `u-${crypto.randomUUID()}` };
  first.bridge.emit('account.changed', first.bridge.account);
  await until(() => first.bridge.imported.size === 2);
  expect(cancelled).toEqual([{ importId: 'i_1' }]);
  // Nobody is told any more to add the first one again.
  const { imports } = first.application.state.getState().session;
  expect(imports.state.getState().list.map(({ importId }) => importId)).toEqual(['i_9']);
});
