// Reading without an account: files are on the shelf and open at once, and everything goes over at the sign-in.

import { afterEach, expect, it } from 'vitest';
import { deleteDatabase, openDatabase } from '../../../src/db/database.ts';
import { bookmarkIdOf, type MarkRow } from '../../../src/db/marks.ts';
import { recordEvent } from '../../../src/db/record-event.ts';
import { storedFile } from '../../../src/db/resources.ts';
import { press, runApplication, titlesShown, until } from '../app/running-application.ts';
import { buildEpub, page } from '../book/build-zip.ts';
import { progressOf } from '../fake-bridge.ts';

afterEach(() => deleteDatabase('local'));

const local = { state: 'local' as const, account: 'local' };

async function epub(): Promise<File> {
  const book = await buildEpub([{ name: 'one.xhtml', data: page('<p>Call me Ishmael.</p>') }]);
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
  await imports.add([file, new File(['not a book'], 'notes.epub')]);
  await until(() => titlesShown().length === 1);
  const [row] = await database.books.toArray();
  expect(row).toMatchObject({ bookId: 'local_i_1', downloaded: 1, version: 1 });
  expect((await storedFile(database, 'local_i_1'))?.size).toBe(file.size);
  expect(imports.state.getState().list.at(-1)).toMatchObject({ name: 'notes.epub', stage: 'failed' });
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

it('hands a local book over again when its import was lost', async () => {
  const first = await runApplication({ account: local });
  await first.application.state.getState().session.imports.add([await epub()]);
  await until(() => titlesShown().length === 1);
  // The fake's list of imports is empty, as after a lost spool.
  first.bridge.account = { ...first.bridge.account, state: 'signedIn', account: `u-${crypto.randomUUID()}` };
  first.bridge.emit('account.changed', first.bridge.account);
  await until(() => first.bridge.imported.size === 2);
  expect(first.bridge.imported.get('i_2')?.bytes).toEqual(first.bridge.imported.get('i_1')?.bytes);
});
