// Rows of full text search.

/** The text of a chapter, by the content of the file that it is in. */
export interface ChapterTextRow {
  file_sha256: string;
  chapter_uid: number;
  text: string;
  /** JSON: `[blocks, lines, asides]` of text-seams.ts. */
  seams: string;
}

/** An index of one file's chapters, ready or being made. */
export interface SearchFileRow {
  /** Its documents have numbers from here, shifted left; see chapter-index.ts. */
  file_no: number;
  file_sha256: string;
  is_ready: number;
  /** The way of cutting terms that it was made with. */
  made_with: number;
  created_at: number;
}

/** A document of the index: a chapter, or a part of a long one. */
export interface SearchPartRow {
  doc_id: number;
  chapter_uid: number;
}

export interface SearchTables {
  chapter_texts: ChapterTextRow;
  search_files: SearchFileRow;
  search_parts: SearchPartRow;
}
