// Finds a phrase in the chapters of a file: the index says which chapters may hold it, their text says where. Bounded in
// what it reads and in what it counts. Must not know who asks.

import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { foldText } from '../../base/search/fold-text.ts';
import { findPhrase, type Hit, type Phrase } from '../../base/search/phrase.ts';
import { slicesOf } from '../../base/search/slices.ts';
import { type Asked, askedTerms } from '../../base/search/terms.ts';
import { type ChapterText, readChapterTexts } from '../books/chapter-texts.ts';
import type { Reading } from '../reading.ts';
import { chapterIndex, docRange, docsPerFile, fileNoOf } from './chapter-index.ts';

/** What one search reads at most: some twenty long novels. */
const mostUnits = 32_000_000;
const chaptersAtOnce = 8;
/** Counted further than that, a number says nothing more to a reader. */
export const mostHits = 100_000;

export interface ChapterHits {
  chapter: ChapterText;
  hits: Hit[];
}

/** Chapters that hold the phrase, in the order in which they are named. */
export async function* findInChapters(
  reading: Reading,
  sha256: string,
  chapterUids: readonly number[],
  phrase: Phrase,
): AsyncGenerator<ChapterHits> {
  const candidates = await candidateChapters(reading, sha256, phrase);
  const uids = candidates ? chapterUids.filter((uid) => candidates.has(uid)) : chapterUids;
  let units = 0;
  for (let at = 0; at < uids.length && units < mostUnits; at += chaptersAtOnce) {
    const some = uids.slice(at, at + chaptersAtOnce);
    const texts = await readChapterTexts(reading.database.kysely, sha256, some);
    for (const uid of some) {
      const chapter = texts.get(uid);
      if (!chapter) continue;
      units += chapter.text.length;
      const hits = await findInChapter(chapter, phrase);
      if (hits.length > 0) yield { chapter, hits };
    }
  }
}

async function findInChapter({ text, seams }: ChapterText, phrase: Phrase): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (const { offset, ...slice } of slicesOf(text, seams)) {
    // Others get their turn between two slices.
    if (offset > 0) await turn();
    for (const { start, end } of findPhrase(foldText(slice.text, slice.seams), phrase)) {
      hits.push({ start: start + offset, end: end + offset });
      if (hits.length >= mostHits) return hits;
    }
  }
  // Annotations were searched behind everything else.
  return hits.sort((a, b) => a.start - b.start);
}

/** Undefined while there is no index of the file yet: then every chapter is read. */
async function candidateChapters(reading: Reading, sha256: string, phrase: Phrase): Promise<Set<number> | undefined> {
  const db = reading.database.kysely;
  const asked = askedTerms(phrase);
  if (!asked) return new Set();
  const file = await db
    .selectFrom('search_files')
    .select('file_no')
    .where('file_sha256', '=', sha256)
    .where('is_ready', '=', 1)
    .executeTakeFirst();
  if (!file) return undefined;
  const places = await findPlaces(reading, asked, [file.file_no], docsPerFile);
  return new Set(places.map((place) => place.chapter_uid));
}

interface Place {
  file_no: number;
  chapter_uid: number;
}

/** Chapters of these files that may hold the words, in the order of the text, the first so many parts of each file. */
export async function findPlaces(
  reading: Reading,
  asked: Asked,
  fileNos: readonly number[],
  partsEach: number,
): Promise<Place[]> {
  if (fileNos.length === 0) return [];
  const index = chapterIndex(reading.database);
  const each = fileNos.map((fileNo) => {
    const { start, end } = docRange(fileNo);
    const docs = index.selectWithin(asked, { start, end, limit: partsEach });
    return sql`select * from (${docs}) of_file`;
  });
  const query = sql<{ doc_id: number; chapter_uid: number }>`select p.doc_id, p.chapter_uid
    from (${sql.join(each, sql` union all `)}) found join search_parts p on p.doc_id = found.id order by p.doc_id`;
  const rows = await index.run(reading.database, query);
  return rows.map((row) => ({ file_no: fileNoOf(row.doc_id), chapter_uid: row.chapter_uid }));
}
