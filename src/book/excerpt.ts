// What can be taken out of a book to be looked at by itself: a note that a link asks for, a picture, table or formula.

import type { Pressable, ReadingStyle, Target, ViewEvents } from './book.ts';

/** A link on a note's page; the box in CSS pixels of the note's container. */
export interface NoteLink extends Pressable {
  /** What is read aloud of it. */
  label: string;
}

/** A note that a link asked for, taken out of the book. */
export interface BookNote {
  /** Where it stands. */
  target: Target;
  /** Lays it out in `container`, unseen; `style` with the note's own margins. */
  show(container: HTMLElement, style: ReadingStyle): Promise<NoteView>;
}

export interface NoteViewEvents {
  /** A tap that was no link; CSS pixels of the container. */
  tap: { x: number; y: number };
  swipe: ViewEvents['swipe'];
  key: KeyboardEvent;
}

/** A note in a frame of its own. */
export interface NoteView {
  readonly pages: number;
  /** From 0. */
  readonly page: number;
  /** CSS pixels that the first page needs; the container's height where there are more. */
  readonly height: number;
  show(): void;
  hide(): void;
  /** `false` at the note's ends. */
  turn(step: -1 | 1): boolean;
  /** Of the page that is shown, in reading order. */
  links(): readonly NoteLink[];
  listen(listeners: { [E in keyof NoteViewEvents]?: (value: NoteViewEvents[E]) => void }): void;
  close(): void;
}

/** A picture, table or formula of a chapter, to be looked at by itself. */
export interface BookPicture {
  kind: 'picture' | 'table' | 'formula';
  /** Empty where the book says nothing about it. */
  caption: string;
  /** Lays it out in `container`, unseen; tables and formulas as large as the style's text. */
  show(container: HTMLElement, style: ReadingStyle): Promise<PictureView>;
}

/** All of a chapter, in order, and which one is meant. */
export interface ShownPictures {
  pictures: readonly BookPicture[];
  at: number;
}

/** One of them in a frame of its own. */
export interface PictureView {
  /** CSS pixels at scale 1: a picture's own, one for each of its pixels. */
  readonly width: number;
  readonly height: number;
  /** Prepares it for a scale at which it is shown next; resolves soon, also where nothing can be prepared. */
  sharpen?(scale: number): Promise<void>;
  /** `left` and `top`: of its corner in the container, CSS pixels. */
  place(scale: number, left: number, top: number): void;
  show(): void;
  /** As a PNG, in its own colours; only of what is a picture's file. */
  png?(): Promise<Blob>;
  /** Black for white. */
  invert(on: boolean): void;
  close(): void;
}
