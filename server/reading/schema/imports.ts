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
}

export interface ImportsTables {
  uploads: UploadRow;
  pending_blobs: PendingBlobRow;
}
