// What a search has to find, said in the plainest way: a regular expression over the paragraphs of a book's text.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ParsedChapter, parseEpub } from '../../../../server/reading/import/package/parse-epub.ts';

export async function plainChapters(file: Buffer): Promise<ParsedChapter[]> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-plain-'));
  try {
    await writeFile(join(folder, 'book.epub'), file);
    return (await parseEpub(join(folder, 'book.epub'), 'book.epub')).chapters;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `chapterUid:start-end` of every hit in the words of the text itself, not in annotations. */
export function plainHits(chapters: readonly ParsedChapter[], keyword: string): string[] {
  const pattern = patternOf(keyword);
  return chapters.flatMap(({ uid, text, seams }) => {
    const ends = [0, ...seams.blocks, text.length];
    return ends.slice(1).flatMap((end, n) => {
      const { shown, places } = withoutAsides(text, ends[n] as number, end, seams.asides, seams.lines);
      return [...shown.matchAll(pattern)].map((match) => {
        const last = match.index + match[0].length - 1;
        return `${uid}:${places[match.index]}-${(places[last] as number) + 1}`;
      });
    });
  });
}

/** Letters stay one unit each, so that places can be counted. */
function withoutAsides(text: string, start: number, end: number, asides: readonly number[], lines: readonly number[]) {
  const places: number[] = [];
  let shown = '';
  let nextAside = asides.findIndex((place) => place > start);
  for (let at = start; at < end; at++) {
    if (lines.length > 0 && lines.includes(at)) {
      shown += ' ';
      places.push(at);
    }
    while (nextAside >= 0 && nextAside < asides.length && (asides[nextAside] as number) <= at) nextAside++;
    if (nextAside % 2 === 1 && nextAside < asides.length) continue;
    shown += plainLetter(text[at] as string);
    places.push(at);
  }
  return { shown, places };
}

const plainLetter = (letter: string) => {
  const plain = /[\p{sc=Latn}\p{sc=Arab}]/u.test(letter) ? letter.normalize('NFD').replace(/\p{M}/gu, '') : letter;
  return plain.length === 1 ? plain.toLowerCase().replace('ة', 'ه').replace('ى', 'ي') : letter;
};

function patternOf(keyword: string): RegExp {
  const words = [...keyword].map(plainLetter).join('').trim().split(/\s+/);
  const spaced = words.map((word) =>
    [...word]
      .map((letter) => (/\p{sc=Arab}/u.test(letter) ? `${letter}[\\p{M}\\u0640]*` : letter))
      .join(/[\p{sc=Han}\p{sc=Hira}]/u.test(word) ? '\\s*' : ''),
  );
  const isWord = /[\p{sc=Latn}\p{sc=Arab}]/u.test(keyword);
  const before = isWord ? '(?<![\\p{L}\\p{N}\\p{M}])' : '';
  // One letter is a word, more may be begun.
  const after = isWord && (words.at(-1)?.length ?? 0) < 2 ? '(?![\\p{L}\\p{N}\\p{M}])' : '';
  return new RegExp(before + spaced.join('[^\\p{L}\\p{N}\\p{M}]+') + after, 'gu');
}
