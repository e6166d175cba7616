// How text is set, on this device: for all books, and for those books that have settings of their own.

import type { Setting } from './settings.ts';
import { setting } from './settings.ts';

export interface ReadingSettings {
  /** book: the publisher's. old: old style, and Kai for Chinese. `font:` and a family: one of the reader's own. */
  fontFamily: 'book' | 'serif' | 'old' | 'sans' | `font:${string}`;
  /** Per cent of the interface's own size. */
  fontSize: number;
  /** 0 as the face is made, to 4 (bold). */
  weight: number;
  lineHeight: number;
  /** Lines between paragraphs; −1: as the book has them. */
  paragraphSpacing: number;
  /** Of first lines, in em; −1: as the book has it. */
  indent: number;
  /** Hundredths of an em. */
  letterSpacing: number;
  wordSpacing: number;
  /** 0 (narrow) to 4 (wide). */
  margin: number;
  /** What each side has more or less than that, in the same steps. */
  marginTop: number;
  marginBottom: number;
  marginLeft: number;
  marginRight: number;
  /** 0: as many as the window is wide enough for. */
  columns: 0 | 1 | 2;
  align: 'book' | 'left' | 'justify';
  hyphenate: boolean;
  publisherStyles: boolean;
  /** How lines of Chinese, Japanese and Korean run. */
  writing: 'book' | 'horizontal' | 'vertical';
  /** What Chinese is shown in. */
  script: 'book' | 'simplified' | 'traditional' | 'taiwan' | 'hongKong';
  night: boolean;
  /** The book's title above the text. */
  header: boolean;
}

export const readingSettings = setting<ReadingSettings>('reading', {
  fontFamily: 'book',
  fontSize: 110,
  weight: 0,
  lineHeight: 1.5,
  paragraphSpacing: -1,
  indent: -1,
  letterSpacing: 0,
  wordSpacing: 0,
  margin: 2,
  marginTop: 0,
  marginBottom: 0,
  marginLeft: 0,
  marginRight: 0,
  columns: 0,
  align: 'book',
  hyphenate: true,
  publisherStyles: true,
  writing: 'book',
  script: 'book',
  night: false,
  header: false,
});

/** What one book has instead of what all have; `own` is false while it has none. */
export interface BookReadingSettings {
  own: boolean;
  reading: Partial<ReadingSettings>;
}

export function bookReadingSettings(bookId: string): Setting<BookReadingSettings> {
  return setting<BookReadingSettings>(`reading/${bookId}`, { own: false, reading: {} });
}
