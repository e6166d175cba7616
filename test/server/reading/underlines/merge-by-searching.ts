// Merges marked ranges by comparing each with each: slow, and plainly what the definition says.

import { isSamePassage, type MarkedRange, type Passage } from '../../../../server/reading/underlines/merge-ranges.ts';

/** The definition itself: the strongest takes all that are the same passage, then the strongest of what is left. */
export function mergeBySearching(list: readonly MarkedRange[]): Passage[] {
  const exact = [...Map.groupBy(list, ({ start, end }) => `${start}-${end}`).values()].map((own) => ({
    start: own[0]?.start ?? 0,
    end: own[0]?.end ?? 0,
    vids: new Set(own.map(({ vid }) => vid)),
  }));
  const order = (a: { start: number; end: number }, b: { start: number; end: number }, x: number, y: number) =>
    y - x || a.start - b.start || a.end - b.end;
  let left = exact.sort((a, b) => order(a, b, a.vids.size, b.vids.size));
  const passages: Passage[] = [];
  for (let [first] = left; first; [first] = left) {
    const top = first;
    const same = left.filter((range) => isSamePassage(top, range));
    left = left.filter((range) => !isSamePassage(top, range));
    const readers = new Map(same.flatMap(({ vids }) => [...vids].map((vid): [string, number] => [vid, 0])));
    passages.push({ start: top.start, end: top.end, readers });
  }
  return passages.sort((a, b) => order(a, b, a.readers.size, b.readers.size));
}
