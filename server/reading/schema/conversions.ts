// Rows of conversions.

/** A PDF that is, or was, made an EPUB. */
export interface ConversionRow {
  cbid: string;
  vid: string;
  book_id: string;
  book_version: number;
  is_text_only: number;
  /** From 0. */
  first_page: number;
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  pages_done: number;
  /** 0 while not known. */
  pages: number;
  result_book_id: string;
  error_code: string;
  error_message: string;
  created_at: number;
  updated_at: number;
}

export interface ConversionsTables {
  conversions: ConversionRow;
}
