// Where the words of a search may be: the books that the caller may see with most places of the index, and the chapters of
// each that come first. What the index found for a request is kept as long as the request.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Asked } from '../../../base/search/terms.ts';
import type { Reading } from '../../reading.ts';
import { chapterIndex, docRange, docsPerFile, fileNoOf } from '../../search/chapter-index.ts';
import { findPlaces } from '../../search/find-in-chapters.ts';
import { filterCondition } from './filters.ts';
import type { SearchParams } from './search-scope.ts';

/** Places in the index that one search looks for, newest books first. */
const mostPlaces = 1500;
/** So many at once at most, where many turn out to be in books of others. */
const mostAtOnce = 8 * mostPlaces;
/** Files that are looked at first, and how many times as many the next time, where a range has to say how far to look. */
const firstFiles = 256;
const widening = 8;
/** Parts of a book of which the chapters are read to find the first passage. */
const mostParts = 12;

export interface Place {
  sha256: string;
  chapterUids: number[];
}

/** Documents of the index by file, in the order of the text. */
type Docs = Map<number, number[]>;

interface SeenBook {
  book_id: string;
  file_no: number;
}

interface Looked {
  docs: Docs;
  /** That the caller may see. */
  books: SeenBook[];
  /** Of the one file that was cut off by `mostPlaces`: its first documents are missing. */
  cutFile: number | undefined;
}

/** One request asks several times. */
const looked = new WeakMap<SearchParams, Promise<Looked>>();

function lookUp(reading: Reading, vid: string, asked: Asked, params: SearchParams): Promise<Looked> {
  const there = looked.get(params) ?? lookInIndex(reading, vid, asked, params);
  looked.set(params, there);
  return there;
}

/** Goes back in the index until there is enough that the caller may see: books of others do not use up what is looked at. */
async function lookInIndex(reading: Reading, vid: string, asked: Asked, params: SearchParams): Promise<Looked> {
  const index = chapterIndex(reading.database);
  const condition = await filterCondition(reading.database.kysely, params);
  const found: Looked = { docs: new Map(), books: [], cutFile: undefined };
  let below = await endOfIndex(reading);
  let files = index.isInOrder ? Number.POSITIVE_INFINITY : firstFiles;
  for (let kept = 0, limit = mostPlaces; kept < mostPlaces && below > 0; ) {
    const from = Math.max(0, below - files * docsPerFile);
    const rows = await index.run(reading.database, index.selectNewest(asked, { from, below, limit }));
    const isCut = rows.length === limit;
    below = isCut ? (rows.at(-1)?.id ?? 0) : from;
    const docs = Map.groupBy(rows.map(({ id }) => id).reverse(), fileNoOf);
    kept += keepSeen(found, docs, await seenBooks(reading, vid, condition, [...docs.keys()]));
    found.cutFile = isCut ? fileNoOf(below) : undefined;
    if (isCut) limit = Math.min(2 * limit, mostAtOnce);
    else files *= widening;
  }
  return found;
}

/** Answers how many documents were kept. A file that was cut off goes on with those that come before. */
function keepSeen(found: Looked, docs: Docs, books: readonly SeenBook[]): number {
  const known = new Set(found.books.map((book) => book.book_id));
  found.books.push(...books.filter((book) => !known.has(book.book_id)));
  let kept = 0;
  for (const fileNo of new Set(books.map((book) => book.file_no))) {
    const before = docs.get(fileNo) ?? [];
    found.docs.set(fileNo, [...before, ...(found.docs.get(fileNo) ?? [])]);
    kept += before.length;
  }
  return kept;
}

/** Behind the last document. */
async function endOfIndex({ database }: Reading): Promise<number> {
  const files = database.kysely.selectFrom('search_files').select((row) => row.fn.max('file_no').as('last'));
  const { last } = await files.executeTakeFirstOrThrow();
  return last === null ? 0 : docRange(last).end;
}

async function seenBooks(
  { database }: Reading,
  vid: string,
  condition: RawBuilder<SqlBool> | undefined,
  fileNos: readonly number[],
): Promise<SeenBook[]> {
  if (fileNos.length === 0) return [];
  const { rows } = await sql<SeenBook>`select b.book_id, f.file_no from search_files f
    join books b on b.file_sha256 = f.file_sha256
    where f.file_no in (${sql.join([...fileNos])}) and f.is_ready = 1
      and (b.visibility = 'library' or b.owner_vid = ${vid}) and ${condition ?? sql`1 = 1`}`.execute(database.kysely);
  return rows;
}

/** Ids of books, those with most places first. */
export async function candidateBooks(
  reading: Reading,
  vid: string,
  asked: Asked,
  params: SearchParams,
): Promise<string[]> {
  const { docs, books } = await lookUp(reading, vid, asked, params);
  const places = (book: SeenBook) => docs.get(book.file_no)?.length ?? 0;
  return books
    .sort((a, b) => places(b) - places(a) || b.file_no - a.file_no || (a.book_id < b.book_id ? -1 : 1))
    .map((book) => book.book_id);
}

/** Where in these books the words may be, as far as the caller may see them. */
export async function placesOf(
  reading: Reading,
  vid: string,
  asked: Asked,
  params: SearchParams,
  bookIds: readonly string[],
): Promise<Map<string, Place>> {
  if (bookIds.length === 0) return new Map();
  const { rows } = await sql<{ book_id: string; file_sha256: string; file_no: number }>`
    select b.book_id, b.file_sha256, f.file_no from books b
    join search_files f on f.file_sha256 = b.file_sha256 and f.is_ready = 1
    where b.book_id in (${sql.join([...bookIds])}) and (b.visibility = 'library' or b.owner_vid = ${vid})`.execute(
    reading.database.kysely,
  );
  const chapters = await chaptersOf(reading, vid, asked, params, [...new Set(rows.map((row) => row.file_no))]);
  return new Map(
    rows.map((row) => [row.book_id, { sha256: row.file_sha256, chapterUids: chapters.get(row.file_no) ?? [] }]),
  );
}

/** Chapters by file, the first ones in the order of the text. */
async function chaptersOf(
  reading: Reading,
  vid: string,
  asked: Asked,
  params: SearchParams,
  fileNos: readonly number[],
): Promise<Map<number, number[]>> {
  const { docs, cutFile } = await lookUp(reading, vid, asked, params);
  const isWhole = (fileNo: number) => docs.has(fileNo) && fileNo !== cutFile;
  const ids = fileNos.filter(isWhole).flatMap((fileNo) => docs.get(fileNo)?.slice(0, mostParts) ?? []);
  const others = await findPlaces(
    reading,
    asked,
    fileNos.filter((fileNo) => !isWhole(fileNo)),
    mostParts,
  );
  const parts = ids.length === 0 ? [] : await readParts(reading, ids);
  const places = Map.groupBy([...parts, ...others], (place) => place.file_no);
  return new Map([...places].map(([fileNo, found]) => [fileNo, [...new Set(found.map((each) => each.chapter_uid))]]));
}

async function readParts({ database }: Reading, ids: readonly number[]) {
  const rows = await database.kysely
    .selectFrom('search_parts')
    .select(['doc_id', 'chapter_uid'])
    .where('doc_id', 'in', ids)
    .orderBy('doc_id')
    .execute();
  return rows.map((row) => ({ file_no: fileNoOf(row.doc_id), chapter_uid: row.chapter_uid }));
}
