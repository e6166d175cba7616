// Turns the reader's settings into the style that pages are laid out with, for the room there is. Pure.

import type { BookFacts, ReadingStyle } from '../../book/book.ts';
import { eastAsianWriting } from '../../book/styles/east-asian.ts';
import { ownFontName } from '../../book/styles/own-fonts.ts';
import type { ReadingSettings } from '../../db/settings/reading-settings.ts';

export interface PageRoom {
  /** CSS pixels. */
  width: number;
  height: number;
  rem: number;
}

/** A face of the settings: its names, and whether it has weights of its own. */
interface FaceChoice {
  family: string;
  eastAsian: ReadingStyle['eastAsian'];
  variable: boolean;
}

/** Faces that come with the program, then what systems have. Empty: the book's own. */
const faces: Readonly<Record<string, FaceChoice>> = {
  book: { family: '', eastAsian: 'serif', variable: false },
  serif: {
    family: '"Literata", "Source Serif 4", "Noto Serif", "Georgia", "DejaVu Serif", serif',
    eastAsian: 'serif',
    variable: true,
  },
  old: {
    family: '"EB Garamond", "Palatino", "P052", "Palatino Linotype", "Book Antiqua", "Libertinus Serif", serif',
    eastAsian: 'kai',
    variable: false,
  },
  sans: {
    family: '"Atkinson Hyperlegible Next", "Noto Sans", "Source Sans 3", "DejaVu Sans", sans-serif',
    eastAsian: 'sans',
    variable: true,
  },
};

/** At the page's sides and its top, in rem, from narrow to wide. */
const sides = [0.8, 1.4, 2.1, 3.2, 4.6];
const tops = [0.8, 1.2, 1.6, 2.2, 3];
/** What one step more or less of a single side is. */
const sideStep = 0.8;
/** What the lines above and below the text need; in rem. */
const lineRoom = 2.4;
const weightStep = 75;
/** Em of text beside which there is room for as much again. */
const wideText = 44;

/** What is known of a family of the reader's own fonts. */
export interface OwnFamily {
  family: string;
  variable: boolean;
}

export function readingStyle(
  settings: ReadingSettings,
  room: PageRoom,
  fonts: readonly OwnFamily[] = [],
): ReadingStyle {
  const face = faceOf(settings.fontFamily, fonts);
  const fontSize = Math.max(8, Math.round((settings.fontSize / 100) * room.rem));
  const margin = marginOf(settings, room);
  const weight = Math.min(4, Math.max(0, Math.round(settings.weight)));
  const { paragraphSpacing, indent } = settings;
  return {
    fontFamily: face.family,
    eastAsian: face.eastAsian,
    fontSize,
    fontWeight: 400 + weight * weightStep,
    variableFace: face.variable,
    lineHeight: settings.lineHeight,
    paragraphSpacing: paragraphSpacing < 0 ? undefined : paragraphSpacing,
    indent: indent < 0 ? undefined : indent,
    letterSpacing: settings.letterSpacing / 100,
    wordSpacing: settings.wordSpacing / 100,
    margin,
    columns: settings.columns === 0 ? columnsFor(room, margin, fontSize) : settings.columns,
    align: settings.align,
    hyphenate: settings.hyphenate,
    publisherStyles: settings.publisherStyles,
    writing: settings.writing,
    script: settings.script,
    night: settings.night,
  };
}

/** Where the next page is: lines that run down begin at the right, lines across in the same languages at the left. */
export function directionOf(
  { direction, language }: Pick<BookFacts, 'direction' | 'language'>,
  { writing }: Pick<ReadingSettings, 'writing'>,
): BookFacts['direction'] {
  if (writing === 'book' || !eastAsianWriting(language)) return direction;
  return writing === 'vertical' ? 'rtl' : 'ltr';
}

/** A font that has been removed leaves the book its own. */
function faceOf(chosen: ReadingSettings['fontFamily'], fonts: readonly OwnFamily[]): FaceChoice {
  const own = fonts.find(({ family }) => `font:${family}` === chosen);
  if (own) return { family: `"${ownFontName(own.family)}", serif`, eastAsian: 'serif', variable: own.variable };
  return faces[chosen] ?? (faces.book as FaceChoice);
}

function marginOf(settings: ReadingSettings, { width, height, rem }: PageRoom): ReadingStyle['margin'] {
  const step = Math.min(4, Math.max(0, Math.round(settings.margin)));
  // However wide the margins are, most of a narrow page is text.
  const side = (more: number) =>
    Math.round(Math.max(0, Math.min(((sides[step] ?? 0) + more * sideStep) * rem, width * (more > 0 ? 0.3 : 0.16))));
  const edge = (more: number) =>
    Math.max(0, Math.min(((tops[step] ?? 0) + more * sideStep) * rem, height * (more > 0 ? 0.2 : 0.1)));
  return {
    top: Math.round(Math.max(edge(settings.marginTop), settings.header ? lineRoom * rem : 0)),
    right: side(settings.marginRight),
    bottom: Math.round(Math.max(edge(settings.marginBottom), lineRoom * rem)),
    left: side(settings.marginLeft),
  };
}

/** Two columns where one would have lines too long to read, on a page that is wider than high. */
function columnsFor({ width, height }: PageRoom, { left, right }: ReadingStyle['margin'], fontSize: number): 1 | 2 {
  return width > height && width - left - right >= wideText * fontSize ? 2 : 1;
}
