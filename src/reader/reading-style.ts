// Turns the reader's settings into the style that pages are laid out with, for the room there is. Pure.

import type { ReadingStyle } from '../book/book.ts';
import type { ReadingSettings } from '../db/reading-settings.ts';

export interface PageRoom {
  /** CSS pixels. */
  width: number;
  height: number;
  rem: number;
}

/** Installed faces that are good to read, then what every system has. Empty: the book's own. */
export const fontStacks: Readonly<Record<ReadingSettings['fontFamily'], string>> = {
  book: '',
  serif:
    '"Literata", "Source Serif 4", "Noto Serif", "Charter", "Georgia", "DejaVu Serif", "Noto Serif CJK SC", "Source Han Serif SC", "Songti SC", serif',
  old: '"EB Garamond", "Palatino", "P052", "Palatino Linotype", "Book Antiqua", "Libertinus Serif", "LXGW WenKai", "Kaiti SC", "AR PL UKai CN", serif',
  sans: '"Atkinson Hyperlegible", "Inter", "Noto Sans", "Source Sans 3", "Helvetica Neue", "DejaVu Sans", "Noto Sans CJK SC", "Source Han Sans SC", "PingFang SC", sans-serif',
};

/** At the page's sides and its top, in rem, from narrow to wide. */
const sides = [0.8, 1.4, 2.1, 3.2, 4.6];
const tops = [0.8, 1.2, 1.6, 2.2, 3];
/** What the lines above and below the text need; in rem. */
const lineRoom = 2.4;

export function readingStyle(settings: ReadingSettings, room: PageRoom): ReadingStyle {
  const { width, height, rem } = room;
  const margin = Math.min(4, Math.max(0, Math.round(settings.margin)));
  // However wide the margins are, most of a narrow page is text.
  const side = Math.round(Math.min((sides[margin] ?? 0) * rem, width * 0.16));
  const edge = Math.min((tops[margin] ?? 0) * rem, height * 0.1);
  const top = Math.round(Math.max(edge, settings.header ? lineRoom * rem : 0));
  const bottom = Math.round(Math.max(edge, lineRoom * rem));
  return {
    fontFamily: fontStacks[settings.fontFamily],
    fontSize: Math.max(8, Math.round((settings.fontSize / 100) * rem)),
    lineHeight: settings.lineHeight,
    margin: { top, right: side, bottom, left: side },
    align: settings.align,
    hyphenate: settings.hyphenate,
    publisherStyles: settings.publisherStyles,
    night: settings.night,
  };
}
