// Reads the list of chapters of a request, `1,3,5-9`, against the chapters that the book has.

import { AppError } from '../../../api/errors.ts';

/** In the list's order, each once; `not_found` for single chapters that the book lacks. */
export function readChapterList(list: string, known: ReadonlySet<number>): number[] {
  const found = new Set<number>();
  const missing: number[] = [];
  // Runs may go over numbers that are no chapters: places in the reading order that lead nowhere.
  const ascending = [...known].sort((a, b) => a - b);
  for (const word of list.split(',')) {
    const [first = 0, last = first] = word.split('-').map(Number);
    if (last < first) throw new AppError('bad_argument', undefined, { chapters: `${word} runs backwards` });
    const run = ascending.filter((uid) => uid >= first && uid <= last);
    if (run.length === 0) missing.push(first);
    for (const uid of run) found.add(uid);
  }
  if (missing.length > 0) {
    throw new AppError('not_found', 'The book has no such chapters.', { chapterUids: missing.slice(0, 100) });
  }
  return [...found];
}
