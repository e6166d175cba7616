// Rows of files on their way in.

/** A blob that is written before the row that will need it; what is left here for long was given up. */
export interface PendingBlobRow {
  blob_key: string;
  created_at: number;
}

/** A reserved upload and what became of it. */
export interface UploadRow {
  /** The object's name, by which notify and receive speak of it. */
  name: string;
  vid: string;
  cbid: string;
  mode: 'book' | 'cover' | 'font' | 'audio';
  file_name: string;
  suffix: string;
  blob_key: string;
  /** As announced; 0 and '' when not. */
  size: number;
  sha256: string;
  md5: string;
  state: 'reserved' | 'uploaded' | 'parsing' | 'done' | 'failed';
  book_id: string;
  /** Error code of a failed one, and the sentence for the reader. */
  error_code: string;
  error_message: string;
  created_at: number;
  updated_at: number;
  expires_at: number;
  /** The book of which it becomes a new version; '' for a book of its own. */
  replaces: string;
  /** It becomes a book of the library. */
  to_library: number;
}

/** A file that was brought in from a folder, by which it is known the next time. */
export interface ImportedPathRow {
  vid: string;
  /** Absolute. */
  path: string;
  size: number;
  /** Milliseconds. */
  modified: number;
  /** '' when it failed. */
  book_id: string;
  error_code: string;
  error_message: string;
  updated_at: number;
}

/** A picture, font or recording that a reader keeps here. */
export interface StoredObjectRow {
  object_id: string;
  vid: string;
  kind: 'cover' | 'font' | 'audio';
  blob_key: string;
  sha256: string;
  size: number;
  media_type: string;
  file_name: string;
  created_at: number;
}

export interface ImportsTables {
  uploads: UploadRow;
  pending_blobs: PendingBlobRow;
  imported_paths: ImportedPathRow;
  stored_objects: StoredObjectRow;
}
