// A file that was opened from the desktop: its book comes up by itself only while the reader waits for it.

import { afterEach, expect, it, vi } from 'vitest';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { deleteDatabase, openDatabase } from '../../../src/db/database.ts';
import { buildEpub, page } from '../book/build-zip.ts';
import { progressOf } from '../fake-bridge.ts';
import { buttonNamed, runApplication, titlesShown, until } from './running-application.ts';

afterEach(() => {
  vi.restoreAllMocks();
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

it('is not opened for another account that came while it was synced', async () => {
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
  held.resolve();
  await until(() => shown.mock.settledResults.length > 0 || reported.length > 0);
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
  expect(application.routes.state.getState().stack.map(({ name }) => name)).toEqual(['shelf', 'reader']);
  await application.leave();
});
