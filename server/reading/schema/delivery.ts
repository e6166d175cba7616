// Rows of what was prepared for delivery. All of it can be made anew from the books' files.

/** An EPUB whose parts were prepared, by the content of its file: readers with the same bytes share it. */
export interface PreparedBookRow {
  epub_sha256: string;
  /** Of the rules by which it was prepared. */
  made_with: number;
  /** '' when the preparation failed. */
  blob_key: string;
  pack_sha256: string;
  pack_size: number;
  error_code: string;
  error_message: string;
  made_at: number;
}

export interface PreparedPartRow {
  epub_sha256: string;
  path: string;
  media_type: string;
  size: number;
  sha256: string;
  crc32: number;
  /** 1: in the pack; 0: in the EPUB itself. */
  in_pack: number;
  /** 0: as it is; 8: deflated. */
  method: number;
  start: number;
  packed_size: number;
  /** In the pack; 0 where there is none. */
  zstd_start: number;
  zstd_size: number;
  /** JSON: paths of the parts that are shown with it. */
  needs: string;
}

/** A picture made for a panel. */
export interface PanelPictureRow {
  epub_sha256: string;
  path: string;
  width: number;
  height: number;
  greys: number;
  made_with: number;
  blob_key: string;
  sha256: string;
  size: number;
  made_at: number;
}

export interface DeliveryTables {
  prepared_books: PreparedBookRow;
  prepared_parts: PreparedPartRow;
  panel_pictures: PanelPictureRow;
}
