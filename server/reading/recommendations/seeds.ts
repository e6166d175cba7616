// What a reader's recommendations start from: the books they read, finished and keep, newest first.

import { sql } from 'kysely';
import type { Db } from '../reading.ts';
import type { Seed } from './candidates.ts';

const mostSeeds = 60;
/** A book on the shelf that is not read yet says less than one that is. */
const keptWeight = 0.3;
const readWeight = 1;
const finishedWeight = 1.2;

interface SeedRow {
  book_id: string;
  title: string;
  author: string;
  category: string;
  reading_time: number | null;
  status: string | null;
  star: number | null;
}

/** The reader's own private reading too: it is told to nobody but them. */
export async function seedsOf(db: Db, vid: string): Promise<Seed[]> {
  const { rows } = await sql<SeedRow>`
    select b.book_id, b.title, b.author, b.category, p.reading_time, s.status, r.star from (
      select book_id from (select book_id, update_time as touched from progress where vid = ${vid}
        order by update_time desc limit ${mostSeeds}) read_books
      union select item_id from (select item_id from shelf_entries where vid = ${vid} and kind = 'book' and removed_at = 0
        order by added_at desc limit ${mostSeeds}) kept_books
      union select book_id from (select book_id from book_states where vid = ${vid} and status = 'finished'
        order by finished_at desc limit ${mostSeeds}) finished_books
    ) touched
    join books b on b.book_id = touched.book_id and (b.visibility = 'library' or b.owner_vid = ${vid})
    left join progress p on p.book_id = b.book_id and p.vid = ${vid}
    left join book_states s on s.book_id = b.book_id and s.vid = ${vid}
    left join ratings r on r.book_id = b.book_id and r.vid = ${vid}
    order by b.book_id`.execute(db);
  const liked = rows.filter((row) => row.star === null || row.star > 40);
  const subjects = await subjectsOf(db, liked);
  return liked.map((row) => ({
    bookId: row.book_id,
    title: row.title,
    author: row.author,
    subjects: subjects.get(row.book_id) ?? [],
    weight: row.status === 'finished' ? finishedWeight : (row.reading_time ?? 0) >= 60 ? readWeight : keptWeight,
  }));
}

export async function seedOf(
  db: Db,
  book: { book_id: string; title: string; author: string; category: string },
): Promise<Seed> {
  const subjects = await subjectsOf(db, [book]);
  const { book_id, title, author } = book;
  return { bookId: book_id, title, author, subjects: subjects.get(book_id) ?? [], weight: 1 };
}

async function subjectsOf(
  db: Db,
  books: readonly { book_id: string; category: string }[],
): Promise<Map<string, string[]>> {
  if (books.length === 0) return new Map();
  const rows = await db
    .selectFrom('book_subjects')
    .select(['book_id', 'subject'])
    .where(
      'book_id',
      'in',
      books.map((book) => book.book_id),
    )
    .where('place', '<', 8)
    .orderBy('place')
    .execute();
  const byBook = Map.groupBy(rows, (row) => row.book_id);
  return new Map(
    books.map((book) => {
      const named = byBook.get(book.book_id)?.map((row) => row.subject) ?? [];
      return [book.book_id, named.length > 0 || !book.category ? named : [book.category]];
    }),
  );
}

const mostCategories = 6;

/** The categories of these books, with the share of each. */
export async function categoriesOf(db: Db, seeds: readonly Seed[]) {
  if (seeds.length === 0) return [];
  const rows = await db
    .selectFrom('book_categories as b')
    .innerJoin('store_categories as c', 'c.category_id', 'b.category_id')
    .select(['c.category_id', 'c.title', 'b.book_id'])
    .where(
      'b.book_id',
      'in',
      seeds.map((seed) => seed.bookId),
    )
    .execute();
  const weights = new Map(seeds.map((seed) => [seed.bookId, seed.weight]));
  const total = seeds.reduce((sum, seed) => sum + seed.weight, 0);
  const byCategory = Map.groupBy(rows, (row) => row.category_id);
  return [...byCategory]
    .map(([categoryId, of]) => ({
      categoryId,
      title: of[0]?.title ?? '',
      share: of.reduce((sum, row) => sum + (weights.get(row.book_id) ?? 0), 0) / total,
    }))
    .sort((a, b) => b.share - a.share || a.categoryId - b.categoryId)
    .slice(0, mostCategories);
}
