// Our own style sheets around a chapter's: which, and in what words. They are the same for most chapters of a book, so
// they are written once for each style and language.

import type { ReadingStyle } from '../book.ts';
import { laterCss } from '../layout/lay-out-gradually.ts';
import { unfloatedCss } from '../layout/tame-floats.ts';
import { outsideCss } from '../preparing/split-section.ts';
import { plainCss } from '../preparing/tame-text.ts';
import { isWrittenDown } from './chapter-writing.ts';
import { defaultCss, readingCss } from './reading-css.ts';

export interface ChapterSheets {
  /** Weaker than the chapter's own. */
  defaults: string;
  /** Stronger than they are. */
  reading: string;
}

const written = new WeakMap<ReadingStyle, Map<string, ChapterSheets>>();

/** Without the publisher's styles, the chapter's own are off afterwards. */
export function sheetsFor(document: Document, style: ReadingStyle, language: string): ChapterSheets {
  const { publisherStyles } = style;
  // Without its sheets a novel that runs down runs down all the same.
  const down = !publisherStyles && style.writing === 'book' && isWrittenDown(document);
  if (!publisherStyles) turnOffStyles(document);
  const ofStyle = written.get(style) ?? new Map<string, ChapterSheets>();
  written.set(style, ofStyle);
  const key = `${down} ${language}`;
  const known = ofStyle.get(key);
  if (known) return known;
  const shown: ReadingStyle = down ? { ...style, writing: 'vertical' } : style;
  const sheets = {
    defaults: defaultCss(style, language),
    reading: readingCss(shown, language) + laterCss + outsideCss + plainCss + unfloatedCss,
  };
  ofStyle.set(key, sheets);
  return sheets;
}

function turnOffStyles(document: Document): void {
  for (const own of document.querySelectorAll('style')) own.setAttribute('media', 'not all');
  for (const styled of document.querySelectorAll('body [style]:not([style*="display: none"])')) {
    styled.removeAttribute('style');
  }
}
