// The reader's idea of an open book: what every engine behind it offers. Everything outside this folder sees a book
// only through these types; which library parses it, and how pages are made, stays in here.

import type { BookNote, ShownPictures } from './excerpt.ts';
import type { Narration, Phrase } from './overlay/phrase.ts';
import type { PageControl } from './pages/page-style.ts';
import type { ReadingStyle } from './reading-style.ts';

/** One entry of the contents, in reading order. */
export interface TocEntry {
  title: string;
  /** Inside the package, with fragment: `text/chapter-1.xhtml#sec2`. */
  href: string;
  /** 1 is the outermost. */
  level: number;
  /** The spine item it points to; −1 when it points nowhere. */
  section: number;
}

/** One item of the spine. `chapterUid` on the wire is `index + 1`. */
export interface Section {
  index: number;
  href: string;
  /** UTF-16 units of the chapter's text; known once the book has been counted (`Book.counted`). */
  readonly length: number | undefined;
  linear: boolean;
}

/** A piece of print that the book's pages stand for, or a place that it names: its beginning, its index and so on. */
export interface NamedPlace {
  /** What the book calls it; empty where it does not. */
  title: string;
  /** As `TocEntry.href`. */
  href: string;
  /** The spine item it lies in; −1 when it lies in none. */
  section: number;
}

export interface Landmark extends NamedPlace {
  /** From the structural vocabulary: `bodymatter`, `toc`, `cover`, `index` …; the older guide's names are translated. */
  type: string;
}

/** How a text of the package runs: as it says, else by its first strong character. */
export type TextDirection = 'ltr' | 'rtl' | 'auto';

export interface BookFacts {
  title: string;
  titleDirection: TextDirection;
  authors: string[];
  /** One for each author. */
  authorDirections: TextDirection[];
  language: string;
  identifier: string;
  /** Page progression of the whole book. */
  direction: 'ltr' | 'rtl';
  layout: 'reflowable' | 'fixed';
  /** Set where every page is drawn as it is, and nothing of `ReadingStyle` but margins and night applies. */
  pages?: {
    /** There is text that can be selected, marked and searched. */
    text: boolean;
    /** The book's own markup draws them: their margins and tones are its own. */
    markup?: boolean;
  };
}

/**
 * A place in the book. Chapter text is every text node under `body` in document order, joined, without those of
 * `script`, `style` and `template`, and without comments; offsets count its UTF-16 units. The service counts alike.
 */
export interface Place {
  section: number;
  chapterUid: number;
  /** First visible character, as offset in the chapter's text. */
  chapterOffset: number;
  cfi: string;
  /** Up to 64 characters from there on. */
  textQuote: string;
  /** The same without the readings beside the words, where there are any. */
  words?: string;
  /** 0–100 through the whole book, by characters. */
  progress: number;
  /** Page within the section, from 0, and how many it has. */
  page: number;
  pages: number;
  /** Exact page number, from 1, and count of the whole book, once idle time has measured it. */
  bookPage?: number;
  bookPages?: number;
  /** Title of the contents entry that this place falls under. */
  chapterTitle: string;
  /** That entry begins on an earlier page. */
  chapterBegan?: boolean;
  /** Where in the section the next contents entry after this page begins, in the chapter's text, if one does. */
  chapterEnd?: number;
  /** Number of the printed edition's page, where the book names these. */
  printPage?: string;
  atStart: boolean;
  atEnd: boolean;
  /** Its section cannot be shown: what says so stands there instead, and its offset is the one that was asked for. */
  failed?: true;
}

export type Target =
  | { cfi: string }
  | { href: string }
  /** `share`: of a page that is drawn as it is, how much of it is turned over before, 0–1, where it is shown in parts. */
  | { section: number; offset?: number; share?: number }
  | { progress: number }
  /** Page of the book from 1, as `Place.bookPage`; the book's beginning while its pages are not known. */
  | { bookPage: number }
  /**
   * A mark or position as the service keeps it; tried as CFI, then by quote, then by offset. `atProgress`: `Place.progress`
   * of a position, which tells the part of a drawn page.
   */
  | { chapterUid: number; offset: number; quote?: string; cfi?: string; atProgress?: number };

export type { ReadingStyle } from './reading-style.ts';

/** What is drawn at words. `style`: 0 line, 1 wave, 2 marker, 3 a thought of the reader's, 4 an underline of others'. */
export interface DrawnMark {
  id: string;
  chapterUid: number;
  start: number;
  end: number;
  quote: string;
  style: 0 | 1 | 2 | 3 | 4;
  /** 0 as the style is by itself, 1–5 from light to dark. */
  grey: 0 | 1 | 2 | 3 | 4 | 5;
}

/** CSS pixels of the container. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A link or a mark on a page; pressing it does what a tap on it does. */
export interface Pressable {
  box: Box;
  press(): void;
}

/** A stretch of a chapter's text. */
export interface TextSpan {
  chapterUid: number;
  start: number;
  end: number;
}

/** A section's text as it stands in the book, for searching; offsets as everywhere. */
export interface SectionText {
  text: string;
  /** Where blocks and lines begin, ascending: no word runs over them. */
  breaks: readonly number[];
  /** Starts and ends, in turn, of what is read beside the text, such as how a character sounds. */
  beside: readonly number[];
  /** Where its named elements begin. */
  anchors: ReadonlyMap<string, number>;
}

/**
 * The text of the chapter that is shown, for selecting in it. Valid until another chapter is shown or the page is laid
 * out anew; offsets count the chapter's text.
 */
export interface PageText {
  readonly chapterUid: number;
  /** Lines run downwards. */
  readonly vertical: boolean;
  /** Words follow one another to the left, or lines do where these run downwards. */
  readonly leftward: boolean;
  /** All of it that is laid out: the chapter, or a piece of a long one. */
  whole(): TextSpan;
  /** What of it stands on the page that is shown. */
  shown(): TextSpan;
  /** The character nearest to a point of the page; `undefined` where there is no text. */
  offsetAt(x: number, y: number): number | undefined;
  wordAt(offset: number): TextSpan | undefined;
  /**
   * Where an edge of a selection comes to: a start goes to starts of units, an end to their ends, always past `offset`.
   * A line is the place above or below as it is laid out. `undefined` at the chapter's ends.
   */
  move(offset: number, by: SelectionUnit, direction: 1 | -1, edge: 'start' | 'end'): number | undefined;
  /** Up to this many characters of the same paragraph from there on. */
  following(offset: number, length: number): string;
  /** Line by line; boxes of other pages lie outside of the container. */
  boxes(start: number, end: number): Box[];
}

export type SelectionUnit = 'character' | 'word' | 'sentence' | 'line';

/** What the reader selected, ready to become a mark. */
export interface Selected extends TextSpan {
  cfi: string;
  /** As it stands in the chapter, to be found again. */
  text: string;
  /** As it is read along: without readings beside the words. */
  words: string;
  /** 32 characters on either side. */
  before: string;
  after: string;
  /** What of it stands on the page, for placing the menu. */
  box: Box;
  /** Where it begins and ends: a box without width (without height where lines run downwards), if on this page. */
  startEdge: Box | undefined;
  endEdge: Box | undefined;
}

/** What is known of a page before it is painted. */
export type PageNumbers = Pick<
  Place,
  'section' | 'chapterUid' | 'page' | 'pages' | 'progress' | 'chapterTitle' | 'atStart' | 'atEnd'
> &
  Partial<Pick<Place, 'bookPage' | 'bookPages' | 'printPage' | 'chapterBegan' | 'chapterEnd'>> & {
    /** In place of the book's page and count while they are not known: judged by what has been laid out. */
    about?: { page: number; pages: number };
    /** How the screen is to be turned for this page, where it is not. */
    turnTo?: 'landscape' | 'portrait';
  };

export interface ViewEvents {
  /** Once per turn or jump, in the same task that turns the page: what changes here is painted in the same frame. */
  turning: PageNumbers;
  /** After paint, once per turn or jump. */
  place: Place;
  /**
   * A finger was held down, or a mouse began to drag; then where it went, and that it was lifted there. Container's CSS
   * pixels. Nothing is selected by that.
   */
  held: { x: number; y: number };
  dragged: { x: number; y: number };
  released: { x: number; y: number };
  /** A tap that was no link or mark; container's CSS pixels. `again`: at the same place, right after another one. */
  tap: { x: number; y: number; again: boolean };
  /** A finger's swipe, or a turn of the wheel ("up" shows what comes after). */
  swipe: { direction: 'left' | 'right' | 'up' | 'down' };
  /** Two fingers ended so many times as far apart as they began; the middle between them in the container's CSS pixels. */
  pinch: { ratio: number; x: number; y: number };
  markTapped: { id: string; box: Selected['box'] };
  /** A link inside the book is about to be followed from this place, which the reader may want to come back to. */
  followed: { from: Place };
  /**
   * A link asked for a note, on the page or in another note. Nothing is followed; `box` is the link's on the page, in
   * the container's CSS pixels.
   */
  noteAsked: { note: BookNote; box?: Selected['box'] };
  /** A picture was tapped or held, or a table that is wider than the page; the point and the box on the page. */
  pictureTapped: { x: number; y: number; box: Box; held: boolean; open(): Promise<ShownPictures | undefined> };
  /** Marks of a chapter that has just been laid out and does not contain them. */
  marksUnplaced: { ids: string[] };
  /** Marks that had to be looked for are drawn on the page now, without a turn. */
  marksFound: { ids: string[] };
  /** A link that leads out of the book; nothing is opened by the view. */
  outsideLink: { url: string };
  /** A finger, or a button of a mouse, in the book's frame: all that the window around it does not hear of. */
  finger: { sign: 'down' | 'moved' | 'lifted' };
  /** A key that the book's frame swallowed, to be handled as if pressed in the page. */
  key: KeyboardEvent;
  /** The section could not be shown; the view shows an error page meanwhile and can be turned. */
  sectionFailed: { section: number; reason: string };
}

/** The book laid out in a container. One turn is one frame with damage. */
export interface BookView {
  /** Resolves after the paint with the new place. */
  goTo(target: Target): Promise<Place>;
  /**
   * Resolves after the paint; `undefined` at the book's end. Safe to call while one is under way: turns queue. One that
   * waits for its chapter when `given` aborts, or a turn the other way or a jump is asked for, ends where it is: `undefined`.
   */
  next(given?: AbortSignal): Promise<Place | undefined>;
  previous(given?: AbortSignal): Promise<Place | undefined>;
  place(): Place | undefined;
  /** Page within its chapter on which a character stands, as laid out now; `undefined` if the chapter is not shown. */
  pageOf(chapterUid: number, offset: number): number | undefined;
  /** How much of the page that is shown pictures cover, 0–1. */
  pictureShare(): number;
  /** The pictures of the chapter that is shown, from the first one on this page; none where this page has none. */
  picturesHere?(): Promise<ShownPictures | undefined>;
  /** Keeps the first visible word where it was. */
  setStyle(style: ReadingStyle): Promise<Place>;
  /** Call after the container's size changed, with the style that suits it; keeps the first visible word. */
  resize(style?: ReadingStyle): Promise<Place>;
  /**
   * Replaces the drawn marks; returns the ids that could not be placed in the chapters laid out now. Those of other
   * chapters are drawn when their chapter is, and told by `marksUnplaced` where that fails.
   */
  setMarks(marks: readonly DrawnMark[]): string[];
  /** Links and marks of the page, in reading order. */
  pressable?(): readonly Pressable[];
  /** Of drawn pages: where the marks whose last words are seen on the page end, by their ids. */
  markEnds?(): ReadonlyMap<string, Box>;
  /** `undefined` where what is shown has no text that could be selected. */
  text(): PageText | undefined;
  /**
   * Draws it as selected, in place of what was; answers `undefined` where nothing of it is laid out. `along`: of other
   * chapters, drawn where they are shown too.
   */
  select(span: TextSpan, along?: readonly TextSpan[]): Selected | undefined;
  /** Of two pages side by side, `text()` is of the one read next or before from here on; `false` where there is none. */
  readOn?(direction: 1 | -1): boolean;
  clearSelection(): void;
  /** Where marks belong to another text than the one shown: the same words there; `undefined` where it lacks them. */
  kept?(selected: Selected): Promise<Selected | undefined>;
  /**
   * Marks words that were searched for, and among them the one that the reader is at; nothing for an empty list. They are
   * those of `Book.sectionText`, whichever text marks belong to.
   */
  showFound?(spans: readonly TextSpan[], here: TextSpan | undefined): void;
  /** Page of the book, from 1, where a character stands, or what the contents name by `href`; `undefined` until known. */
  bookPageAt?(section: number, at: number | string): { page: number; exact: boolean } | undefined;
  /** The same for a place as marks are kept, where they belong to another text than the one shown. */
  bookPageOf?(chapterUid: number, offset: number): { page: number; exact: boolean } | undefined;
  readonly pages?: PageControl;
  /**
   * Shows what is being read aloud, in chapters laid out now and later, in place of what was; only of such books. Gives
   * what changes on the page that is shown.
   */
  setSpoken?(spoken: Pick<Phrase, 'section' | 'fragment'> | undefined): Box[];
  on<E extends keyof ViewEvents>(event: E, listener: (value: ViewEvents[E]) => void): () => void;
  close(): void;
}

export interface Book {
  readonly facts: BookFacts;
  readonly toc: readonly TocEntry[];
  /** Places that the book itself names, in its order; empty in most books. */
  readonly landmarks: readonly Landmark[];
  /** Pages of the printed edition, titled by their numbers, in order; empty in most books. */
  readonly pageList: readonly NamedPlace[];
  readonly sections: readonly Section[];
  /** Absent for kinds of files that keep nothing elsewhere. */
  readonly network?: BookNetwork;
  /** Only of books that are read aloud. */
  readonly narration?: Narration | undefined;
  /** Resolves when every section's length is known. */
  counted(): Promise<void>;
  cover(): Promise<Blob | undefined>;
  /** Reads it from the file, without laying anything out; empty where the section has no text or is broken. */
  sectionText(section: number): Promise<SectionText>;
  /** Lays the book out in `container` and shows `at`, or the first page. Resolves ready to be painted, not painted. */
  show(container: HTMLElement, style: ReadingStyle, at?: Target): Promise<BookView>;
  close(): void;
}

/** What a book keeps on the network: pictures, sounds, films and fonts, never anything that runs. */
export interface BookNetwork {
  readonly allowed: boolean;
  /** Hosts that the chapters shown so far ask for; more may come with others. */
  readonly hosts: readonly string[];
  /** Takes effect in chapters that are laid out from now on. */
  allow(allowed: boolean): void;
}

/** Says what is wrong with a file in a sentence that a reader can use. */
export class BookError extends Error {
  readonly reason: 'not-a-book' | 'damaged' | 'protected' | 'unsupported' | 'timeout';

  constructor(reason: BookError['reason'], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'BookError';
    this.reason = reason;
  }
}
