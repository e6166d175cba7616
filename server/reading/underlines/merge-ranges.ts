// Which marks of a chapter are of one passage. Pure rules, without database.
//
// Readers mark the same sentence with slightly different ends, so ranges are merged: the range that most readers marked
// comes first (then the one that begins first, then the shorter), and every other range that shares at least half of the
// longer of the two with it is the same passage. What is left is merged in the same way. The first range stands for the
// passage, and each reader counts once in it. A sentence and the whole paragraph around it stay two passages.

export interface MarkedRange {
  start: number;
  end: number;
  vid: string;
  markedAt: number;
}

export interface Passage {
  start: number;
  end: number;
  /** When each reader marked it first. */
  readers: Map<string, number>;
}

/** Strongest first. */
export function mergeRanges(marks: readonly MarkedRange[]): Passage[] {
  const exact = [...Map.groupBy(marks, ({ start, end }) => `${start}-${end}`).values()].map(passageOf);
  exact.sort((a, b) => b.readers.size - a.readers.size || a.start - b.start || a.end - b.end);
  const passages: Passage[] = [];
  const places = new Places();
  for (const range of exact) {
    const index = places.find(passages, range);
    const passage = index === undefined ? undefined : passages[index];
    if (passage) join(passage, range);
    else {
      places.add(range, passages.length);
      passages.push(range);
    }
  }
  return passages.sort((a, b) => b.readers.size - a.readers.size || a.start - b.start || a.end - b.end);
}

export function isSamePassage(a: { start: number; end: number }, b: { start: number; end: number }): boolean {
  const shared = Math.min(a.end, b.end) - Math.max(a.start, b.start);
  return shared > 0 && 2 * shared >= Math.max(a.end - a.start, b.end - b.start);
}

function passageOf(marks: readonly MarkedRange[]): Passage {
  const { start, end } = marks[0] as MarkedRange;
  const passage: Passage = { start, end, readers: new Map() };
  for (const { vid, markedAt } of marks) join(passage, { start, end, readers: new Map([[vid, markedAt]]) });
  return passage;
}

function join(passage: Passage, other: Passage): void {
  for (const [vid, markedAt] of other.readers) {
    passage.readers.set(vid, Math.min(markedAt, passage.readers.get(vid) ?? markedAt));
  }
}

/**
 * Finds passages by length and place: two that are the same differ in length by a factor of two at most, so that only few
 * have to be compared, however many marks someone makes.
 */
class Places {
  readonly #cells = new Map<string, number[]>();

  add({ start, end }: Passage, index: number): void {
    const size = sizeOf(end - start);
    for (const cell of cellsOf(start, end, size)) {
      const name = `${size} ${cell}`;
      const there = this.#cells.get(name);
      if (there) there.push(index);
      else this.#cells.set(name, [index]);
    }
  }

  /** The strongest of those that are the same passage; they were added strongest first. */
  find(passages: readonly Passage[], range: Passage): number | undefined {
    const size = sizeOf(range.end - range.start);
    let found: number | undefined;
    for (const near of [size - 1, size, size + 1]) {
      for (const cell of cellsOf(range.start, range.end, near)) {
        for (const index of this.#cells.get(`${near} ${cell}`) ?? []) {
          if (found !== undefined && index >= found) break;
          if (isSamePassage(passages[index] as Passage, range)) found = index;
        }
      }
    }
    return found;
  }
}

const sizeOf = (length: number) => Math.floor(Math.log2(length));

function cellsOf(start: number, end: number, size: number): number[] {
  const width = 2 ** Math.max(0, size);
  const cells: number[] = [];
  for (let cell = Math.floor(start / width); cell * width < end; cell++) cells.push(cell);
  return cells;
}
