// What was measured of a book's pages in one style and size, as it is kept until the book is opened again.

/** Of each section's pieces, `null` for one that has not been measured. */
export interface KeptPages {
  pages: (number | null)[][];
  /** Offsets at which they begin. */
  starts: (number[] | null)[][];
  /** Addresses that the book's own lists name, and where they begin in their sections. */
  named: [href: string, offset: number][];
  /** Characters of the sections, the same in every style; `null` where they had not been counted. */
  lengths?: (number | null)[];
}

export interface PageCountStore {
  /** `layout` names style and size. */
  load(layout: string): Promise<KeptPages | undefined>;
  save(layout: string, kept: KeptPages): Promise<void>;
}
