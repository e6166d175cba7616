// The shelf as a reader uses it: by keys, by pressing, by dropping files; and what of it repaints.

import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { mostFolders } from '../../../api/limits.ts';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { archiveRow } from '../../../src/db/shelf/archives.ts';
import { buttonNamed, press, runApplication, titlesShown, until } from '../app/running-application.ts';
import { sampleBook } from '../db/temporary-database.ts';
import { progressOf } from '../fake-bridge.ts';

const books = Array.from({ length: 20 }, (_, index) => ({
  title: `Book ${String(index).padStart(2, '0')}`,
  author: 'A',
}));

async function openMenu(title: string): Promise<void> {
  const cell = await until(() =>
    [...document.querySelectorAll<HTMLElement>('.entry')].find((entry) => entry.textContent?.includes(title)),
  );
  cell.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
  await afterPaint();
}

it('shows what the first sync brought, and turns pages by keys and buttons', async () => {
  await runApplication({ books });
  await until(() => titlesShown().length > 0);
  const first = titlesShown();
  expect(first[0]).toBe('Book 00');
  await userEvent.keyboard('{PageDown}');
  await until(() => titlesShown()[0] !== 'Book 00');
  expect(titlesShown()[0]).toBe(`Book ${String(first.length).padStart(2, '0')}`);
  await press('Previous page');
  await until(() => titlesShown()[0] === 'Book 00');
});

it('pins, finishes, hides, files and removes a book, here at once and at the service after a sync', async () => {
  const { application, service } = await runApplication({ books: books.slice(0, 3) });
  await until(() => titlesShown().length === 3);
  await openMenu('Book 01');
  await press('Pin to the front');
  await until(() => titlesShown()[0] === 'Book 01');
  await openMenu('Book 01');
  await press('Mark as finished');
  await openMenu('Book 02');
  await press('Make private');
  await openMenu('Book 02');
  await press('Move to a folder…');
  await press('New folder…');
  await userEvent.keyboard('Classics{Enter}');
  await until(() => titlesShown()[0] === 'Classics');
  await openMenu('Book 00');
  await press('Remove from the shelf…');
  await press('Remove');
  await until(() => titlesShown().length === 2);
  await application.state.getState().session.syncNow();
  const rows = service.books();
  expect(rows.get('b_1')?.value).toMatchObject({ isTop: 1, finishReading: 1 });
  expect(rows.get('b_2')?.value.secret).toBe(1);
  expect([...service.folders().values()].map(({ value }) => value.name)).toEqual(['Classics']);
  expect(rows.get('b_2')?.value.folder).toBe([...service.folders().keys()][0]);
  expect(rows.get('b_0')?.removedAt).toBeGreaterThan(0);
  expect(titlesShown()).toEqual(['Classics', 'Book 01']);
});

it('moves a book into any of a thousand folders, by page keys or by its name', async () => {
  const { application } = await runApplication({ books: books.slice(0, 2) });
  await until(() => titlesShown().length === 2);
  const { database, shelf } = application.state.getState().session;
  const name = (n: number) => `Folder ${String(n).padStart(4, '0')}`;
  await database.archives.bulkPut(Array.from({ length: mostFolders }, (_, n) => archiveRow(`f${n}`, name(n))));
  await shelf.goToPage(0);
  await shelf.search('01');
  await openMenu('Book 01');
  await press('Move to a folder…');
  await until(() => buttonNamed(name(0)));
  await userEvent.keyboard('{PageDown}');
  await until(() => !buttonNamed(name(0)));
  await userEvent.keyboard('{PageUp}');
  await until(() => buttonNamed(name(0)));
  const field = document.querySelector<HTMLInputElement>('[role=dialog] input');
  field?.focus();
  await userEvent.keyboard('ÓLDER 0999');
  await press(await until(() => (buttonNamed(name(0)) ? undefined : name(999))));
  await expect.poll(async () => (await database.books.get('b_1'))?.folder).toBe('f999');
});

it('deletes a large folder that is open with one repaint, and shows its books at the top', async () => {
  const { application } = await runApplication({ books: books.slice(0, 3) });
  await until(() => titlesShown().length === 3);
  const { database, shelf } = application.state.getState().session;
  await database.archives.put(archiveRow('f', 'Large'));
  await database.books.bulkPut(
    Array.from({ length: 450 }, (_, n) => sampleBook(`l${n}`, { title: `Inside ${n}`, folder: 'f' })),
  );
  await shelf.openFolder({ archiveId: 'f', name: 'Large' });
  await until(() => titlesShown()[0]?.startsWith('Inside'));
  let shown = 0;
  const stop = shelf.state.subscribe((state, before) => {
    if (state.shown !== before.shown) shown++;
  });
  await shelf.deleteFolder('f', 0);
  stop();
  expect(shown).toBe(1);
  expect(shelf.state.getState().folder).toBeUndefined();
  expect(await database.books.filter(({ folder }) => folder !== '').count()).toBe(0);
});

it('says so when a change could not be stored, and shows what is true', async () => {
  const { application, reported } = await runApplication({ books: books.slice(0, 2) });
  await until(() => titlesShown().length === 2);
  const { database } = application.state.getState().session;
  const refuse = () => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  };
  database.events.hook('creating', refuse);
  await openMenu('Book 01');
  await press('Pin to the front');
  await until(() => document.querySelector('[role=dialog]')?.textContent?.includes('This was not kept'));
  expect(titlesShown()[0]).toBe('Book 00');
  expect(await database.books.get('b_1')).toMatchObject({ isTop: 0 });
  expect(reported).toHaveLength(1);
  database.events.hook('creating').unsubscribe(refuse);
  await press('Close');
  await openMenu('Book 01');
  await press('Pin to the front');
  await until(() => titlesShown()[0] === 'Book 01');
});

it('selects many and removes them together', async () => {
  const { application } = await runApplication({ books: books.slice(0, 4) });
  await until(() => titlesShown().length === 4);
  await openMenu('Book 00');
  await press('Select…');
  document.querySelectorAll<HTMLElement>('.entry')[2]?.click();
  await until(() => document.querySelector('h1')?.textContent === '2 selected');
  await press('Remove from the shelf…');
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('Remove 2 books?');
  await press('Remove');
  await until(() => titlesShown().length === 2);
  expect(application.state.getState().session.shelf.state.getState().selected).toBeUndefined();
});

it('searches while typing and goes back by Escape', async () => {
  await runApplication({ books });
  await until(() => titlesShown().length > 0);
  await press('Search the shelf');
  await userEvent.keyboard('07');
  await until(() => titlesShown().join() === 'Book 07');
  await userEvent.keyboard('zz');
  await until(() => document.body.textContent?.includes('No book matches.'));
  await userEvent.keyboard('{Escape}');
  await until(() => titlesShown()[0] === 'Book 00');
});

it('opens the search field where the reader is, before anything was read', async () => {
  const { application } = await runApplication({ books });
  await until(() => titlesShown().length > 0);
  await userEvent.keyboard('{PageDown}');
  await until(() => titlesShown()[0] !== 'Book 00');
  const second = titlesShown();
  buttonNamed('Search the shelf')?.click();
  expect(application.state.getState().session.shelf.state.getState().search).toBe('');
  await afterPaint();
  expect(document.activeElement?.tagName).toBe('INPUT');
  expect(titlesShown()).toEqual(second);
  await userEvent.keyboard('{Escape}');
  expect(titlesShown()).toEqual(second);
});

it('loses nothing of what is asked for while a page is read', async () => {
  const { application } = await runApplication({ books });
  await until(() => titlesShown().length > 0);
  const { shelf } = application.state.getState().session;
  const size = titlesShown().length;
  await Promise.all([shelf.turn(1), shelf.load()]);
  expect(shelf.state.getState().shown.page).toBe(1);
  await Promise.all([shelf.turn(-1), shelf.turn(1), shelf.load()]);
  expect(shelf.state.getState().shown.page).toBe(1);
  // Presses beyond the last page count for nothing, and do not take those back that come after them.
  const { pages } = shelf.state.getState().shown;
  await shelf.goToPage(pages - 2);
  await Promise.all([shelf.turn(1), shelf.turn(1), shelf.turn(-1)]);
  expect(shelf.state.getState().shown.page).toBe(pages - 2);
  await Promise.all([shelf.search('1'), shelf.arrange({ sort: 'title' }), shelf.load()]);
  expect(shelf.state.getState()).toMatchObject({ search: '1', sort: 'title' });
  await Promise.all([shelf.search(undefined), shelf.search('07'), shelf.load()]);
  await Promise.all([shelf.search('1'), shelf.search('07')]);
  expect(shelf.state.getState().shown.entries).toHaveLength(1);
  await shelf.search(undefined);
  await shelf.goToPage(1);
  const folder = { archiveId: 'a_1', name: 'Whales' };
  await Promise.all([shelf.openFolder(folder), shelf.openFolder(folder)]);
  await Promise.all([shelf.leaveFolder(), shelf.turn(-1)]);
  expect(shelf.state.getState()).toMatchObject({ folder: undefined, shown: { page: 0 } });
  await Promise.all([shelf.goToPage(1), shelf.openFolder(folder)]);
  await shelf.leaveFolder();
  expect(shelf.state.getState().shown.page).toBe(1);
  expect(size).toBeLessThan(books.length);
});

it('reaches every book and its menu by keys alone', async () => {
  const { application } = await runApplication({ books: books.slice(0, 3) });
  await until(() => titlesShown().length === 3);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement?.textContent).toContain('Book');
  await userEvent.keyboard('m');
  await until(() => document.querySelector('[role=menu]'));
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement?.textContent).toContain('Book');
  const title = document.activeElement?.querySelector('.entry-title')?.textContent;
  await userEvent.keyboard('{Enter}');
  const view = application.routes.current();
  expect(view).toMatchObject({ name: 'reader', bookId: `b_${Number(title?.slice(-1))}` });
});

it('does not repaint for a sync that nobody asked for', async () => {
  const { application, service } = await runApplication({ books: books.slice(0, 2) });
  await until(() => titlesShown().length === 2);
  await application.state.getState().session.syncNow();
  let changes = 0;
  const observer = new MutationObserver((records) => {
    changes += records.length;
  });
  observer.observe(document.getElementById('app') as HTMLElement, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  service.addBook({ bookId: 'b_new', title: 'Late' });
  await application.state.getState().session.sync()?.now();
  await afterPaint();
  expect(changes).toBe(0);
  observer.disconnect();
  await press('In sync');
  await until(() => titlesShown().includes('Late'));
});

it('hands dropped files over in pieces of one mebibyte, shows how far they are, and then the book', async () => {
  const { bridge, service } = await runApplication({});
  const bytes = crypto.getRandomValues(new Uint8Array(65_536));
  const whole = new Uint8Array(2.5 * 1024 * 1024);
  for (let at = 0; at < whole.length; at += bytes.length) whole.set(bytes, at);
  const transfer = new DataTransfer();
  transfer.items.add(new File([whole], 'Moby-Dick.epub'));
  transfer.items.add(new File([bytes], 'small.epub'));
  window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }));
  await until(() => bridge.imported.size === 2);
  expect(bridge.calls.filter(({ name }) => name === 'import.chunk').map(({ request }) => request.offset)).toEqual([
    0, 1_048_576, 2_097_152, 0,
  ]);
  expect(bridge.imported.get('i_1')?.bytes).toEqual(whole);
  bridge.emit('import.progress', progressOf('i_1', 'uploading', 35));
  bridge.emit('import.progress', {
    ...progressOf('i_2', 'failed'),
    error: { code: 'bad_book', message: 'It is damaged.' },
  });
  await press('Adding 1');
  expect(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')).toBe('3');
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('It is damaged.');
  await press('Dismiss');
  await press('Close');
  service.addBook({ bookId: 'b_moby', title: 'Moby Dick' });
  bridge.emit('import.progress', { ...progressOf('i_1', 'done', 100), bookId: 'b_moby' });
  await until(() => titlesShown().join() === 'Moby Dick');
  expect(buttonNamed('Adding 1')).toBeUndefined();
});

it('says why a file was refused and goes on with the next', async () => {
  const { bridge, application } = await runApplication({});
  const { imports } = application.state.getState().session;
  const original = bridge.call;
  bridge.call = (async (name: never, request: { name: string }) => {
    if (name === 'import.open' && request.name === 'huge.epub')
      return { ok: false, code: 'too_large', message: 'A book may have at most 2 GiB.' };
    return original(name, request as never);
  }) as typeof original;
  await imports.add([new File(['x'], 'huge.epub'), new File(['y'], 'fine.epub')]);
  expect(imports.state.getState().list).toMatchObject([{ name: 'huge.epub', stage: 'failed' }, { name: 'fine.epub' }]);
  expect([...bridge.imported.values()].map(({ name }) => name)).toEqual(['fine.epub']);
});
