// Books of the library that go with given ones: read by the same people, by the same author, on the same subject, of the
// same category. Each source is read by index and only as far as it can matter.

import { type RawBuilder, sql } from 'kysely';
import type { Static } from 'typebox';
import type { Recommended } from '../../../api/books/recommendations.ts';
import { bookOnWire } from '../books/book-access.ts';
import type { Db } from '../reading.ts';
import { authorKey, foldName } from '../store/book-words.ts';
import { wholeStore } from '../store/ranks.ts';
import { foundOnWire, readFound } from '../store/search/book-scope.ts';
import type { FoundBook } from '../store/search/find-books.ts';
import type { RuledOut } from './ruled-out.ts';

export type Reason = Static<typeof Recommended>['reason'];

export interface Candidate {
  bookId: string;
  score: number;
  reason: Reason;
  because: string;
}

/** A book that others are to go with, and how much it counts. */
export interface Seed {
  bookId: string;
  title: string;
  author: string;
  subjects: string[];
  weight: number;
}

const coreadPerSeed = 100;
const perAuthor = 30;
const perSubject = 40;
const perCategory = 40;
const popularBooks = 100;
const mostSubjects = 12;

const worth = { author: 0.3, tag: 0.2, category: 0.05, popular: 0.01 } as const;

/** Collects what the sources say of each book; the strongest of them is the reason. */
export class Candidates {
  readonly #found = new Map<string, Candidate & { strongest: number }>();

  add(bookId: string, score: number, reason: Reason, because: string): void {
    const known = this.#found.get(bookId);
    if (!known) this.#found.set(bookId, { bookId, score, reason, because, strongest: score });
    else {
      known.score += score;
      if (score > known.strongest) Object.assign(known, { reason, because, strongest: score });
    }
  }

  /** Best first; equally good ones always in the same order. */
  ranked(): Candidate[] {
    return [...this.#found.values()].sort((a, b) => b.score - a.score || (a.bookId < b.bookId ? -1 : 1));
  }
}

/** The cosine between the readers of two books. */
export async function addCoread(db: Db, candidates: Candidates, seeds: readonly Seed[]): Promise<void> {
  if (seeds.length === 0) return;
  const each = seeds.map(
    ({ bookId }) => sql`select * from (select book_id, other_id, score from coread where book_id = ${bookId}
      order by score desc limit ${coreadPerSeed}) one`,
  );
  const { rows } = await sql<{ book_id: string; other_id: string; score: number; norm: number; own_norm: number }>`
    select c.book_id, c.other_id, c.score, s.norm, o.norm as own_norm from (${sql.join(each, sql` union all `)}) c
    join book_stats s on s.book_id = c.other_id join book_stats o on o.book_id = c.book_id`.execute(db);
  const byId = new Map(seeds.map((seed) => [seed.bookId, seed]));
  for (const { book_id, other_id, score, norm, own_norm } of rows) {
    const seed = byId.get(book_id);
    const likeness = score / Math.sqrt(norm * own_norm);
    if (seed && likeness > 0) candidates.add(other_id, seed.weight * likeness, 'coread', seed.title);
  }
}

export async function addByAuthor(db: Db, candidates: Candidates, seeds: readonly Seed[]): Promise<void> {
  const authors = new Map<string, Seed>();
  for (const seed of seeds) {
    const key = authorKey(seed.author);
    if (key !== '' && (authors.get(key)?.weight ?? 0) < seed.weight) authors.set(key, seed);
  }
  const each = [...authors.keys()].map(
    (key) => sql`select * from (select book_id, author_key from book_stats where author_key = ${key}
      order by popular desc limit ${perAuthor}) one`,
  );
  for (const row of await readAll<{ book_id: string; author_key: string }>(db, each)) {
    const seed = authors.get(row.author_key);
    if (seed) candidates.add(row.book_id, worth.author * seed.weight, 'author', seed.author);
  }
}

/** A subject that few books have says more. */
export async function addBySubject(db: Db, candidates: Candidates, seeds: readonly Seed[]): Promise<void> {
  const subjects = new Map<string, number>();
  for (const seed of seeds) {
    for (const subject of seed.subjects) subjects.set(subject, Math.max(subjects.get(subject) ?? 0, seed.weight));
  }
  const asked = [...subjects].sort(([, a], [, b]) => b - a).slice(0, mostSubjects);
  const each = asked.map(
    ([subject]) => sql`select * from (select b.book_id, b.subject from book_subjects b
      join book_stats s on s.book_id = b.book_id where b.subject = ${subject} limit ${perSubject}) one`,
  );
  const rows = await readAll<{ book_id: string; subject: string }>(db, each);
  const sizes = Map.groupBy(rows, (row) => row.subject);
  for (const { book_id, subject } of rows) {
    const rarity = 1 / Math.log2(2 + (sizes.get(subject)?.length ?? 0));
    candidates.add(book_id, worth.tag * (subjects.get(subject) ?? 0) * rarity, 'tag', subject);
  }
}

export async function addByCategory(
  db: Db,
  candidates: Candidates,
  categories: readonly { categoryId: number; title: string; share: number }[],
): Promise<void> {
  if (categories.length === 0) return;
  const byId = new Map(categories.map((category) => [category.categoryId, category]));
  const rows = await db
    .selectFrom('store_ranks')
    .select(['category_id', 'book_id', 'idx'])
    .where('category_id', 'in', [...byId.keys()])
    .where('kind', '=', 'popular')
    .where('idx', '<=', perCategory)
    .execute();
  for (const { category_id, book_id, idx } of rows) {
    const category = byId.get(category_id);
    if (category) {
      const score = worth.category * category.share * (1 - idx / (2 * perCategory));
      candidates.add(book_id, score, 'category', category.title);
    }
  }
}

/** For those of whom nothing is known yet: what everyone reads, then what is new. */
export async function addPopular(db: Db, candidates: Candidates): Promise<void> {
  const rows = await db
    .selectFrom('store_ranks')
    .select(['book_id', 'kind', 'idx'])
    .where('category_id', '=', wholeStore)
    .where('kind', 'in', ['popular', 'new'])
    .where('idx', '<=', popularBooks)
    .execute();
  for (const { book_id, kind, idx } of rows) {
    const score = worth.popular * (kind === 'popular' ? 1 : 0.5) * (1 - idx / (2 * popularBooks));
    candidates.add(book_id, score, 'popular', '');
  }
}

/** Those that the caller may see, that are in the library, and that nothing speaks against; in their order. */
export async function allowed(
  db: Db,
  vid: string,
  ranked: readonly Candidate[],
  ruledOut: RuledOut,
  without: { ids: ReadonlySet<string>; names: ReadonlySet<string> },
): Promise<{ candidate: Candidate; book: FoundBook }[]> {
  const possible = ranked.filter(({ bookId }) => !ruledOut.books.has(bookId) && !without.ids.has(bookId));
  const books = await readFound(
    db,
    vid,
    possible.map(({ bookId }) => bookId),
  );
  const byId = new Map(books.map((book) => [book.book_id, book]));
  return possible.flatMap((candidate) => {
    const book = byId.get(candidate.bookId);
    if (book?.visibility !== 'library' || ruledOut.authors.has(authorKey(book.author))) return [];
    return without.names.has(nameOf(book)) ? [] : [{ candidate, book }];
  });
}

/** Two editions of one book are one book to a reader. */
export const nameOf = (book: { title: string; author: string }) => `${foldName(book.title)} ${authorKey(book.author)}`;

export function recommendedOnWire({ candidate, book }: { candidate: Candidate; book: FoundBook }, idx: number) {
  return {
    book: bookOnWire(book),
    reason: candidate.reason,
    because: candidate.because.slice(0, 1024).toWellFormed(),
    score: candidate.score,
    readingCount: foundOnWire(book).readingCount,
    idx,
  };
}

async function readAll<R>(db: Db, queries: readonly RawBuilder<unknown>[]): Promise<R[]> {
  if (queries.length === 0) return [];
  return (await sql<R>`${sql.join([...queries], sql` union all `)}`.execute(db)).rows;
}
