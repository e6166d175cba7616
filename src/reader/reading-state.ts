// What the views of an open book show. One change of it is one commit.

import type { BookFacts, TocEntry } from '../book/book.ts';
import type { ThoughtRow } from '../db/marks/thoughts.ts';
import type { FooterItem } from '../db/settings/footer-settings.ts';
import type { ReadingSettings } from '../db/settings/reading-settings.ts';
import type { MarginSign } from './marks/signs.ts';
import type { Selection } from './selection/selection-parts.ts';
import type { Chosen, Subject } from './selection/subject.ts';
import type { Offer } from './turning/places.ts';

export type Panel =
  | 'menu'
  | 'more'
  | 'contents'
  | 'goTo'
  | 'type'
  | 'light'
  | 'facts'
  | 'search'
  | 'keys'
  | 'footer'
  | 'thought'
  | 'thoughts'
  | 'others'
  | 'dictionary'
  | 'translation'
  | 'share';

/** Why a book does not open: words of the reader's strings. */
export type ReadingProblem =
  | 'offline'
  | 'notFound'
  | 'signIn'
  | 'transfer'
  | 'notABook'
  | 'damaged'
  | 'protected'
  | 'unsupported'
  | 'timeout'
  | 'failed';

export interface PageLine {
  chapter: string;
  /** Within the chapter, from 0. */
  page: number;
  pages: number;
  /** Of the whole book, where they are known. */
  bookPage?: number;
  bookPages?: number;
  /** What they are judged to be until then. */
  about?: { page: number; pages: number };
  /** How the screen is to be turned for the page. */
  turnTo?: 'landscape' | 'portrait';
  /** 0–100. */
  progress: number;
  section: number;
  /** Of the printed edition. */
  printPage?: string;
  /** Whole minutes at the speed of this reader in this book, once that is known. */
  chapterMinutes?: number | undefined;
  bookMinutes?: number | undefined;
  /** From 1, the same on every device; once the book has been counted. */
  location?: number;
  locations?: number;
  /** Charge when the page was turned, 0–100. */
  battery?: number;
  /** Time of day as it was when the page was turned. */
  time: Date;
}

/** A file waits for its password. */
export interface Locked {
  /** The last answer was wrong. */
  again: boolean;
  /** Another question has another number. */
  question: number;
  answer: (password: string | undefined) => void;
}

export interface ReadingState {
  stage: 'loading' | 'open' | 'failed';
  /** What is open stays to be seen until its other form is. */
  reopening?: boolean;
  /** Tenths of the download; absent while nothing is fetched. */
  tenths?: number | undefined;
  problem?: ReadingProblem | undefined;
  locked?: Locked | undefined;
  title: string;
  author: string;
  facts?: BookFacts;
  toc: readonly TocEntry[];
  /** As the page is laid out, which is not always as they were chosen a moment ago. */
  style: ReadingSettings;
  /** The book has settings of its own. */
  ownStyle: boolean;
  /** The page's margin left and right, CSS pixels. */
  side: number;
  line?: PageLine;
  /** What the line below the text shows. */
  footer: readonly FooterItem[];
  /** Bookmarks of the page that is shown. */
  bookmarks: readonly string[];
  /** In the margin of the page that is shown. */
  signs: readonly MarginSign[];
  panel?: Panel | undefined;
  /** What is selected; its menu is open when it is `chosen`, too. */
  selection?: Selection | undefined;
  chosen?: Chosen | undefined;
  /** The words that the open panel is about. */
  about?: Subject | undefined;
  /** The thought that is being changed. */
  thought?: ThoughtRow | undefined;
  /** Where the thoughts stand that the open panel shows. */
  ranges?: readonly { start: number; end: number }[] | undefined;
  offer?: Offer | undefined;
  /** An address outside of the book that the reader may want to open. */
  outside?: string | undefined;
  canReturn: boolean;
  canAdvance: boolean;
  /** The store does not take places at the moment. */
  unsaved: boolean;
  /** The store did not take what the reader did last. */
  unkept: boolean;
}

export function loadingState(style: ReadingSettings): ReadingState {
  return {
    stage: 'loading',
    title: '',
    author: '',
    toc: [],
    style,
    ownStyle: false,
    side: 0,
    footer: [],
    bookmarks: [],
    signs: [],
    canReturn: false,
    canAdvance: false,
    unsaved: false,
    unkept: false,
  };
}
