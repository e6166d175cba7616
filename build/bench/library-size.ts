// How large the library of the bench is.

export interface LibrarySize {
  books: number;
  users: number;
  /** Marks, thoughts and reviews together. */
  notes: number;
  seed: number;
}

export const chaptersPerBook = 40;
