// `/book/tags`: the subjects of a book, and the folders into which readers put it. Folders are private: others learn of a
// name only when several readers use it, or when it is a subject of the book anyway.

import { sql } from 'kysely';
import type { books } from '../../../api/books.ts';
import type { Params, Reply } from '../../../api/route.ts';
import { readBook } from '../books/book-access.ts';
import type { Caller, Db, Reading } from '../reading.ts';
import { isNotSecret } from '../social/visibility.ts';
import { foldName } from '../store/book-words.ts';

type Route = (typeof books)['routes']['GET /book/tags'];

const fewestReaders = 3;
const mostFolders = 5000;
const mostTags = 200;
const longestTag = 64;

export function bookTagRoutes(reading: Reading) {
  return {
    'GET /book/tags': async ({ vid }: Caller, { bookId }: Params<Route>): Promise<Reply<Route>> => {
      const db = reading.database.kysely;
      const book = await readBook(db, vid, bookId);
      const tags = await tagsOf(db, bookId, book.category);
      const myTags = await ownTags(db, vid, bookId);
      return { bookId, tags, myTags };
    },
  };
}

interface Tag {
  tagId: string;
  name: string;
  count: number;
}

async function tagsOf(db: Db, bookId: string, category: string): Promise<Tag[]> {
  const subjects = await db
    .selectFrom('book_subjects')
    .select('subject')
    .where('book_id', '=', bookId)
    .orderBy('place')
    .execute();
  const names = subjects.length > 0 ? subjects.map((row) => row.subject) : category ? [category] : [];
  const tags = new Map<string, Tag & { isSubject: boolean }>();
  for (const name of names) tags.set(foldName(name), { ...tagNamed(name), count: 0, isSubject: true });
  const { rows } = await sql<{ vid: string; name: string }>`
    select m.vid, a.name from archive_members m
    join archives a on a.vid = m.vid and a.archive_id = m.archive_id and a.removed_at = 0
    where m.item_id = ${bookId} and m.kind = 'book' and m.removed_at = 0
      and ${isNotSecret('m.vid', 'm.item_id')} limit ${mostFolders}`.execute(db);
  for (const [key, uses] of Map.groupBy(rows, (row) => foldName(row.name))) {
    const readers = new Set(uses.map((use) => use.vid)).size;
    const known = tags.get(key);
    if (known) known.count = readers;
    else if (readers >= fewestReaders)
      tags.set(key, { ...tagNamed(uses[0]?.name ?? ''), count: readers, isSubject: false });
  }
  tags.delete('');
  return [...tags.values()]
    .sort((a, b) => b.count - a.count || Number(b.isSubject) - Number(a.isSubject))
    .slice(0, mostTags)
    .map(({ tagId, name, count }) => ({ tagId, name, count }));
}

function tagNamed(name: string): { tagId: string; name: string } {
  return { tagId: foldName(name).slice(0, longestTag).toWellFormed(), name: name.slice(0, longestTag).toWellFormed() };
}

async function ownTags(db: Db, vid: string, bookId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('archive_members as m')
    .innerJoin('archives as a', (join) => join.onRef('a.vid', '=', 'm.vid').onRef('a.archive_id', '=', 'm.archive_id'))
    .select('a.name')
    .where('m.vid', '=', vid)
    .where('m.kind', '=', 'book')
    .where('m.item_id', '=', bookId)
    .where('m.removed_at', '=', 0)
    .where('a.removed_at', '=', 0)
    .orderBy('a.name')
    .limit(mostTags)
    .execute();
  return rows.map((row) => row.name.slice(0, longestTag).toWellFormed());
}
