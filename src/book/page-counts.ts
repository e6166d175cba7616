// Page numbers within a section: measured for the pieces that have been laid out, estimated from their text for the
// others, so that a section cut into pieces counts like one that is not.

import type { Chapters, Unit } from './chapters.ts';

interface PieceMeasure {
  pages: number;
  /** Characters laid out on them. */
  length: number;
}

export class PageCounts {
  readonly #chapters: Chapters;
  readonly #measures = new Map<number, (PieceMeasure | undefined)[]>();

  constructor(chapters: Chapters) {
    this.#chapters = chapters;
  }

  /** Forgets everything, as style and size have changed. */
  clear(): void {
    this.#measures.clear();
  }

  learn(unit: Unit, pages: number, length: number): void {
    const measures = this.#measures.get(unit.section) ?? [];
    measures[unit.piece] = { pages, length };
    this.#measures.set(unit.section, measures);
  }

  /** Page within the section and how many it has, for a page of the unit. */
  inSection(unit: Unit, pageOfUnit: number): { page: number; pages: number } {
    const measures = this.#measures.get(unit.section) ?? [];
    const pieces = Math.max(this.#chapters.knownPieces(unit.section), measures.length);
    const known = measures.filter((measure) => measure !== undefined);
    const average = Math.round(known.reduce((sum, measure) => sum + measure.pages, 0) / Math.max(1, known.length));
    let before = 0;
    let total = 0;
    for (let piece = 0; piece < pieces; piece++) {
      const pages = measures[piece]?.pages ?? average;
      if (piece < unit.piece) before += pages;
      total += pages;
    }
    return { page: before + pageOfUnit, pages: Math.max(1, total) };
  }
}
