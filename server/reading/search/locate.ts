// Finds a passage again by what a mark or a share link kept of it: its words, what stood around them, where it was.

import { AppError } from '../../../api/errors.ts';
import { foldText } from '../../base/search/fold-text.ts';
import { type Hit, readPhrase } from '../../base/search/phrase.ts';
import { type ChapterText, readChapterTexts } from '../books/chapter-texts.ts';
import type { Reading } from '../reading.ts';
import type { ChapterRow } from '../schema/books.ts';
import { findInChapters } from './find-in-chapters.ts';

export type ChapterFacts = Pick<ChapterRow, 'chapter_uid' | 'chapter_idx' | 'title' | 'length'>;

export interface Passage {
  chapterUid?: number;
  range?: string;
  textQuote?: string;
  textBefore?: string;
  textAfter?: string;
}

interface Located {
  chapter: ChapterText;
  facts: ChapterFacts | undefined;
  hit: Hit;
}

/** Places of the same words that are looked at. */
const mostPlaces = 2000;
const contextUnits = 64;

/** The likeliest place; undefined when the words are nowhere, or the range is not in the book. */
export async function locate(
  reading: Reading,
  sha256: string,
  chapters: readonly ChapterFacts[],
  passage: Passage,
): Promise<Located | undefined> {
  const range = readRange(passage.range);
  const factsOf = (uid: number) => chapters.find((chapter) => chapter.chapter_uid === uid);
  if (passage.textQuote === undefined) {
    if (passage.chapterUid === undefined || !range) {
      throw new AppError('bad_argument', 'Say by its words, or by chapterUid and range, which passage is meant.', {
        bookContentInfo: 'needs textQuote, or chapterUid and range',
      });
    }
    const facts = factsOf(passage.chapterUid);
    if (!facts || range.end > facts.length || range.start > range.end) return undefined;
    const chapter = (await readChapterTexts(reading.database.kysely, sha256, [facts.chapter_uid])).get(
      facts.chapter_uid,
    );
    return chapter && { chapter, facts, hit: range };
  }
  const phrase = { ...readPhrase(passage.textQuote), isBegun: true };
  let best: (Located & { score: number }) | undefined;
  let places = 0;
  const uids = chapters.map((chapter) => chapter.chapter_uid);
  for await (const { chapter, hits } of findInChapters(reading, sha256, uids, phrase)) {
    for (const hit of hits.slice(0, mostPlaces - places)) {
      const score = likeness(chapter, hit, passage, range);
      if (!best || score > best.score) best = { chapter, facts: factsOf(chapter.chapterUid), hit, score };
    }
    places += hits.length;
    if (places >= mostPlaces) break;
  }
  return best;
}

function readRange(range: string | undefined): Hit | undefined {
  if (range === undefined) return undefined;
  const [start = 0, end = 0] = range.split('-').map(Number);
  return { start, end };
}

/** What stands around it tells most, then the chapter, then how near it is to where it was. */
function likeness({ chapterUid, text }: ChapterText, hit: Hit, passage: Passage, range: Hit | undefined): number {
  const before = foldText(text.slice(Math.max(0, hit.start - contextUnits), hit.start)).text;
  const after = foldText(text.slice(hit.end, hit.end + contextUnits)).text;
  const context =
    commonUnits(reversed(before), reversed(foldText(passage.textBefore ?? '').text)) +
    commonUnits(after, foldText(passage.textAfter ?? '').text);
  const isThere = chapterUid === passage.chapterUid;
  const distance = range && isThere ? Math.abs(hit.start - range.start) / (text.length + 1) : 1;
  return context * 4 + (isThere ? 2 : 0) + (1 - distance);
}

const reversed = (text: string) => [...text].reverse().join('');

function commonUnits(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}
