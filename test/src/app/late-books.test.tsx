// Books that come by themselves while the shelf is looked at: nothing moves under the finger.

import { expect, it } from 'vitest';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { sampleBook } from '../db/temporary-database.ts';
import { progressOf } from '../fake-bridge.ts';
import { buttonNamed, type RunningApplication, runApplication, titlesShown, until } from './running-application.ts';

const books = [{ title: 'Emma' }, { title: 'Persuasion' }];
const titles = ['Emma', 'Persuasion'];

/** As from the watched folder: this window did not hand it over. */
async function comes({ application, bridge, service }: RunningApplication, bookId: string): Promise<void> {
  service.addBook({ bookId, title: 'Sanditon', at: 1_790_000_000 });
  bridge.emit('import.progress', { ...progressOf(`i_${bookId}`, 'done', 100), bookId });
  const { database } = application.state.getState().session;
  await expect.poll(() => database.books.get(bookId)).toBeTruthy();
}

const foot = () => document.querySelector('.shelf-footer > .button')?.textContent;

it('an import that nobody waits for leaves the shelf as it is, whose foot says and shows it', async () => {
  const running = await runApplication({ books });
  await until(() => titlesShown().length === 2);
  await comes(running, 'b_new');
  await until(() => foot() === 'New books');
  expect(titlesShown()).toEqual(titles);
  buttonNamed('New books')?.click();
  await until(() => titlesShown().length === 3);
  expect(titlesShown()[0]).toBe('Sanditon');
  await afterPaint();
  expect(foot()).not.toBe('New books');
});

it('it is there on the way back to the shelf, and a shelf without books shows it at once', async () => {
  const running = await runApplication({});
  await comes(running, 'b_first');
  await until(() => titlesShown().length === 1);
  running.application.routes.go({ name: 'account' });
  await comes(running, 'b_second');
  await running.application.showShelf();
  await until(() => titlesShown().length === 2);
  await afterPaint();
  expect(foot()).not.toBe('New books');
});

it('what comes while the shelf is read is no news where it is shown already', async () => {
  const { application } = await runApplication({ books });
  await until(() => titlesShown().length === 2);
  const { shelf, database } = application.state.getState().session;
  await database.books.put(sampleBook('b_new', { addedAt: 1_790_000_000 }));
  const loading = shelf.load();
  await shelf.announce('b_new');
  await loading;
  expect(titlesShown()).toHaveLength(3);
  expect(shelf.state.getState().news).toBe(false);
  const another = shelf.load();
  await shelf.announce('b_elsewhere');
  await another;
  expect(shelf.state.getState().news).toBe(true);
});

it('a file that the reader opened is shown as soon as it is there', async () => {
  const running = await runApplication({ books });
  await until(() => titlesShown().length === 2);
  running.service.addBook({ bookId: 'b_opened', title: 'Sanditon', at: 1_790_000_000 });
  const done = { ...progressOf('i_opened', 'done', 100), bookId: 'b_opened', toRead: true };
  // Whoever is busy meanwhile is not led away from the shelf.
  running.bridge.emit('import.progress', { ...done, stage: 'processing' });
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }));
  running.bridge.emit('import.progress', done);
  await until(() => titlesShown().length === 3);
});
