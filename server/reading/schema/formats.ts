// Rows of what a book is beside its file: the edition that readers open, the series, subjects, identifiers and people.

/** The EPUB that was written of a file of another format; both are rows of `files`. */
export interface EditionRow {
  file_sha256: string;
  edition_sha256: string;
}

export interface BookSeriesRow {
  book_id: string;
  name: string;
  /** Null where the book does not tell its place. */
  position: number | null;
}

export interface BookSubjectRow {
  book_id: string;
  /** From 0, in the book's order. */
  place: number;
  subject: string;
}

export interface BookIdentifierRow {
  book_id: string;
  scheme: string;
  value: string;
}

export interface BookContributorRow {
  book_id: string;
  place: number;
  /** MARC relator code. */
  role: string;
  name: string;
  sort_name: string;
}

/** To which version marks, reviews and places in a book were moved; none for a book that has one version only. */
export interface MovedPlacesRow {
  book_id: string;
  version: number;
}

export interface FormatsTables {
  moved_places: MovedPlacesRow;
  editions: EditionRow;
  book_series: BookSeriesRow;
  book_subjects: BookSubjectRow;
  book_identifiers: BookIdentifierRow;
  book_contributors: BookContributorRow;
}
