// Downloads that the reader asks for: from the menu and for many books, one after another, and what becomes of those that
// fail.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fileStateHeader } from '../../../api/host-paths.ts';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { loadFile } from '../../../src/db/reading/load-file.ts';
import { storedOriginal } from '../../../src/db/reading/resources.ts';
import { chooseForm } from '../../../src/db/settings/shown-forms.ts';
import { createDownloads } from '../../../src/library/downloads.ts';
import { buttonNamed, press, runApplication, until } from '../app/running-application.ts';
import { sampleBook, temporaryDatabase } from '../db/temporary-database.ts';

type Answer = () => Response;

/** Requests that wait for an answer, by address. */
const waiting = new Map<string, (answer: Answer) => void>();
const asked: { address: string; signal: AbortSignal }[] = [];
const isFile = (address: string) => /^\/(book|original)-files\//.test(address);

beforeEach(() => {
  waiting.clear();
  asked.length = 0;
  const fetched = window.fetch.bind(window);
  vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const address = String(input);
    if (!isFile(address)) return fetched(input, init);
    const signal = init?.signal as AbortSignal;
    asked.push({ address, signal });
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      waiting.set(address, (answer) => resolve(answer()));
    });
  });
});

afterEach(() => vi.restoreAllMocks());

const whole: Answer = () => new Response('a whole book', { headers: { [fileStateHeader]: 'current' } });
const refused = (error: string) => (): Response => Response.json({ error }, { status: 503 });

async function answer(address: string, given: Answer): Promise<void> {
  const give = await until(() => waiting.get(address));
  waiting.delete(address);
  give(given);
}

async function start(...bookIds: string[]) {
  const database = await temporaryDatabase();
  await database.books.bulkPut(bookIds.map((bookId) => sampleBook(bookId)));
  const onStored = vi.fn();
  const report = vi.fn();
  const downloads = createDownloads({ database, onStored, now: () => 1, report });
  const stages = () => downloads.state.getState().list.map(({ bookId, stage }) => `${bookId} ${stage}`);
  return { database, downloads, onStored, report, stages };
}

it('fetches one after another what is not here, and goes on after one that the service refuses', async () => {
  const { database, downloads, onStored, stages } = await start('a', 'b', 'c', 'here', 'local_i');
  await database.books.update('here', { downloaded: 1 });
  await downloads.add(['a', 'b', 'c', 'here', 'local_i', 'unknown']);
  await downloads.add(['a']);
  expect(stages()).toEqual(['a running', 'b waiting', 'c waiting']);
  await until(() => waiting.size === 1);
  await answer('/book-files/a', refused('not_found'));
  await answer('/book-files/b', whole);
  await answer('/book-files/c', whole);
  await until(() => stages().length === 1);
  expect(downloads.state.getState().list).toMatchObject([
    { bookId: 'a', stage: 'failed', error: { code: 'not_found' } },
  ]);
  expect(onStored.mock.calls).toEqual([['b'], ['c']]);
  expect((await database.books.bulkGet(['a', 'b', 'c'])).map((book) => book?.downloaded)).toEqual([0, 1, 1]);
  expect(asked.map(({ address }) => address)).toEqual(['/book-files/a', '/book-files/b', '/book-files/c']);
});

it('asks for no other book without the service, and for all again when the reader does', async () => {
  const { downloads, stages } = await start('a', 'b');
  await downloads.add(['a', 'b']);
  await answer('/book-files/a', refused('offline'));
  await until(() => stages().every((stage) => stage.endsWith('failed')));
  expect(asked).toHaveLength(1);
  downloads.retry();
  await answer('/book-files/a', whole);
  await answer('/book-files/b', whole);
  await until(() => stages().length === 0);
});

it('says so when the disk does not take it', async () => {
  const { database, downloads, onStored, report } = await start('a');
  database.resources.hook('creating', () => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  });
  await downloads.add(['a']);
  await answer('/book-files/a', whole);
  await until(() => downloads.state.getState().list[0]?.error?.code === 'disk_full');
  expect(onStored).not.toHaveBeenCalled();
  expect(report).toHaveBeenCalledTimes(1);
});

it('says so as well where it has joined an opening', async () => {
  const { database, downloads } = await start('a', 'b');
  database.resources.hook('creating', () => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  });
  const unkept = vi.fn();
  const parts = { database, report: unkept, now: () => 1 };
  const opened = loadFile(parts, 'a', () => undefined, new AbortController().signal);
  await until(() => waiting.has('/book-files/a'));
  await downloads.add(['a', 'b']);
  await afterPaint();
  await answer('/book-files/a', whole);
  const reasons = () => downloads.state.getState().list.map(({ error }) => error?.code);
  await expect.poll(reasons).toEqual(['disk_full', 'disk_full']);
  expect(await (await opened).file.text()).toBe('a whole book');
  expect(unkept).toHaveBeenCalledTimes(1);
  expect(asked).toHaveLength(1);
});

it('gives up what is taken off the list and all of it at the end, but not what somebody opens', async () => {
  const { database, downloads, report, stages } = await start('a', 'b', 'c');
  await downloads.add(['a', 'b', 'c']);
  await until(() => waiting.has('/book-files/a'));
  downloads.remove(['a', 'c']);
  expect(asked[0]?.signal.aborted).toBe(true);
  await until(() => waiting.has('/book-files/b'));
  expect(stages()).toEqual(['b running']);
  const parts = { database, report, now: () => 1 };
  const opened = loadFile(parts, 'b', () => undefined, new AbortController().signal);
  await afterPaint();
  downloads.close();
  await answer('/book-files/b', whole);
  expect(await (await opened).file.text()).toBe('a whole book');
  expect(asked).toHaveLength(2);
});

it('brings the pages along of a book that is read by them', async () => {
  const { database, downloads, stages } = await start('a');
  await chooseForm(database, 'a', 'pages');
  await downloads.add(['a']);
  await answer('/book-files/a', whole);
  await answer('/original-files/a', whole);
  await until(() => stages().length === 0);
  expect(await storedOriginal(database, 'a', 1)).toBeDefined();
});

it('is asked for in the menu and for selected books, tells how far it is, and marks what has come', async () => {
  const books = ['One', 'Two', 'Three'].map((title) => ({ title }));
  const { application } = await runApplication({ books });
  await until(() => document.querySelectorAll('.entry').length === 3);
  const menuOf = async (title: string) => {
    const cells = [...document.querySelectorAll<HTMLElement>('.entry')];
    const cell = cells.find((entry) => entry.textContent?.includes(title));
    cell?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
    await afterPaint();
  };
  await menuOf('One');
  await press('Download');
  await until(() => buttonNamed('Downloading 1'));
  await menuOf('Two');
  await press('Select…');
  document.querySelectorAll<HTMLElement>('.entry')[2]?.click();
  await afterPaint();
  await press('Download');
  await until(() => buttonNamed('Downloading 3'));
  expect(document.querySelector('h1')?.textContent).toBe('Shelf');
  await answer('/book-files/b_0', whole);
  await until(() => buttonNamed('Downloading 2'));
  const { shelf } = application.state.getState().session;
  const { entries } = shelf.state.getState().shown;
  expect(entries.map((entry) => entry.kind === 'book' && entry.book.downloaded)).toEqual([1, 0, 0]);
  await answer('/book-files/b_1', refused('offline'));
  await press('2 not downloaded');
  await until(() => document.querySelectorAll('[role=dialog] .import-row').length === 2);
  await press('Try again');
  await answer('/book-files/b_1', whole);
  await until(() => waiting.has('/book-files/b_2'));
  await press('Stop: Three');
  await press('Close');
  await until(() => buttonNamed('In sync'));
});
