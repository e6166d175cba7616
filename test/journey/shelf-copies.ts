// Reads a client's stored shelf and the service's own, both in the same form, from within the client's page.

import type { Page } from 'playwright';
import type { Bridge } from '../../api/ipc.ts';

export interface Shelf {
  books: { title: string; isTop: number; secret: number; finished: number; folder: string }[];
  folders: { archiveId: string; name: string }[];
}

export async function storedShelf(page: Page): Promise<Shelf> {
  const { books, archives } = await readTables(page);
  return {
    books: books
      .filter(({ onShelf }) => onShelf)
      .map(({ title, isTop, secret, finished, folder }) => ({ title, isTop, secret, finished, folder }))
      .sort((a, b) => a.title.localeCompare(b.title)),
    folders: archives.map(({ archiveId, name }) => ({ archiveId, name })),
  };
}

/** Changes that the service has not confirmed. */
export async function unsentEvents(page: Page): Promise<number> {
  const { events } = await readTables(page);
  return events.filter(({ state }) => state !== 'sent').length;
}

export async function serviceShelf(page: Page): Promise<Shelf> {
  const reply = await page.evaluate(async () => {
    const result = await (window as unknown as { octavo?: Bridge }).octavo?.call('service.call', {
      route: 'GET /shelf/sync',
      params: { synckey: 0, count: 500 },
    });
    if (!result?.ok) throw new Error(JSON.stringify(result));
    return result.value as {
      books: { bookId: string; title: string; isTop: number; secret: number; finishReading: number }[];
      archive: { archiveId: string; name: string; bookIds: string[] }[];
    };
  });
  const folderOf = (id: string) => reply.archive.find(({ bookIds }) => bookIds.includes(id))?.archiveId ?? '';
  return {
    books: reply.books
      .map(({ bookId, title, isTop, secret, finishReading }) => ({
        ...{ title, isTop, secret },
        finished: finishReading,
        folder: folderOf(bookId),
      }))
      .sort((a, b) => a.title.localeCompare(b.title)),
    folders: reply.archive.map(({ archiveId, name }) => ({ archiveId, name })),
  };
}

interface Tables {
  books: { title: string; onShelf: number; isTop: number; secret: number; finished: number; folder: string }[];
  archives: { archiveId: string; name: string }[];
  events: { state: string }[];
}

/** Of the account that is open; a database that is being opened has no say here. */
function readTables(page: Page): Promise<Tables> {
  return page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const result = await (window as unknown as { octavo?: Bridge }).octavo?.call('account.state', {});
    if (!result?.ok) throw new Error(JSON.stringify(result));
    const database = await answer(indexedDB.open(`octavo-${result.value.account}`));
    const transaction = database.transaction(['books', 'archives', 'events']);
    const [books, archives, events] = await Promise.all(
      ['books', 'archives', 'events'].map((name) => answer(transaction.objectStore(name).getAll())),
    );
    database.close();
    return { books, archives, events } as never;
  });
}
