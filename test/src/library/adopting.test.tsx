// What goes over from a local book to the account's at a sign-in, whatever happens on the way, and nothing twice.

import Dexie from 'dexie';
import { afterEach, expect, it, vi } from 'vitest';
import { adoptBelongings, noteLocalWork } from '../../../src/app/adopt-local.ts';
import { openEditionOf } from '../../../src/app/edition-of-document.ts';
import { type Database, deleteDatabase, openDatabase } from '../../../src/db/database.ts';
import { storeDraft, thoughtDrafts } from '../../../src/db/marks/thought-drafts.ts';
import type { ThoughtRow } from '../../../src/db/marks/thoughts.ts';
import type { EventBody, EventRow } from '../../../src/db/outbox/events.ts';
import { recordEvent } from '../../../src/db/outbox/record-event.ts';
import type { Position } from '../../../src/db/reading/positions.ts';
import { storedFile, storeFile } from '../../../src/db/reading/resources.ts';
import { controlSettings } from '../../../src/db/settings/control-settings.ts';
import { readingSettings } from '../../../src/db/settings/reading-settings.ts';
import { changeSetting, readSetting } from '../../../src/db/settings/settings.ts';
import { adoptLocalBook } from '../../../src/library/local/adopt-book.ts';
import { runApplication, titlesShown, until } from '../app/running-application.ts';
import { buildEpub, page } from '../book/build-zip.ts';
import { sampleBook, temporaryDatabase } from '../db/temporary-database.ts';
import { type FakeBridge, progressOf } from '../fake-bridge.ts';

const opened: Database[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  for (const database of opened.splice(0)) database.close();
  await deleteDatabase('local');
});

const localId = 'local_i_1';
const throwing = (error: unknown): void => {
  throw error;
};
const noRoom = () => {
  throw new DOMException('The disk is full.', 'QuotaExceededError');
};

/** A local book with its file, and the account's book that it has become. */
async function bothShelves() {
  const [mine, account] = [await openDatabase('local'), await temporaryDatabase()];
  opened.push(mine);
  await mine.books.put(sampleBook(localId, { addedAt: 1_600_000_000 }));
  await storeFile(mine, localId, new Blob(['a whole book']), 1, 1_600_000_000);
  await account.books.put(sampleBook('b_1'));
  const adopt = (report = throwing) => adoptLocalBook(mine, localId, account, 'b_1', { report });
  /** As if the process had ended before the local book was removed. */
  const adoptHalf = async () => {
    const stay = () => throwing(new Error('The process has ended.'));
    mine.books.hook('deleting', stay);
    await adopt().catch(() => undefined);
    mine.books.hook('deleting').unsubscribe(stay);
    expect(await mine.books.count()).toBe(1);
  };
  return { mine, account, adopt, adoptHalf };
}

function position(updateTime: number, chapterOffset: number, progress = 10): EventBody {
  const place: Position = { chapterUid: 1, chapterIdx: 1, chapterOffset, progress, updateTime, deviceId: 'd' };
  return { kind: 'position', bookId: localId, bookVersion: 1, position: place, readingTime: 5 };
}

function thought(content: string, at: number): ThoughtRow {
  return {
    ...{ thoughtId: 't', bookId: localId, bookVersion: 1, chapterUid: 1, start: 0, end: 4 },
    ...{ content, visibility: 'private', abstract: 'Call', createTime: 1_700_000_000 },
    editTimes: { content: at, visibility: 1_700_000_000 },
  };
}

const kinds = (events: EventRow[]) => events.map(({ body }) => body.kind);

it('takes the folder of a book along, but not out of the one that the account has it in', async () => {
  const { mine, account, adopt } = await bothShelves();
  const folder = { kind: 'shelf.archive' as const, archiveId: 'a_sea', name: 'The sea', bookIds: [localId] };
  await recordEvent(mine, folder);
  await mine.books.put(sampleBook('local_i_2', { folder: 'a_sea' }));
  await account.books.put(sampleBook('b_2', { folder: 'a_land' }));
  await adopt();
  await adoptLocalBook(mine, 'local_i_2', account, 'b_2', { report: throwing });
  expect(await account.archives.toArray()).toMatchObject([{ archiveId: 'a_sea', name: 'The sea' }]);
  expect(await account.books.orderBy('bookId').toArray()).toMatchObject([{ folder: 'a_sea' }, { folder: 'a_land' }]);
  expect(await account.events.toArray()).toMatchObject([{ body: { ...folder, bookIds: ['b_1'] } }]);
});

it('dates what the service decides by the reader’s own time', async () => {
  const { mine, account, adopt } = await bothShelves();
  await recordEvent(mine, { kind: 'book.secret', bookIds: [localId], secret: 1 }, 1_700_000_000);
  await recordEvent(mine, { kind: 'book.finished', bookIds: [localId], finished: 1 }, 1_700_000_007);
  await adopt();
  expect(await account.events.toArray()).toMatchObject([
    { at: 1_700_000_000, body: { kind: 'book.secret' } },
    { at: 1_700_000_007, body: { kind: 'book.finished' } },
  ]);
});

it('leaves the reader where the account’s book was read later, and still tells of the furthest place', async () => {
  const { mine, account, adopt } = await bothShelves();
  await recordEvent(mine, position(1_700_000_000, 900, 90));
  const later = position(1_700_000_500, 20) as EventBody & { kind: 'position' };
  await recordEvent(account, { ...later, bookId: 'b_1' });
  await adopt();
  const places = await account.positions.get('b_1');
  expect(places).toMatchObject({
    mine: { chapterOffset: 20 },
    latest: { chapterOffset: 20 },
    furthest: { progress: 90 },
  });
  expect(kinds(await account.events.toArray())).toEqual(['position', 'position']);
});

it('gives nothing twice when it was ended half-way, and what the reader did since once', async () => {
  const { mine, account, adopt, adoptHalf } = await bothShelves();
  await recordEvent(mine, { kind: 'shelf.top', bookIds: [localId], isTop: 1 });
  await recordEvent(mine, { kind: 'thought.add', thought: thought('A whale', 1_700_000_000) }, 1_700_000_000);
  await recordEvent(mine, position(1_700_000_000, 3));
  await storeDraft(mine, localId, { chapterUid: 1, start: 0, end: 4, content: 'A wh' });
  await adoptHalf();
  const first = kinds(await account.events.toArray());
  expect(first.toSorted()).toEqual(['position', 'shelf.top', 'thought.add']);
  // In the account the pin goes and the draft is finished; in the local book the thought is changed.
  await recordEvent(account, { kind: 'shelf.top', bookIds: ['b_1'], isTop: 0 });
  await storeDraft(account, 'b_1', { chapterUid: 1, start: 0, end: 4, content: '' });
  const change = { content: 'A white whale' };
  await recordEvent(mine, { kind: 'thought.change', thought: thought('', 0), change }, 1_700_000_900);
  await adopt();
  const events = await account.events.orderBy('seq').toArray();
  expect(kinds(events).slice(first.length)).toEqual(['shelf.top', 'thought.change']);
  expect(await account.books.get('b_1')).toMatchObject({ isTop: 0 });
  expect(await account.thoughts.toArray()).toMatchObject([{ content: 'A white whale' }]);
  expect(await thoughtDrafts(account, 'b_1')).toEqual([]);
  expect([await mine.books.count(), await mine.thoughts.count(), await account.settings.count()]).toEqual([0, 0, 0]);
});

it('gives all at once or nothing, where the disk refuses a part', async () => {
  const { mine, account, adopt } = await bothShelves();
  await recordEvent(mine, { kind: 'shelf.top', bookIds: [localId], isTop: 1 });
  await recordEvent(mine, { kind: 'thought.add', thought: thought('A whale', 1_700_000_000) }, 1_700_000_000);
  account.settings.hook('creating', noRoom);
  await expect(adopt()).rejects.toThrow('The disk is full.');
  account.settings.hook('creating').unsubscribe(noRoom);
  expect([await account.events.count(), await mine.thoughts.count()]).toEqual([0, 1]);
  await adopt();
  expect([await account.events.count(), await mine.thoughts.count()]).toEqual([2, 0]);
});

it('comes to an end without room for a second copy of the file, which the service has, and says so', async () => {
  const { mine, account, adopt } = await bothShelves();
  await recordEvent(mine, position(1_700_000_000, 3));
  account.resources.hook('creating', noRoom);
  const reported: unknown[] = [];
  expect(await adopt((error) => reported.push(error))).toBe(true);
  expect(reported).toMatchObject([{ name: 'QuotaExceededError' }]);
  expect(await account.books.get('b_1')).toMatchObject({ downloaded: 0 });
  expect(await account.positions.get('b_1')).toMatchObject({ mine: { chapterOffset: 3 } });
  expect([await mine.books.count(), await mine.resources.count()]).toEqual([0, 0]);
});

it('takes along what a view that is gone writes while the file is copied', async () => {
  const { mine, account, adopt } = await bothShelves();
  await recordEvent(mine, position(1_700_000_000, 3));
  const late = vi.fn(() => void Dexie.ignoreTransaction(() => recordEvent(mine, position(1_700_000_050, 44))));
  account.resources.hook('creating', late);
  await adopt();
  expect(late).toHaveBeenCalledTimes(1);
  expect(await account.positions.get('b_1')).toMatchObject({ mine: { chapterOffset: 44 } });
  expect(await mine.positions.count()).toBe(0);
});

it('leaves the text itself with the local book: the account’s comes from the service', async () => {
  const { mine, account, adopt } = await bothShelves();
  await mine.books.update(localId, { format: 'md' });
  await adopt();
  expect(await storedFile(account, 'b_1')).toBeUndefined();
});

it('finds places in a document’s text without room for the document itself', async () => {
  const account = await temporaryDatabase();
  const edition = await buildEpub([{ name: '1.xhtml', data: page('<p>Call me Ishmael.</p>') }]);
  await account.books.put(sampleBook('b_1'));
  await storeFile(account, 'b_1', edition, 1, 1_700_000_000);
  account.resources.hook('updating', noRoom);
  const reported: unknown[] = [];
  const opening = openEditionOf(edition, account, 'b_1', (error) => reported.push(error));
  (await opening).close();
  expect(reported).toMatchObject([{ name: 'QuotaExceededError' }]);
});

const local = { state: 'local' as const, account: 'local' };

function signIn(bridge: FakeBridge): void {
  bridge.account = { ...bridge.account, state: 'signedIn', account: `u-${crypto.randomUUID()}` };
  bridge.emit('account.changed', bridge.account);
}

async function readLocally(file: File) {
  const running = await runApplication({ account: local });
  await running.application.state.getState().session.imports.add([file]);
  await until(() => titlesShown().length === 1);
  const signedIn = async () => {
    signIn(running.bridge);
    await until(() => running.application.state.getState().account.state === 'signedIn');
    return running.application.state.getState().session;
  };
  return { ...running, signedIn };
}

it('keeps a local book until the account has heard of the one that it has become', async () => {
  const book = await buildEpub([{ name: 'one.xhtml', data: page('<p>Call me Ishmael.</p>') }]);
  const { bridge, service, signedIn } = await readLocally(new File([book], 'whale.epub'));
  const mine = await openDatabase('local');
  opened.push(mine);
  service.addBook({ bookId: 'b_whale', title: 'Whale' });
  bridge.offline = true;
  const session = await signedIn();
  bridge.emit('import.progress', { ...progressOf('i_1', 'done', 100), bookId: 'b_whale' });
  await until(() => session.sync()?.state.getState().problem === 'offline');
  await session.syncNow();
  expect([await mine.books.count(), await mine.resources.count()]).toEqual([1, 1]);
  bridge.offline = false;
  await session.syncNow();
  await expect.poll(() => mine.books.count()).toBe(0);
  expect((await storedFile(session.database, 'b_whale', 1))?.size).toBe(book.size);
});

it('has the text that the service made of a plain file before the local one goes', async () => {
  const { bridge, service, signedIn } = await readLocally(new File(['The Story\n\nOnce upon a time.\n'], 'story.txt'));
  const edition = await buildEpub([{ name: '1.xhtml', data: page('<p>Once upon a time.</p>') }]);
  const fetched = window.fetch.bind(window);
  vi.spyOn(window, 'fetch').mockImplementation((input, init) =>
    String(input).includes('/book-files/') ? Promise.resolve(new Response(edition)) : fetched(input, init),
  );
  service.addBook({ bookId: 'b_story', title: 'The Story' });
  const session = await signedIn();
  bridge.emit('import.progress', { ...progressOf('i_1', 'done', 100), bookId: 'b_story' });
  const mine = await openDatabase('local');
  opened.push(mine);
  await expect.poll(() => mine.books.count()).toBe(0);
  expect((await storedFile(session.database, 'b_story', 1))?.size).toBe(edition.size);
});

it('is given to the account with the next sync when the service did not answer', async () => {
  const { bridge, service, signedIn } = await readLocally(new File(['The Story\n\nOnce upon a time.\n'], 'story.txt'));
  const edition = await buildEpub([{ name: '1.xhtml', data: page('<p>Once upon a time.</p>') }]);
  const fetched = window.fetch.bind(window);
  let asked = 0;
  vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    if (!String(input).includes('/book-files/')) return fetched(input, init);
    asked += 1;
    return asked === 1 ? Promise.reject(new TypeError('network')) : Promise.resolve(new Response(edition));
  });
  service.addBook({ bookId: 'b_story', title: 'The Story' });
  const session = await signedIn();
  bridge.emit('import.progress', { ...progressOf('i_1', 'done', 100), bookId: 'b_story' });
  const mine = await openDatabase('local');
  opened.push(mine);
  await expect.poll(() => asked).toBe(1);
  expect(await mine.books.count()).toBe(1);
  await session.syncNow();
  await expect.poll(() => mine.books.count()).toBe(0);
  expect((await storedFile(session.database, 'b_story', 1))?.size).toBe(edition.size);
});

it('takes over what was set without an account, where the account has nothing of the kind', async () => {
  const { application, bridge } = await runApplication({ account: local });
  const { database } = application.state.getState().session;
  await changeSetting(database, controlSettings, { keys: { F13: 'PageDown' } });
  await changeSetting(database, readingSettings, { fontSize: 150, fontFamily: 'font:Own' });
  const facts = { family: 'Own', face: 'Regular', italic: false, lightest: 400, heaviest: 400 };
  await database.fonts.add({ ...facts, digest: 'd', file: new Blob(['font']), size: 4, addedAt: 1 });
  await database.lookups.put({ word: 'whale', at: 1, bookId: localId });
  const account = `u-${crypto.randomUUID()}`;
  const before = await openDatabase(account);
  await changeSetting(before, readingSettings, { fontSize: 90 });
  before.close();
  bridge.account = { ...bridge.account, state: 'signedIn', account };
  bridge.emit('account.changed', bridge.account);
  await until(() => application.state.getState().account.account === account);
  const { session } = application.state.getState();
  expect(session.settings.state.getState()).toMatchObject({
    controls: { keys: { F13: 'PageDown' } },
    reading: { fontSize: 90 },
  });
  await expect.poll(() => session.settings.fonts.state.getState().families).toMatchObject([{ family: 'Own' }]);
  expect(await session.database.lookups.count()).toBe(1);
  // Once: what the reader sets back in the account stays so at the next start.
  await session.database.settings.delete('controls');
  const next = await runApplication({ account: bridge.account });
  const kept = await readSetting(next.application.state.getState().session.database, controlSettings);
  expect(kept.keys).toEqual({});
});

it('moves the fonts that find room, and the others another time', async () => {
  const { mine, account } = await bothShelves();
  const facts = { family: 'Own', face: 'Regular', italic: false, lightest: 400, heaviest: 400 };
  for (const digest of ['d', 'e']) {
    await mine.fonts.add({ ...facts, digest, file: new Blob(['font']), size: 4, addedAt: 1 });
  }
  noteLocalWork();
  const refuse = (_: number, { digest }: { digest: string }) => {
    if (digest === 'd') noRoom();
  };
  account.fonts.hook('creating', refuse);
  const reported: unknown[] = [];
  expect(await adoptBelongings(account, (error) => reported.push(error))).toBe(true);
  account.fonts.hook('creating').unsubscribe(refuse);
  const digests = async ({ fonts }: Database) => (await fonts.toArray()).map(({ digest }) => digest);
  expect([await digests(account), await digests(mine), reported.length]).toEqual([['e'], ['d'], 1]);
  expect(await adoptBelongings(account, throwing)).toBe(true);
  expect([await digests(account), await digests(mine)]).toEqual([['e', 'd'], []]);
  expect(await adoptBelongings(account, throwing)).toBe(false);
});

it('gives what was looked up and the fonts to one account only', async () => {
  const { application, bridge } = await runApplication({ account: local });
  const { database } = application.state.getState().session;
  const facts = { family: 'Own', face: 'Regular', italic: false, lightest: 400, heaviest: 400 };
  for (const digest of ['d', 'e']) {
    await database.fonts.add({ ...facts, digest, file: new Blob(['font']), size: 4, addedAt: 1 });
  }
  await database.lookups.put({ word: 'whale', at: 1, bookId: localId });
  await database.lookups.put({ word: 'ship', at: 1, bookId: localId });
  // One of each is there: of an earlier try that was cut off, or looked up again.
  const first = `u-${crypto.randomUUID()}`;
  const before = await openDatabase(first);
  await before.fonts.add({ ...facts, digest: 'd', file: new Blob(['font']), size: 4, addedAt: 1 });
  await before.lookups.put({ word: 'whale', at: 7, bookId: 'b_1' });
  before.close();
  const change = (account: Partial<typeof bridge.account>) => {
    bridge.account = { ...bridge.account, ...account };
    bridge.emit('account.changed', bridge.account);
    return until(() => application.state.getState().session.account().account === bridge.account.account);
  };
  await change({ state: 'signedIn', account: first });
  const given = application.state.getState().session.database;
  await expect.poll(() => given.fonts.count()).toBe(2);
  const mine = await openDatabase('local');
  opened.push(mine);
  await expect.poll(() => mine.fonts.count()).toBe(0);
  expect(await mine.lookups.count()).toBe(0);
  expect((await given.lookups.toArray()).map(({ word, at }) => [word, at])).toEqual([
    ['ship', 1],
    ['whale', 7],
  ]);
  // What was set stays here for whoever works without an account; behind the sign-in page nobody does.
  await changeSetting(mine, controlSettings, { keys: { F13: 'PageDown' } });
  await change({ state: 'signedOut', account: 'local' });
  await change({ state: 'signedIn', account: `u-${crypto.randomUUID()}` });
  const other = application.state.getState().session;
  expect([await other.database.fonts.count(), await other.database.lookups.count()]).toEqual([0, 0]);
  expect(other.settings.state.getState().controls.keys).toEqual({});
});
