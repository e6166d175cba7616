// What a feature of an open book (marks, search, footnotes, …) is given, and what it may answer to. A feature keeps
// what it shows in a store of its own or in the reader's state; it never knows another feature.

import type { StoreApi } from 'zustand/vanilla';
import type { Book, BookView, PageNumbers, Place, ReadingStyle, Target } from '../book/book.ts';
import type { ShownForm } from '../db/settings/shown-forms.ts';
import type { PageAction } from './input/input.ts';
import type { BookMarks } from './marks/book-marks.ts';
import type { ReadingParts } from './reading-parts.ts';
import type { ReadingState } from './reading-state.ts';
import type { PageRoom } from './turning/reading-style.ts';

export interface FeatureParts
  extends Pick<
    ReadingParts,
    | 'database'
    | 'bookId'
    | 'deviceId'
    | 'settings'
    | 'onChange'
    | 'intend'
    | 'report'
    | 'others'
    | 'translate'
    | 'savePicture'
    | 'battery'
  > {
  state: StoreApi<ReadingState>;
  book: Book;
  /** In which of two forms the book is shown; absent where there is only one. */
  form: ShownForm | undefined;
  /** Opens the book anew at its place, which is seen until that is open. */
  reopen: () => void;
  view: BookView;
  /** The page that is shown, also before its paint, while `view.place()` is still the one before. */
  page: () => PageNumbers | undefined;
  marks: BookMarks;
  bookVersion: number;
  /** Aborts when the book is closed. */
  signal: AbortSignal;
  /** Milliseconds that run evenly. */
  clock: () => number;
  /** Unix seconds. */
  now: () => number;
  room: () => PageRoom;
  /** The style that pages are laid out with. */
  style: () => ReadingStyle;
  /** The reader did something: the time counts as read. */
  touch: () => void;
  /** Handles a key that a frame of the book received, as if it was pressed in the page. */
  key: (event: KeyboardEvent) => void;
  /** As if its key was pressed on the page. */
  act: (action: PageAction) => void;
  /** Goes somewhere else in the book; the place that is left can be gone back to. */
  jump: (target: Target) => void;
  /** The same without a way back; resolves after the paint. */
  goTo: (target: Target) => Promise<void>;
  /** Runs what changes the page after what was asked for before it. */
  inOrder: (step: (view: BookView) => Promise<unknown>) => Promise<void>;
  /** The same for what lays the page out anew, without turning it. */
  relay: (change: (view: BookView) => Promise<unknown>) => Promise<void>;
  /** Shown in the frame of the next turn, never by itself. */
  withNextPage: (change: Partial<ReadingState>) => void;
  /** Lets work go on by itself; its failure is reported. */
  later: (work: Promise<unknown>) => void;
}

export interface Feature {
  /** In the task that turns the page: what changes here is painted in the same frame. `relaid`: nobody turned it. */
  turning?(numbers: PageNumbers, relaid: boolean): void;
  /** The reader did something. */
  touched?(): void;
  /** The window was hidden or is shown again. */
  seen?(visible: boolean): void;
  /** After the paint of a turn or jump. */
  placed?(place: Place): void;
  close?(): void;
}
