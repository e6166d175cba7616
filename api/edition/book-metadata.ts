// What is known of a book beside its text, as every format tells it.

export interface BookMetadata {
  title: string;
  author: string;
  translator: string;
  publisher: string;
  /** As the book says it: a year, a date, a time. */
  publishTime: string;
  isbn: string;
  identifier: string;
  intro: string;
  language: string;
  subjects: string[];
  isFixedLayout: boolean;
  series: string;
  /** Place in the series; a half between two others is allowed. */
  seriesPosition: number | undefined;
  /** Every name under which the book is known, in schemes `isbn`, `uuid`, `asin`, `doi`, `uri` and the like. */
  identifiers: Identifier[];
  /** Everyone who made it, by MARC relator code. */
  contributors: Contributor[];
}

export interface Identifier {
  scheme: string;
  value: string;
}

export interface Contributor {
  role: string;
  name: string;
  sortName: string;
}

/** Facts of a book that says nothing of itself. */
export function emptyMetadata(): BookMetadata {
  return {
    title: '',
    author: '',
    translator: '',
    publisher: '',
    publishTime: '',
    isbn: '',
    identifier: '',
    intro: '',
    language: '',
    subjects: [],
    isFixedLayout: false,
    series: '',
    seriesPosition: undefined,
    identifiers: [],
    contributors: [],
  };
}

/** At most `length` UTF-16 units; what is longer ends in an ellipsis. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
