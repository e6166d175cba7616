// Finds the book that a file is another version of: the one that the reader names, or one of theirs with the same strong
// identifier and the same title. A wrong guess would hide a book behind another, so what is doubtful is a new book.

import type { BookMetadata, Identifier } from '../../../api/edition/book-metadata.ts';
import { AppError } from '../../../api/errors.ts';
import type { Trx } from '../reading.ts';
import { strongIdentifiers } from './package-relations.ts';

export interface Replaced {
  bookId: string;
  version: number;
  fileSha256: string;
}

export interface Candidate {
  /** As the reader says; `not_found` unless it is theirs. */
  replaces?: string | undefined;
  /** As the same path held it before: only if the title is the same. */
  formerly?: string | undefined;
  metadata: BookMetadata;
}

export async function findReplaced(trx: Trx, vid: string, candidate: Candidate): Promise<Replaced | undefined> {
  const { replaces, formerly, metadata } = candidate;
  if (replaces) {
    const [book] = await readOwn(trx, vid, [replaces]);
    if (!book) throw new AppError('not_found', 'There is no such book of yours to replace.', { bookId: replaces });
    return replacedOf(book);
  }
  const strong = strongIdentifiers(metadata);
  const ids = [...(formerly ? [formerly] : []), ...(strong.length > 0 ? await booksNamed(trx, vid, strong) : [])];
  if (ids.length === 0) return undefined;
  const books = await readOwn(trx, vid, ids);
  const same = books.find((book) => plainTitle(book.title) === plainTitle(metadata.title));
  return same && replacedOf(same);
}

/** The same rule between two files at hand. */
export function isSameBook(a: BookMetadata, b: BookMetadata): boolean {
  const names = new Set(strongIdentifiers(a).map(({ scheme, value }) => `${scheme} ${value}`));
  const isNamed = strongIdentifiers(b).some(({ scheme, value }) => names.has(`${scheme} ${value}`));
  return isNamed && plainTitle(a.title) === plainTitle(b.title);
}

type Own = Awaited<ReturnType<typeof readOwn>>[number];

const replacedOf = (book: Own): Replaced => ({
  bookId: book.book_id,
  version: book.version,
  fileSha256: book.file_sha256,
});

function readOwn(trx: Trx, vid: string, bookIds: readonly string[]) {
  return trx
    .selectFrom('books')
    .select(['book_id', 'title', 'version', 'file_sha256'])
    .where('owner_vid', '=', vid)
    .where('book_id', 'in', [...bookIds])
    .orderBy('created_at', 'desc')
    .execute();
}

const mostNamed = 20;

async function booksNamed(trx: Trx, vid: string, identifiers: readonly Identifier[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('book_identifiers as i')
    .innerJoin('books', 'books.book_id', 'i.book_id')
    .select('i.book_id')
    .where('books.owner_vid', '=', vid)
    .where((where) =>
      where.or(identifiers.map(({ scheme, value }) => where('i.value', '=', value).and('i.scheme', '=', scheme))),
    )
    .limit(mostNamed)
    .execute();
  return rows.map((row) => row.book_id);
}

/** Case, marks and spaces do not make another title. */
function plainTitle(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, '');
}
