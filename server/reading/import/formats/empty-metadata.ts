// Facts of a book that says nothing of itself.

import type { BookMetadata } from '../book-metadata.ts';

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
