// Shares of the window in a book's sheets, as shares of the page between its margins: what is as high as the window
// would begin on one page and end on the next. Knows values, not sheets.

/** Share of the window that text has. Pages that keep their own geometry do not have them. */
const high = '--octavo-high';
const wide = '--octavo-wide';

const share = /^-?\d*\.?\d+[sld]?v([hbwi])$/i;

/** `undefined` for lengths of other kinds. */
export function pageShare(length: string): string | undefined {
  const unit = share.exec(length)?.[1]?.toLowerCase();
  return unit && `calc(${length} * var(${unit === 'h' || unit === 'b' ? high : wide}, 1))`;
}

interface Size {
  width: number;
  height: number;
}

/** For the root of a page that text is laid out into; both in CSS pixels. */
export function pageShareCss(text: Size, window: Size): string {
  return `${high}: ${text.height / window.height}; ${wide}: ${text.width / window.width};`;
}
