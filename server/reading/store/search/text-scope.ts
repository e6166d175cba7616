// The store's search in the text of all books that the caller may see: the books in which most passages may hold the
// words, each with its first passage that does.

import { sql } from 'kysely';
import { foldText } from '../../../base/search/fold-text.ts';
import { findPhrase, type Hit, type Phrase, readPhrase } from '../../../base/search/phrase.ts';
import { slicesOf } from '../../../base/search/slices.ts';
import { askedTerms } from '../../../base/search/terms.ts';
import { type ChapterText, readChapterTexts } from '../../books/chapter-texts.ts';
import type { Caller, Db, Reading } from '../../reading.ts';
import { chapterIndex, docsPerFile } from '../../search/chapter-index.ts';
import { makeSnippet } from '../../search/snippet.ts';
import { foundOnWire, readFound } from './book-scope.ts';
import { filterCondition } from './filters.ts';
import { mostFound, type SearchParams, type SearchScope } from './search-scope.ts';

/** Places in the index that one search looks at, newest books first. */
const mostPlaces = 4000;
/** Chapters of a book that are read to find the first passage. */
const mostChapters = 12;
/** Books whose passages are checked before they are listed, where the index alone cannot be sure. */
const mostChecked = 60;
const snippetUnits = 80;

interface Passage {
  chapter: ChapterText;
  hit: Hit;
  hits: Hit[];
}

export const textScope: SearchScope = {
  scope: 12,
  title: 'In the text',
  type: 'books',
  async find(reading: Reading, { vid }: Caller, params: SearchParams): Promise<string[]> {
    const phrase = readPhrase(params.keyword ?? '');
    const asked = askedTerms(phrase);
    if (!asked) return [];
    const places = await candidatePlaces(reading, vid, phrase, params);
    const byBook = [...places].sort(([, a], [, b]) => b.places - a.places || b.fileNo - a.fileNo);
    if (asked.all.length <= 1) return byBook.slice(0, mostFound).map(([bookId]) => bookId);
    const sure: string[] = [];
    for (const [n, [bookId, place]] of byBook.entries()) {
      if (n >= mostChecked || (await findPassage(reading.database.kysely, place, phrase))) sure.push(bookId);
    }
    return sure.slice(0, mostFound);
  },
  async show(reading, { vid }, params, ids, first) {
    const db = reading.database.kysely;
    const phrase = readPhrase(params.keyword ?? '');
    const places = await candidatePlaces(reading, vid, phrase, params, ids);
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

interface Place {
  sha256: string;
  fileNo: number;
  places: number;
  /** In the order of the text. */
  chapterUids: number[];
}

/** By book; permissions are part of the query, so that books of others do not use up what may be looked at. */
async function candidatePlaces(
  reading: Reading,
  vid: string,
  phrase: Phrase,
  params: SearchParams,
  bookIds?: readonly string[],
): Promise<Map<string, Place>> {
  const asked = askedTerms(phrase);
  if (!asked || bookIds?.length === 0) return new Map();
  const db = reading.database.kysely;
  const filter = await filterCondition(db, params);
  const among = bookIds ? sql`and b.book_id in (${sql.join([...bookIds])})` : sql``;
  const seen = sql`(b.visibility = 'library' or b.owner_vid = ${vid}) and ${filter} ${among}`;
  const docs = chapterIndex(reading.database).select(
    asked,
    (id) => sql`exists (select 1 from search_files f join books b on b.file_sha256 = f.file_sha256
      where f.file_no = ${id} / ${sql.lit(docsPerFile)} and f.is_ready = 1 and ${seen})`,
    mostPlaces,
  );
  const { rows } = await sql<{ file_no: number; file_sha256: string; chapter_uid: number }>`
    select f.file_no, f.file_sha256, p.chapter_uid from (${docs}) found
    join search_parts p on p.doc_id = found.id
    join search_files f on f.file_no = found.id / ${sql.lit(docsPerFile)}
    order by found.id`.execute(db);
  const files = Map.groupBy(rows, (row) => row.file_sha256);
  if (files.size === 0) return new Map();
  const books = await sql<{ book_id: string; file_sha256: string }>`select b.book_id, b.file_sha256 from books b
    where b.file_sha256 in (${sql.join([...files.keys()])}) and ${seen} order by b.book_id`.execute(db);
  return new Map(
    books.rows.map((book) => {
      const ofFile = files.get(book.file_sha256) ?? [];
      const chapterUids = [...new Set(ofFile.map((row) => row.chapter_uid))];
      const fileNo = ofFile[0]?.file_no ?? 0;
      return [book.book_id, { sha256: book.file_sha256, fileNo, places: ofFile.length, chapterUids }];
    }),
  );
}

async function findPassage(db: Db, { sha256, chapterUids }: Place, phrase: Phrase): Promise<Passage | undefined> {
  for (const uid of chapterUids.slice(0, mostChapters)) {
    const chapter = (await readChapterTexts(db, sha256, [uid])).get(uid);
    if (!chapter) continue;
    for (const { offset, text, seams } of slicesOf(chapter.text, chapter.seams)) {
      const found = [...findPhrase(foldText(text, seams), phrase)].map(({ start, end }) => ({
        start: start + offset,
        end: end + offset,
      }));
      const hits = found.sort((a, b) => a.start - b.start);
      const [hit] = hits;
      if (hit) return { chapter, hit, hits: hits.slice(0, 100) };
    }
  }
  return undefined;
}
