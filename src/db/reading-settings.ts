// How text is set, on this device, for books that have no settings of their own.

import { setting } from './settings.ts';

export interface ReadingSettings {
  /** book: the publisher's. old: old style, and Kai for Chinese. */
  fontFamily: 'book' | 'serif' | 'old' | 'sans';
  /** Per cent of the interface's own size. */
  fontSize: number;
  lineHeight: number;
  /** 0 (narrow) to 4 (wide). */
  margin: number;
  align: 'book' | 'left' | 'justify';
  hyphenate: boolean;
  publisherStyles: boolean;
  night: boolean;
  /** The book's title above the text. */
  header: boolean;
}

export const readingSettings = setting<ReadingSettings>('reading', {
  fontFamily: 'book',
  fontSize: 110,
  lineHeight: 1.5,
  margin: 2,
  align: 'book',
  hyphenate: true,
  publisherStyles: true,
  night: false,
  header: false,
});
