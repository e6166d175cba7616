// What it takes to read a book aloud by its own recordings, as the reader sees it.

/** An element that a recording in the book reads aloud. */
export interface Phrase {
  section: number;
  /** The element's id; empty for the whole section. */
  fragment: string;
  /** Seconds; without `end` as long as the recording. Absent where the book has none of it. */
  audio: { path: string; begin: number; end: number | undefined } | undefined;
  /** A note, a page number or the like, which a listener may leave out. */
  skippable: boolean;
  /** The phrase, in its section's list, after the table, list or the like that this one is part of. */
  after: number | undefined;
}

/** The book read aloud by recordings of its own. */
export interface Narration {
  narrator: string;
  /** Those that are read aloud, ascending. */
  sections: readonly number[];
  /** In reading order; empty where the list is broken. */
  phrases(section: number): Promise<readonly Phrase[]>;
  /** Rejects with `BookError` when the book does not have it. */
  recording(path: string): Promise<Blob>;
}
