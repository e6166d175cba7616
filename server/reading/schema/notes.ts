// Rows that follow from marks and reviews, written with them: a reader's notes through all books, counts by book, and the
// underlines that readers share.

/** That a mark or a review is there, or was. sync_key: counter `notes` of the reader. */
export interface NoteRow {
  vid: string;
  kind: 'bookmark' | 'review';
  note_id: string;
  book_id: string;
  sync_key: number;
  /** Newest largest; see `placeOf` in notes/note-rows.ts. */
  place: number;
  /** What it counts as; '' for a review that belongs to no book. */
  counts_as: 'bookmark' | 'note' | 'review';
  removed_at: number;
}

/** A reader's notes in one book, counted. sync_key: counter `notes`. All counts 0: a tombstone. */
export interface NotebookRow {
  vid: string;
  book_id: string;
  sync_key: number;
  review_count: number;
  review_like_count: number;
  review_comment_count: number;
  /** Underlines and highlights. */
  note_count: number;
  /** Page bookmarks. */
  bookmark_count: number;
  /** When the newest note was made. */
  newest_at: number;
  /** When the last note went; 0 while there are some. */
  emptied_at: number;
}

/** Underlines of several readers that count as one passage. `number`: a raise of the counter `underlines:{bookId}` of ''. */
export interface UnderlineRow {
  book_id: string;
  chapter_uid: number;
  range_start: number;
  range_end: number;
  number: number;
  mark_text: string;
  /** Distinct readers. */
  readers: number;
}

/** A reader of a shared underline. */
export interface UnderlineReaderRow {
  book_id: string;
  chapter_uid: number;
  range_start: number;
  range_end: number;
  vid: string;
  marked_at: number;
}

/** A chapter whose shared underlines are to be found anew. */
export interface StaleUnderlinesRow {
  book_id: string;
  /** 0: every chapter. */
  chapter_uid: number;
}

export interface NotesTables {
  notes: NoteRow;
  notebooks: NotebookRow;
  underlines: UnderlineRow;
  underline_readers: UnderlineReaderRow;
  stale_underlines: StaleUnderlinesRow;
}
