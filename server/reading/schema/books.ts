// Rows of books: files, versions, chapters, covers, and what a reader says of a book.

/** The content of an original file. Shared by every book with the same bytes; says nothing about who may read it. */
export interface FileRow {
  sha256: string;
  blob_key: string;
  size: number;
  md5: string;
  media_type: string;
  created_at: number;
}

/** A private book belongs to its importer; a book of the library has owner_vid ''. */
export interface BookRow {
  book_id: string;
  owner_vid: string;
  visibility: 'private' | 'library';
  /** The current version. */
  version: number;
  format: string;
  /** SHA-256 of the current version's file. */
  file_sha256: string;
  title: string;
  author: string;
  translator: string;
  publisher: string;
  publish_time: string;
  isbn: string;
  identifier: string;
  intro: string;
  language: string;
  category: string;
  direction: 'ltr' | 'rtl';
  is_vertical_layout: number;
  /** Fixed layout, all pictures. */
  is_comics: number;
  chapter_count: number;
  word_count: number;
  /** UTF-16 units of all chapters. */
  text_length: number;
  created_at: number;
  updated_at: number;
  /** JSON of `BookCategory[]` as the store files it; '' or absent while it is in no category. */
  categories?: string | undefined;
}

export interface BookVersionRow {
  book_id: string;
  version: number;
  file_sha256: string;
  /** Name of the file as it was imported. */
  file_name: string;
  created_at: number;
}

/** Contents of one version. `length` counts UTF-16 units of the chapter's text. */
export interface ChapterRow {
  book_id: string;
  version: number;
  chapter_uid: number;
  chapter_idx: number;
  title: string;
  level: number;
  word_count: number;
  length: number;
  /** JSON: paths in the package. */
  files: string;
  /** JSON: `{title, level, anchor}[]`. */
  anchors: string;
  updated_at: number;
}

export interface CoverRow {
  book_id: string;
  blob_key: string;
  media_type: string;
  size: number;
  width: number;
  height: number;
  sha256: string;
  /** The picture's SHA-256 and JSON of the wire's `coverBoxInfo`, or `none`; '' or absent until it was asked for. */
  colours?: string | undefined;
}

/** Reading or finished, as marked by hand or at the last page. */
export interface BookStateRow {
  vid: string;
  book_id: string;
  status: 'none' | 'reading' | 'finished';
  is_auto: number;
  finished_at: number;
  rating: number;
  finish_info: string;
  updated_at: number;
  /** When the person made the newest edit. */
  mark_time: number;
}

export interface BooksTables {
  files: FileRow;
  books: BookRow;
  book_versions: BookVersionRow;
  chapters: ChapterRow;
  covers: CoverRow;
  book_states: BookStateRow;
}
