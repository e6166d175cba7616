// A file that was opened from the desktop: its book comes up by itself only while the reader waits for it.

import { afterEach, expect, it, vi } from 'vitest';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { deleteDatabase, openDatabase } from '../../../src/db/database.ts';
import { buildEpub, page } from '../book/build-zip.ts';
import { progressOf } from '../fake-bridge.ts';
import { buttonNamed, type RunningApplication, runApplication, titlesShown, until } from './running-application.ts';

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
  return deleteDatabase('local');
});

it('is not opened over what the reader has begun to do meanwhile', async () => {
  const { application, bridge } = await runApplication({ account: { state: 'local', account: 'local' } });
  const book = await buildEpub([{ name: 'one.xhtml', data: page('<p>Call me Ishmael.</p>') }]);
  bridge.imported.set('i_8', { name: 'whale.epub', bytes: new Uint8Array(await book.arrayBuffer()) });
  bridge.emit('import.progress', { ...progressOf('i_8', 'waiting', 0, book.size), name: 'whale.epub', toRead: true });
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }));
  await until(() => titlesShown().length === 1);
  expect(application.routes.current().name).toBe('shelf');
});

it.each([
  ['and the former one is left soon', false],
  ['and the former one has been left', true],
] as const)('is not opened for another account that came while it was synced, %s', async (_, isLate) => {
  const { application, bridge, reported } = await runApplication({});
  const before = application.state.getState().session;
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sync = before.sync();
  if (!sync) throw new Error('There is nothing to sync with.');
  vi.spyOn(sync, 'now').mockImplementation(async () => {
    asked.resolve();
    await held.promise;
  });
  bridge.emit('import.progress', { ...progressOf('i_1', 'done', 100), bookId: 'b_whale', toRead: true });
  await asked.promise;
  const shown = vi.spyOn(before.shelf, 'load');
  bridge.account = { ...bridge.account, account: `u-${crypto.randomUUID()}` };
  bridge.emit('account.changed', bridge.account);
  await until(() => application.state.getState().session !== before);
  if (isLate) await until(() => !before.database.isOpen());
  held.resolve();
  if (!isLate) await until(() => shown.mock.settledResults.length > 0 || reported.length > 0);
  // As long as it would take to look for a local book of this import.
  const local = await openDatabase('local');
  await local.books.count();
  local.close();
  await afterPaint();
  expect(application.routes.current().name).toBe('shelf');
  expect(reported).toEqual([]);
});

it('is opened at a first start once the reader has chosen to go without an account', async () => {
  const { application, bridge } = await runApplication({ account: { state: 'signedOut', account: 'local' } });
  const book = await buildEpub([{ name: 'one.xhtml', data: page('<p>Call me Ishmael.</p>') }]);
  bridge.imported.set('i_9', { name: 'whale.epub', bytes: new Uint8Array(await book.arrayBuffer()) });
  bridge.emit('import.progress', { ...progressOf('i_9', 'waiting', 0, book.size), name: 'whale.epub', toRead: true });
  const { shelf } = application.state.getState().session;
  await until(() => shelf.state.getState().shown.total === 1);
  expect(application.routes.current().name).toBe('signIn');
  const without = await until(() => buttonNamed('Continue without an account'));
  without.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  without.click();
  await until(() => application.routes.current().name === 'reader');
  await application.leave();
  expect(application.routes.current().name).toBe('shelf');
});

it('takes the place of the book that is open, which is left as by hand', async () => {
  const { application, bridge } = await runApplication({ account: { state: 'local', account: 'local' } });
  for (const [importId, name, first] of [
    ['i_12', 'whale.epub', 'Call me Ishmael.'],
    ['i_13', 'bartleby.epub', 'It was a dark night.'],
  ] as const) {
    const book = await buildEpub([{ name: 'one.xhtml', data: page(`<p>${first}</p>`) }]);
    bridge.imported.set(importId, { name, bytes: new Uint8Array(await book.arrayBuffer()) });
    bridge.emit('import.progress', { ...progressOf(importId, 'waiting', 0, book.size), name, toRead: true });
    await until(() => {
      const shown = [...document.querySelectorAll('iframe')].filter(({ style }) => style.visibility === 'visible');
      return shown.some((frame) => frame.contentDocument?.body.textContent?.includes(first));
    });
  }
  await until(() => document.querySelectorAll('.reader-main').length === 1);
  await application.leave();
  expect(application.routes.current().name).toBe('shelf');
  await until(() => titlesShown().length === 2);
});

/** Opened from the desktop, with no account: it is kept here, and main has it ready for a sign-in. */
async function openWithout({ application, bridge }: RunningApplication, importId: string) {
  const book = await buildEpub([{ name: 'one.xhtml', data: page('<p>Call me Ishmael.</p>') }]);
  bridge.imported.set(importId, { name: 'whale.epub', bytes: new Uint8Array(await book.arrayBuffer()) });
  const waiting = progressOf(importId, 'waiting', 0, book.size);
  bridge.emit('import.progress', { ...waiting, name: 'whale.epub', toRead: true });
  const { shelf } = application.state.getState().session;
  await until(() => shelf.state.getState().shown.total === 1);
}

/** The account's session, once the import has come through there and what was kept here has gone over. */
async function signInAndUpload({ application, bridge, service }: RunningApplication, importId: string) {
  service.addBook({ bookId: 'b_whale', title: 'Moby-Dick', at: 1_700_000_000 });
  const { session: before } = application.state.getState();
  bridge.account = { ...bridge.account, state: 'signedIn', account: `u-${crypto.randomUUID()}` };
  bridge.emit('account.changed', bridge.account);
  await until(() => application.state.getState().session !== before);
  const { session } = application.state.getState();
  const reread = vi.spyOn(session.settings, 'rereadBook');
  bridge.emit('import.progress', { ...progressOf(importId, 'uploading', 10), toRead: true });
  bridge.emit('import.progress', { ...progressOf(importId, 'done', 100), bookId: 'b_whale', toRead: true });
  await until(() => reread.mock.settledResults.length > 0);
  await session.shelf.load();
  await afterPaint();
}

it('is opened once: not again when its import comes through after a sign-in', async () => {
  const running = await runApplication({ account: { state: 'local', account: 'local' } });
  const { application } = running;
  await openWithout(running, 'i_10');
  await until(() => application.routes.current().name === 'reader');
  await application.leave();
  await signInAndUpload(running, 'i_10');
  expect(application.routes.current().name).toBe('shelf');
});

it('is not opened again either when the page is loaded anew before the sign-in', async () => {
  const before = await runApplication({ account: { state: 'local', account: 'local' } });
  await openWithout(before, 'i_14');
  await until(() => before.application.routes.current().name === 'reader');
  await before.application.leave();
  const anew = await runApplication({ account: { state: 'local', account: 'local' } });
  await signInAndUpload(anew, 'i_14');
  expect(anew.application.routes.current().name).toBe('shelf');
});

it('is opened at a first start once the reader has signed in', async () => {
  const running = await runApplication({ account: { state: 'signedOut', account: 'local' } });
  const { application } = running;
  await openWithout(running, 'i_11');
  expect(application.routes.current().name).toBe('signIn');
  await signInAndUpload(running, 'i_11');
  await until(() => application.routes.current().name === 'reader');
  expect(application.routes.current()).toMatchObject({ bookId: 'b_whale' });
  await application.leave();
});
