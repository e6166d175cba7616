// Where the words of a search may be: the books that the caller may see with most places of the index, and the chapters of
// each that come first. What the index found for a request is kept as long as the request.

import { sql } from 'kysely';
import type { Asked } from '../../../base/search/terms.ts';
import type { Reading } from '../../reading.ts';
import { chapterIndex, docsPerFile, fileNoOf } from '../../search/chapter-index.ts';
import { findPlaces } from '../../search/find-in-chapters.ts';
import { filterCondition } from './filters.ts';
import type { SearchParams } from './search-scope.ts';

/** Places in the index that one search looks at, newest books first. */
const mostPlaces = 1500;
/** Parts of a book of which the chapters are read to find the first passage. */
const mostParts = 12;

export interface Place {
  sha256: string;
  chapterUids: number[];
}

/** Documents of the index by file, in the order of the text. */
type Docs = Map<number, number[]>;

interface Looked {
  docs: Docs;
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

/** Permissions are part of the query, so that books of others do not use up what is looked at. */
async function lookInIndex(reading: Reading, vid: string, asked: Asked, params: SearchParams): Promise<Looked> {
  const seen = await seenBooks(reading, vid, params);
  const index = chapterIndex(reading.database);
  const query = index.selectNewest(asked, {
    group: docsPerFile,
    condition: (fileNo) => sql`exists (select 1 from search_files f join books b on b.file_sha256 = f.file_sha256
      where f.file_no = ${fileNo} and f.is_ready = 1 and ${seen})`,
    limit: mostPlaces,
  });
  const ids = (await index.run(reading.database, query)).map(({ id }) => id);
  const docs = Map.groupBy(ids.reverse(), fileNoOf);
  return { docs, cutFile: ids.length < mostPlaces ? undefined : fileNoOf(ids[0] as number) };
}

async function seenBooks({ database }: Reading, vid: string, params: SearchParams) {
  return sql`(b.visibility = 'library' or b.owner_vid = ${vid}) and ${await filterCondition(database.kysely, params)}`;
}

/** Ids of books, those with most places first. */
export async function candidateBooks(
  reading: Reading,
  vid: string,
  asked: Asked,
  params: SearchParams,
): Promise<string[]> {
  const { docs } = await lookUp(reading, vid, asked, params);
  if (docs.size === 0) return [];
  const { rows } = await sql<{ book_id: string; file_no: number }>`select b.book_id, f.file_no from search_files f
    join books b on b.file_sha256 = f.file_sha256
    where f.file_no in (${sql.join([...docs.keys()])}) and ${await seenBooks(reading, vid, params)}`.execute(
    reading.database.kysely,
  );
  const places = (row: { file_no: number }) => docs.get(row.file_no)?.length ?? 0;
  return rows
    .sort((a, b) => places(b) - places(a) || b.file_no - a.file_no || (a.book_id < b.book_id ? -1 : 1))
    .map((row) => row.book_id);
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
