// The first passage with the words in each of several books: their chapters are read a few at a time, first chapters
// first, until each book has its passage or no chapter is left.

import { foldText } from '../../../base/search/fold-text.ts';
import { findPhrase, type Hit, type Phrase } from '../../../base/search/phrase.ts';
import { slicesOf } from '../../../base/search/slices.ts';
import { type ChapterText, readChaptersOfFiles } from '../../books/chapter-texts.ts';
import type { Db } from '../../reading.ts';
import type { Place } from './text-places.ts';

/** A chapter can be long; so many are in memory together. */
const chaptersAtOnce = 8;
/** Those near the first one are marked in the snippet. */
const mostHits = 200;

export interface Passage {
  chapter: ChapterText;
  hit: Hit;
  hits: Hit[];
}

/** By the checksum of the file. */
export async function findPassages(db: Db, places: readonly Place[], phrase: Phrase): Promise<Map<string, Passage>> {
  const found = new Map<string, Passage>();
  let left = [...new Map(places.map((place) => [place.sha256, place])).values()];
  for (let n = 0; left.length > 0; n++) {
    left = left.filter(({ sha256, chapterUids }) => !found.has(sha256) && chapterUids.length > n);
    for (let at = 0; at < left.length; at += chaptersAtOnce) {
      const asked = left.slice(at, at + chaptersAtOnce);
      const wanted = asked.map(({ sha256, chapterUids }) => ({ sha256, chapterUid: chapterUids[n] as number }));
      for (const { sha256, chapter } of await readChaptersOfFiles(db, wanted)) {
        const passage = findPassage(chapter, phrase);
        if (passage) found.set(sha256, passage);
      }
    }
  }
  return found;
}

function findPassage(chapter: ChapterText, phrase: Phrase): Passage | undefined {
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
  return undefined;
}
