// The numbers of the documents in the full text index: which file a document belongs to, and which range a file has.

import type { Database } from '../../base/database/database.ts';
import { TextIndex } from '../../base/search/text-index.ts';
import type { Tables } from '../reading.ts';

export const chapterTerms = 'chapter_terms';
/** Raised when terms are cut in another way: then every file is indexed anew. */
export const termsVersion = 1;

/** Documents that one file can have; a power of two. */
const docsPerFile = 2 ** 20;

export function chapterIndex(database: Pick<Database<Tables>, 'dialect'>): TextIndex {
  return new TextIndex(database.dialect, chapterTerms);
}

/** The first number of a file's documents, and the first behind them. */
export function docRange(fileNo: number): { start: number; end: number } {
  return { start: fileNo * docsPerFile, end: (fileNo + 1) * docsPerFile };
}

export const fileNoOf = (docId: number) => Math.floor(docId / docsPerFile);
export { docsPerFile };
