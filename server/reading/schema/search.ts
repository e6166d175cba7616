// Rows of full text search.

/** The text of a chapter, by the content of the file that it is in. */
export interface ChapterTextRow {
  file_sha256: string;
  chapter_uid: number;
  text: string;
  /** JSON: `[blocks, lines, asides]` of text-seams.ts. */
  seams: string;
}

export interface SearchTables {
  chapter_texts: ChapterTextRow;
}
