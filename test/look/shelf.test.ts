// The shelf in its states.

import { afterEach, vi } from 'vitest';
import { afterPaint } from '../../src/app/after-paint.ts';
import { archiveRow } from '../../src/db/shelf/archives.ts';
import { buttonNamed, press, type RunningApplication, runApplication, until } from '../src/app/running-application.ts';
import { sampleBook } from '../src/db/temporary-database.ts';
import { beginLook, hand, look, type Size, sizes } from './look.ts';

beginLook();
afterEach(() => vi.restoreAllMocks());

const books = [
  ['Moby-Dick; or, The Whale', 'Herman Melville'],
  ['红楼梦', '曹雪芹'],
  ['Pride and Prejudice', 'Jane Austen'],
  ['吾輩は猫である', '夏目漱石'],
  ['The Strange Case of Dr. Jekyll and Mr. Hyde', 'Robert Louis Stevenson'],
  ['Ulysses', 'James Joyce'],
  ['ألف ليلة وليلة', ''],
  ['Middlemarch: A Study of Provincial Life', 'George Eliot'],
  ['An Enquiry Concerning Human Understanding, and Other Essays on the Principles of Morals', 'David Hume'],
  ['Emma', 'Jane Austen'],
  ['西遊記', '吳承恩'],
  ['Frankenstein', 'Mary Shelley'],
].map(([title = '', author = '']) => ({ title, author }));

async function openShelf(size: Size): Promise<RunningApplication> {
  const running = await runApplication({ size, books: [...books, ...books] });
  const { session } = running.application.state.getState();
  await session.syncNow();
  await session.shelf.record([
    { kind: 'shelf.archive', archiveId: 'a_classics', name: 'Classics', bookIds: ['b_5', 'b_9'] },
    { kind: 'shelf.top', bookIds: ['b_2'], isTop: 1 },
    { kind: 'book.finished', bookIds: ['b_0'], finished: 1 },
    { kind: 'book.secret', bookIds: ['b_1'], secret: 1 },
  ]);
  await session.syncNow();
  await until(() => document.querySelectorAll('.entry').length > 0);
  return running;
}

look(
  'shelf',
  async (size, picture) => {
    const { application } = await openShelf(size);
    const { shelf } = application.state.getState().session;
    await picture();
    const entry = document.querySelectorAll<HTMLElement>('.entry')[1];
    entry?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
    await afterPaint();
    await picture('menu');
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await shelf.arrange({ layout: 'list' });
    await afterPaint();
    await picture('list');
  },
  [...sizes, hand],
);

look('shelf-held-up', async (size, picture) => {
  const { application } = await openShelf(size);
  const account = application.state.getState().session.account().account;
  application.state.setState({ heldUp: { account, bookId: 'b_0', title: 'Moby-Dick; or, The Whale' } });
  await until(() => document.querySelector('[role=dialog]'));
  await picture();
});

look(
  'shelf-move',
  async (size, picture) => {
    const { application } = await openShelf(size);
    const { database } = application.state.getState().session;
    const names = ['Drama', 'Economics', 'Essays and Letters of the Eighteenth Century', 'Łódź', '小说', '诗歌'];
    const folders = Array.from({ length: 40 }, (_, n) => archiveRow(`a_${n}`, names[n] ?? `Shelf ${n}`));
    await database.archives.bulkPut(folders);
    const entry = document.querySelectorAll<HTMLElement>('.entry')[1];
    entry?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
    await press('Move to a folder…');
    await until(() => buttonNamed('Classics'));
    await afterPaint();
    await picture();
  },
  [...sizes, hand],
);

look('shelf-chinese', async (size, picture) => {
  const { application } = await openShelf(size);
  await application.state.getState().session.settings.changeLanguage({ language: 'zh-Hans' });
  await until(() => document.documentElement.lang === 'zh-Hans');
  await picture();
});

look('shelf-empty', async (size, picture) => {
  await runApplication({ size });
  await picture();
});

// Its footer says the most there is to say.
look('shelf-local', async (size, picture) => {
  const account = { state: 'local' as const, account: `local-${crypto.randomUUID()}` };
  const { application } = await runApplication({ size, account });
  const { session } = application.state.getState();
  await session.database.books.bulkPut(books.slice(0, 2).map((book, n) => sampleBook(`local_i_${n}`, book)));
  await session.shelf.load();
  await until(() => document.querySelectorAll('.entry').length === 2);
  await afterPaint();
  await picture();
});

look('shelf-imports', async (size, picture) => {
  const { bridge } = await runApplication({ size, books: books.slice(0, 3) });
  const progress = (importId: string, name: string, stage: string, more = {}) =>
    bridge.emit('import.progress', { importId, name, stage, done: 40, total: 100, ...more });
  progress('i_1', 'Middlemarch.epub', 'uploading');
  progress('i_2', 'The Waves.epub', 'waiting');
  progress('i_3', 'Notes.docx', 'failed', { error: { code: 'unsupported_format', message: '' } });
  await until(
    () =>
      document.querySelectorAll('.entry').length === 3 &&
      document.querySelector('.shelf-footer')?.textContent?.includes('3 books'),
  );
  await picture();
});

look(
  'sign-in',
  async (size, picture) => {
    await runApplication({ size, account: { state: 'signedOut', account: `local-${crypto.randomUUID()}` } });
    await until(() => document.querySelector('img.qr'));
    await picture();
  },
  [...sizes, hand],
);

look('account', async (size, picture) => {
  const { application } = await openShelf(size);
  application.routes.go({ name: 'account' });
  await afterPaint();
  await picture();
  await press('Sign out…');
  await picture('sign-out');
});

look('shelf-downloads', async (size, picture) => {
  const { application } = await openShelf(size);
  const { downloads, shelf } = application.state.getState().session;
  shelf.select(new Set(['b_1', 'b_3', 'b_4']));
  await afterPaint();
  await picture('selecting');
  shelf.select(undefined);
  const fetched = window.fetch.bind(window);
  vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    if (String(input) === '/book-files/b_1')
      return Promise.resolve(Response.json({ error: 'not_found' }, { status: 404 }));
    // The next one is on its way for as long as it is looked at.
    return String(input).startsWith('/book-files/') ? new Promise(() => undefined) : fetched(input, init);
  });
  await downloads.add(['b_1', 'b_3', 'b_4']);
  await press(await until(() => buttonNamed('Downloading 2')?.textContent));
  await until(() => document.querySelectorAll('.import-row').length === 3);
  await picture();
});
