// The store's search in the text of all books that the caller may see: the books in which most passages may hold the
// words, each with its first passage that does.

import { sql } from 'kysely';
import { foldText } from '../../../base/search/fold-text.ts';
import { findPhrase, type Hit, type Phrase, readPhrase } from '../../../base/search/phrase.ts';
import { slicesOf } from '../../../base/search/slices.ts';
import { type Asked, askedTerms } from '../../../base/search/terms.ts';
import { type ChapterText, readChapterTexts } from '../../books/chapter-texts.ts';
import type { Caller, Db, Reading } from '../../reading.ts';
import { chapterIndex, docsPerFile, fileNoOf } from '../../search/chapter-index.ts';
import { findPlaces } from '../../search/find-in-chapters.ts';
import { makeSnippet } from '../../search/snippet.ts';
import { foundOnWire, readFound } from './book-scope.ts';
import { filterCondition } from './filters.ts';
import { mostFound, type SearchParams, type SearchScope } from './search-scope.ts';

/** Places in the index that one search looks at, newest books first. */
const mostPlaces = 1500;
/** Parts of a book of which the chapters are read to find the first passage. */
const mostParts = 12;
/** Books whose passages are checked before they are listed, where the index alone cannot be sure. */
const mostChecked = 60;
const snippetUnits = 80;
/** Those near the first one are marked in the snippet. */
const mostHits = 200;

interface Passage {
  chapter: ChapterText;
  hit: Hit;
  hits: Hit[];
}

interface Place {
  sha256: string;
  chapterUids: number[];
}

export const textScope: SearchScope = {
  scope: 12,
  title: 'In the text',
  type: 'books',
  async find(reading: Reading, { vid }: Caller, params: SearchParams): Promise<string[]> {
    const phrase = readPhrase(params.keyword ?? '');
    const asked = askedTerms(phrase);
    if (!asked) return [];
    const bookIds = await candidateBooks(reading, vid, asked, params);
    // A word or a pair is in the text when it is in the index; a longer phrase may be there in pieces only.
    if (asked.all.length <= 1) return bookIds.slice(0, mostFound);
    const checked = bookIds.slice(0, mostChecked);
    const places = await placesOf(reading, vid, asked, checked);
    const sure: string[] = [];
    for (const bookId of checked) {
      const place = places.get(bookId);
      if (place && (await findPassage(reading.database.kysely, place, phrase))) sure.push(bookId);
    }
    return [...sure, ...bookIds.slice(mostChecked)].slice(0, mostFound);
  },
  async show(reading, { vid }, params, ids, first) {
    const db = reading.database.kysely;
    const phrase = readPhrase(params.keyword ?? '');
    const asked = askedTerms(phrase);
    const places = asked ? await placesOf(reading, vid, asked, ids) : new Map<string, Place>();
    const books = [];
    for (const book of await readFound(db, vid, ids)) {
      const place = places.get(book.book_id);
      const passage = place && (await findPassage(db, place, phrase));
      if (!passage) continue;
      const { chapter, hit, hits } = passage;
      books.push({
        searchIdx: first + books.length + 1,
        ...foundOnWire(book),
        ...makeSnippet(chapter.text, chapter.seams, hit, hits, snippetUnits),
        chapterUid: chapter.chapterUid,
        range: `${hit.start}-${hit.end}`,
      });
    }
    return { books, items: [] };
  },
};

/** Most places first. Permissions are part of the query, so that books of others do not use up what is looked at. */
async function candidateBooks(reading: Reading, vid: string, asked: Asked, params: SearchParams): Promise<string[]> {
  const db = reading.database.kysely;
  const seen = sql`(b.visibility = 'library' or b.owner_vid = ${vid}) and ${await filterCondition(db, params)}`;
  const index = chapterIndex(reading.database);
  const docs = index.select(
    asked,
    (id) => sql`exists (select 1 from search_files f join books b on b.file_sha256 = f.file_sha256
      where f.file_no = ${id} / ${sql.lit(docsPerFile)} and f.is_ready = 1 and ${seen})`,
    { order: 'desc', limit: mostPlaces },
  );
  const counts = new Map<number, number>();
  for (const { id } of await index.run(reading.database, docs)) {
    counts.set(fileNoOf(id), (counts.get(fileNoOf(id)) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  const { rows } = await sql<{ book_id: string; file_no: number }>`select b.book_id, f.file_no from search_files f
    join books b on b.file_sha256 = f.file_sha256
    where f.file_no in (${sql.join([...counts.keys()])}) and ${seen}`.execute(db);
  const places = (row: { file_no: number }) => counts.get(row.file_no) ?? 0;
  return rows
    .sort((a, b) => places(b) - places(a) || b.file_no - a.file_no || (a.book_id < b.book_id ? -1 : 1))
    .map((row) => row.book_id);
}

/** Where in these books the words may be. */
async function placesOf(
  reading: Reading,
  vid: string,
  asked: Asked,
  bookIds: readonly string[],
): Promise<Map<string, Place>> {
  if (bookIds.length === 0) return new Map();
  const { rows } = await sql<{ book_id: string; file_sha256: string; file_no: number }>`
    select b.book_id, b.file_sha256, f.file_no from books b
    join search_files f on f.file_sha256 = b.file_sha256 and f.is_ready = 1
    where b.book_id in (${sql.join([...bookIds])}) and (b.visibility = 'library' or b.owner_vid = ${vid})`.execute(
    reading.database.kysely,
  );
  const fileNos = [...new Set(rows.map((row) => row.file_no))];
  const places = Map.groupBy(await findPlaces(reading, asked, fileNos, mostParts), (place) => place.file_no);
  return new Map(
    rows.map((row) => {
      const chapterUids = [...new Set((places.get(row.file_no) ?? []).map((place) => place.chapter_uid))];
      return [row.book_id, { sha256: row.file_sha256, chapterUids }];
    }),
  );
}

async function findPassage(db: Db, { sha256, chapterUids }: Place, phrase: Phrase): Promise<Passage | undefined> {
  for (const uid of chapterUids) {
    const chapter = (await readChapterTexts(db, sha256, [uid])).get(uid);
    if (!chapter) continue;
    for (const { offset, text, seams } of slicesOf(chapter.text, chapter.seams)) {
      const hits: Hit[] = [];
      for (const { start, end } of findPhrase(foldText(text, seams), phrase)) {
        hits.push({ start: start + offset, end: end + offset });
        if (hits.length >= mostHits) break;
      }
      // Annotations were searched behind everything else.
      hits.sort((a, b) => a.start - b.start);
      const [hit] = hits;
      if (hit) return { chapter, hit, hits };
    }
  }
  return undefined;
}
