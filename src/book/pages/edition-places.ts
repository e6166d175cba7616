// Where places of a document's pages lie in the text that was made of it, and the other way round, by shares of the whole.
// Pure.

/** Characters for each page with which every part of it has one of its own. */
const enough = 64;

/** Where one form's places lie in the other. */
export class EditionPlaces {
  readonly #lengths: readonly number[];
  readonly #total: number;
  readonly #pages: number;
  /** The edition is pictures alone: of its places there is nothing but the chapter. */
  readonly #silent: boolean;

  /** `lengths`: of the edition's chapters, in UTF-16 units. */
  constructor(lengths: readonly number[], pages: number) {
    this.#silent = lengths.every((length) => length === 0);
    this.#lengths = this.#silent ? lengths.map(() => 1) : lengths;
    this.#total = Math.max(
      1,
      this.#lengths.reduce((sum, length) => sum + length, 0),
    );
    this.#pages = pages;
  }

  /** `share`: of the page that is turned over already, 0–1. */
  inEdition(page: number, share: number): { chapterUid: number; offset: number } {
    const exact = ((page + share) / this.#pages) * this.#total;
    // Rounded up, so that the way back leads to the same page.
    let left = this.#silent ? Math.floor(exact + 1e-9) : Math.ceil(exact);
    for (const [index, length] of this.#lengths.entries()) {
      if (left < length) return { chapterUid: index + 1, offset: left };
      left -= length;
    }
    const last = this.#lengths.length;
    return { chapterUid: Math.max(1, last), offset: Math.max(0, (this.#lengths[last - 1] ?? 0) - 1) };
  }

  /** `progress`: 0–100, of a place that was read; it says more where the text has too few characters for all pages. */
  onPages(chapterUid: number, offset: number, progress?: number): { page: number; share: number } {
    const before = this.#lengths.slice(0, chapterUid - 1).reduce((sum, length) => sum + length, 0);
    const sparse = this.#silent || this.#total < this.#pages * enough;
    const through = sparse && progress !== undefined ? progress / 100 : (before + offset) / this.#total;
    const exact = Math.min(1, Math.max(0, through)) * this.#pages;
    const page = Math.min(this.#pages - 1, Math.floor(exact + 1e-9));
    return { page, share: Math.min(1, Math.max(0, exact - page)) };
  }
}
