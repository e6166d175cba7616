// Makes of a prepared chapter what is shown of it: in the script that the reader chose, with words that can be divided.
// The chapter's own text stays known; see shown-text.ts.

import type { ReadingStyle } from './book.ts';
import { hyphenate } from './hyphenate.ts';

/** The language of a chapter that is laid out: its own, else the book's. */
export function chapterLanguage(document: Document, ofBook: string): string {
  const root = document.documentElement;
  const xml = 'http://www.w3.org/XML/1998/namespace';
  for (const element of [document.body, root]) {
    const own = element?.getAttributeNS(xml, 'lang') || element?.getAttribute('lang');
    if (own) return own;
  }
  return ofBook;
}

/** Resolves when the document can be laid out. `fixed`: its lines are where its maker put them. */
export async function setText(
  document: Document,
  style: ReadingStyle,
  language: string,
  fixed: boolean,
): Promise<void> {
  if (style.hyphenate && !fixed) await hyphenate(document, language);
}
