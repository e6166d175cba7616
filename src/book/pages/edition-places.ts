// Where places of a document's pages lie in the text that was made of it, and the other way round, by shares of the whole.
// Pure.

/** Where one form's places lie in the other. */
export class EditionPlaces {
  readonly #lengths: readonly number[];
  readonly #total: number;
  readonly #pages: number;

  /** `lengths`: of the edition's chapters, in UTF-16 units. */
  constructor(lengths: readonly number[], pages: number) {
    this.#lengths = lengths;
    this.#total = Math.max(
      1,
      lengths.reduce((sum, length) => sum + length, 0),
    );
    this.#pages = pages;
  }

  /** `share`: of the page that is turned over already, 0–1. */
  inEdition(page: number, share: number): { chapterUid: number; offset: number } {
    // Rounded up, so that the way back leads to the same page.
    let left = Math.ceil(((page + share) / this.#pages) * this.#total);
    for (const [index, length] of this.#lengths.entries()) {
      if (left < length) return { chapterUid: index + 1, offset: left };
      left -= length;
    }
    const last = this.#lengths.length;
    return { chapterUid: Math.max(1, last), offset: Math.max(0, (this.#lengths[last - 1] ?? 0) - 1) };
  }

  onPages(chapterUid: number, offset: number): { page: number; share: number } {
    const before = this.#lengths.slice(0, chapterUid - 1).reduce((sum, length) => sum + length, 0);
    const exact = Math.min(1, Math.max(0, (before + offset) / this.#total)) * this.#pages;
    const page = Math.min(this.#pages - 1, Math.floor(exact + 1e-9));
    return { page, share: Math.min(1, Math.max(0, exact - page)) };
  }
}
