// What a format of drawn pages has to offer, so that one view shows them all. Lengths are in the page's own units, with
// the origin at its top left.

import type { TocEntry } from '../book.ts';
import type { PageSize } from '../styles/page-style.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A run of a page's text on one line. */
export interface TextRun {
  text: string;
  /** Where the line's box begins, before it is turned about that point. */
  x: number;
  y: number;
  /** Along and across the line. */
  width: number;
  height: number;
  /** Radians, clockwise. */
  angle: number;
  /** A line's end follows. */
  endsLine: boolean;
}

export interface PageLink {
  box: Box;
  target: { page: number; top?: number | undefined } | { url: string };
}

/** The part of a page to draw, and the pixels that a unit takes. */
export interface Drawing {
  region: Box;
  scale: number;
}

export interface PageSource {
  readonly count: number;
  /** Rejects with `BookError` when the page cannot be shown. */
  size(page: number): Promise<PageSize>;
  /** Fills the canvas, which has the drawing's size in pixels. Rejects with `BookError`. */
  draw(page: number, canvas: HTMLCanvasElement, drawing: Drawing, signal: AbortSignal): Promise<void>;
  /** In reading order; empty where a page has none. */
  text(page: number): Promise<readonly TextRun[]>;
  links(page: number): Promise<readonly PageLink[]>;
  close(): void;
}

/** What a view of drawn pages is made of. */
export interface ViewedPages {
  source: PageSource;
  direction: 'ltr' | 'rtl';
  toc: readonly TocEntry[];
}

/** A page's text as marks and search count it. */
export function joinedText(runs: readonly TextRun[]): string {
  return runs.map((run) => (run.endsLine ? `${run.text}\n` : run.text)).join('');
}
