// Finds the book that a file is another version of: the one that the reader names, or one of theirs with the same strong
// identifier and the same title. A wrong guess would hide a book behind another, so what is doubtful is a new book.

import type { BookMetadata, Identifier } from '../../../../api/edition/book-metadata.ts';
import { AppError } from '../../../../api/errors.ts';
import type { Trx } from '../../reading.ts';
import { strongIdentifiers } from '../package/package-relations.ts';

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

/** In the order of the candidates, in two statements for all of them. */
export async function findReplaced(
  trx: Trx,
  vid: string,
  candidates: readonly Candidate[],
): Promise<(Replaced | undefined)[]> {
  const guessed = candidates.filter(({ replaces }) => !replaces);
  const strong = guessed.flatMap(({ metadata }) => strongIdentifiers(metadata));
  const named = await booksNamed(trx, vid, strong);
  const idsOf = ({ replaces, formerly, metadata }: Candidate) => {
    if (replaces) return [replaces];
    const same = strongIdentifiers(metadata).flatMap((each) => named.get(nameOf(each)) ?? []);
    return [...(formerly ? [formerly] : []), ...same.slice(0, mostNamed)];
  };
  const books = await readOwn(trx, vid, [...new Set(candidates.flatMap(idsOf))]);
  return candidates.map((candidate) => {
    const ids = new Set(idsOf(candidate));
    const own = books.filter(({ book_id }) => ids.has(book_id));
    const { replaces: bookId } = candidate;
    if (bookId && own.length === 0) {
      throw new AppError('not_found', 'There is no such book of yours to replace.', { bookId });
    }
    const title = plainTitle(candidate.metadata.title);
    const same = bookId ? own[0] : own.find((book) => plainTitle(book.title) === title);
    return same && replacedOf(same);
  });
}

/** The same rule between two files at hand. */
export function isSameBook(a: BookMetadata, b: BookMetadata): boolean {
  const names = new Set(strongIdentifiers(a).map(nameOf));
  const isNamed = strongIdentifiers(b).some((each) => names.has(nameOf(each)));
  return isNamed && plainTitle(a.title) === plainTitle(b.title);
}

type Own = Awaited<ReturnType<typeof readOwn>>[number];

const replacedOf = (book: Own): Replaced => ({
  bookId: book.book_id,
  version: book.version,
  fileSha256: book.file_sha256,
});

/** Newest first. */
async function readOwn(trx: Trx, vid: string, bookIds: readonly string[]) {
  if (bookIds.length === 0) return [];
  return trx
    .selectFrom('books')
    .select(['book_id', 'title', 'version', 'file_sha256'])
    .where('owner_vid', '=', vid)
    .where('book_id', 'in', [...bookIds])
    .orderBy('created_at', 'desc')
    .execute();
}

const mostNamed = 20;
const nameOf = ({ scheme, value }: Identifier) => `${scheme} ${value}`;

/** The reader's books by each of the identifiers. */
async function booksNamed(trx: Trx, vid: string, identifiers: readonly Identifier[]): Promise<Map<string, string[]>> {
  if (identifiers.length === 0) return new Map();
  const wanted = new Map(identifiers.map((each) => [nameOf(each), each]));
  const values = [...new Set(identifiers.map(({ value }) => value))];
  const rows = await trx
    .selectFrom('book_identifiers as i')
    .innerJoin('books', 'books.book_id', 'i.book_id')
    .select(['i.book_id', 'i.scheme', 'i.value'])
    .where('books.owner_vid', '=', vid)
    .where('i.value', 'in', values)
    .limit(mostNamed * wanted.size)
    .execute();
  const known = rows.filter((row) => wanted.has(nameOf(row)));
  return new Map([...Map.groupBy(known, nameOf)].map(([name, same]) => [name, same.map((row) => row.book_id)]));
}

/** Case, marks and spaces do not make another title. */
function plainTitle(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, '');
}
