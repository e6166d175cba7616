// Rows of bookmarks and highlights.

/** A bookmark or highlight, or its tombstone. sync_key: counter `marks:{bookId}` of the reader. */
export interface MarkRow {
  vid: string;
  book_id: string;
  bookmark_id: string;
  sync_key: number;
  book_version: number;
  chapter_uid: number;
  range_start: number;
  range_end: number;
  type: number;
  mark_text: string;
  context_abstract: string;
  cfi: string;
  text_quote: string;
  text_before: string;
  text_after: string;
  translate_mode: number;
  ref_mp_review_id: string;
  style: number;
  style_time: number;
  color_style: number;
  color_style_time: number;
  create_time: number;
  /** The newest edit of any field. */
  edit_time: number;
  /** When it was removed; 0 while it lives. */
  removed_at: number;
  /** When the service stored the removal, from which the tombstone's age counts. */
  removal_stored_at: number;
  device_id: string;
  /** The newest version in which its place was looked for. Behind `book_version`, it was not found there. */
  tried_version: number;
  /** Of a tombstone: the id under which the mark lives on in a newer version. */
  moved_to: string;
}

export interface MarksTables {
  marks: MarkRow;
}
