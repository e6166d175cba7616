// How drawn pages may be shown, and how they are before the reader has said anything.

import type { Place } from '../book.ts';

/** Shares of a page's width and height that are not shown. */
export interface PageInsets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** How drawn pages are shown. */
export interface PageStyle {
  /** `page`: whole; `width`: as wide as the screen, and turned by parts where they are higher. */
  fit: 'page' | 'width';
  /** Times the fit, 1–4; more than 1 is turned by parts. */
  zoom: number;
  /** Empty margins are found, page by page; or cut as told, left and right changed over on even pages. */
  crop: 'off' | 'auto' | PageInsets;
  /** Two pages side by side where the screen is wider than high. */
  spread: 'auto' | 'one';
  /** Pages wider than high are shown as two halves where the screen is higher than wide. */
  halves: boolean;
  /** 0–4, for pale scans. */
  darken: number;
}

/** The way in which drawn pages are shown; only views of such books have one. */
export interface PageControl {
  style(): PageStyle;
  /** Shows the page otherwise, in one paint; what stands at the point, or at its top, stays in sight. */
  change(style: PageStyle, around?: { x: number; y: number }): Promise<Place>;
}

export const defaultPageStyle: PageStyle = {
  fit: 'page',
  zoom: 1,
  crop: 'auto',
  spread: 'auto',
  halves: true,
  darken: 0,
};

/** Pages that the book's own layout fixes. */
export const wholePages: PageStyle = { fit: 'page', zoom: 1, crop: 'off', spread: 'auto', halves: false, darken: 0 };

/** Of what may be said of pages only their size and spreads: margins and tones are the book's. */
export function fixedStyle({ fit, zoom, spread } = wholePages): PageStyle {
  return { ...wholePages, fit, zoom, spread };
}
