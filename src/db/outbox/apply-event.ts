// What an event does to the rows that the reader sees. Used when the reader acts, and again over rows pulled from the
// service. Must run in a transaction over `editedTables`.

import type { Database } from '../database.ts';
import { bookmarkIdOf } from '../marks/marks.ts';
import { withNewerFields } from '../marks/newer-fields.ts';
import { mergePlace } from '../reading/positions.ts';
import { archiveRow } from '../shelf/archives.ts';
import { type ShelfFacts, withShelfFacts } from '../shelf/books.ts';
import type { BaseKind } from './bases.ts';
import type { EventBody } from './events.ts';

/** The rows whose service state an event overlays. Positions merge by themselves and need none. */
export function rowsTouched(body: EventBody): { kind: BaseKind; id: string }[] {
  switch (body.kind) {
    case 'position':
      return [];
    case 'mark.add':
    case 'mark.change':
      return [{ kind: 'mark', id: body.mark.bookmarkId }];
    case 'mark.remove':
      return [{ kind: 'mark', id: body.bookmarkId }];
    case 'thought.add':
    case 'thought.change':
      return [{ kind: 'thought', id: body.thought.thoughtId }];
    case 'thought.remove':
      return [{ kind: 'thought', id: body.thoughtId }];
    default: {
      const books = body.bookIds.map((id) => ({ kind: 'book' as const, id }));
      return 'archiveId' in body && body.archiveId !== '' ? [{ kind: 'archive', id: body.archiveId }, ...books] : books;
    }
  }
}

/** Applying an event twice changes nothing more. `at`: Unix seconds. */
export async function applyEvent(database: Database, body: EventBody, at: number): Promise<void> {
  switch (body.kind) {
    case 'mark.add': {
      const known = await database.marks.get(bookmarkIdOf(body.mark));
      const { style, colorStyle } = body.mark;
      await database.marks.put(known ? withNewerFields(known, { style, colorStyle }, at) : body.mark);
      return;
    }
    case 'mark.change': {
      const known = (await database.marks.get(body.mark.bookmarkId)) ?? body.mark;
      await database.marks.put(withNewerFields(known, body.change, at));
      return;
    }
    case 'mark.remove':
      await database.marks.delete(body.bookmarkId);
      return;
    case 'thought.add': {
      const known = await database.thoughts.get(body.thought.thoughtId);
      const { content, visibility } = body.thought;
      await database.thoughts.put(known ? withNewerFields(known, { content, visibility }, at) : body.thought);
      return;
    }
    case 'thought.change': {
      const known = (await database.thoughts.get(body.thought.thoughtId)) ?? body.thought;
      await database.thoughts.put(withNewerFields(known, body.change, at));
      return;
    }
    case 'thought.remove':
      await database.thoughts.delete(body.thoughtId);
      return;
    case 'position': {
      const row = (await database.positions.get(body.bookId)) ?? { bookId: body.bookId };
      await database.positions.put(mergePlace(row, body.position, 'mine'));
      await advanceBook(database, body.bookId, body.position.progress, body.position.updateTime);
      return;
    }
    case 'shelf.archive':
      if (body.archiveId !== '') {
        await database.archives.put(archiveRow(body.archiveId, body.name));
      }
      return changeBooks(database, body.bookIds, { folder: body.archiveId });
    case 'shelf.deleteArchive':
      await database.archives.delete(body.archiveId);
      return changeBooks(database, body.bookIds, body.removeBooks ? { onShelf: 0, folder: '' } : { folder: '' });
    case 'shelf.add':
      return changeBooks(database, body.bookIds, { onShelf: 1, addedAt: at });
    case 'shelf.delete':
      return changeBooks(database, body.bookIds, { onShelf: 0, folder: '', isTop: 0 });
    case 'shelf.top':
      return changeBooks(database, body.bookIds, { isTop: body.isTop });
    case 'book.secret':
      return changeBooks(database, body.bookIds, { secret: body.secret });
    case 'book.finished':
      return changeBooks(database, body.bookIds, { finished: body.finished });
  }
}

/** Changes facts of known books; derived keys follow. Unknown ids are left alone: their rows come with a pull. */
export async function changeBooks(database: Database, bookIds: string[], change: Partial<ShelfFacts>): Promise<void> {
  const rows = await database.books.bulkGet(bookIds);
  await database.books.bulkPut(rows.flatMap((row) => (row ? [withShelfFacts(row, change)] : [])));
}

/** Takes in when and how far a book was read, unless something newer is known. */
export async function advanceBook(database: Database, bookId: string, progress: number, readAt: number): Promise<void> {
  const row = await database.books.get(bookId);
  if (row && readAt >= row.readAt) await database.books.put(withShelfFacts(row, { progress, readAt }));
}
