// The geometry that makes a chapter into pages: columns of exactly one page each, or of half a page where two stand side
// by side; what may not be cut; and the geometry of fixed pages. How text is set is said in reading-css.ts.

import type { ReadingStyle } from '../book.ts';
import { mediaCss } from '../layout/media.ts';
import { lonePictureCss } from '../preparing/lone-picture.ts';
import { lineOf } from './reading-css.ts';
import { anyOf } from './tag-rules.ts';
import { pageShareCss } from './view-sizes.ts';

const blocks =
  'p, div, section, article, main, header, footer, aside, nav, blockquote, pre, ul, ol, dl, dd, figure, h1, h2, h3, h4, h5, h6';

/** Size of the page in whole CSS pixels. */
export interface PageSize {
  width: number;
  height: number;
}

/**
 * No block is wider than a column, unless the book says how wide it may be; shares would make grids in grids be laid out
 * twice as often with each. In vertical writing columns follow one another downwards, and two on a page are two tiers.
 */
export function pagedCss(size: PageSize, style: ReadingStyle, vertical: boolean): string {
  const { margin } = style;
  const { top, right, bottom, left } = wholeLines(size, margin, lineOf(style), vertical);
  const width = Math.max(1, size.width - left - right);
  const height = Math.max(1, size.height - top - bottom);
  // One gap serves between columns and between pages, so both take the margins' sum.
  const gap = vertical ? top + bottom : left + right;
  const along = vertical ? height : width;
  const column = Math.max(1, style.columns === 2 ? (along - gap) / 2 : along);
  const wide = vertical ? width : column;
  const high = vertical ? column : height;
  return `
html { ${pageShareCss({ width: wide, height: high }, size)} margin: 0 !important; padding: 0 !important; border: 0 !important; width: ${size.width}px !important;
  height: ${size.height}px !important; max-width: none !important; max-height: none !important; min-width: 0 !important;
  min-height: 0 !important; overflow: hidden !important; position: static !important; display: block !important;
  columns: auto !important; transform: none !important; touch-action: none; -webkit-text-size-adjust: none; }
body { margin: 0 !important; border: 0 !important; box-sizing: border-box !important; width: ${size.width}px !important;
  height: ${size.height}px !important; max-width: none !important; max-height: none !important; min-width: 0 !important;
  min-height: 0 !important; position: static !important; display: block !important; float: none !important;
  transform: none !important; padding: ${top}px ${right}px ${bottom}px ${left}px !important; overflow: visible !important;
  column-width: ${column}px !important; column-count: auto !important; column-gap: ${gap}px !important;
  column-fill: auto !important; column-rule: none !important; orphans: 2; widows: 2; }
img, svg, video, object { max-width: ${wide}px !important; max-height: ${high}px !important; object-fit: contain;
  break-inside: avoid; box-sizing: border-box; }
figure:has(figcaption, p) :is(img, svg, video, object) { max-${vertical ? 'width' : 'height'}: calc(${vertical ? wide : high}px - 5rlh) !important; }
body > svg:only-child, body > img:only-child { display: block; margin: 0 auto; }
${lonePictureCss(wide, high)}
h1, h2, h3, h4, h5, h6, hgroup, dt { break-after: avoid; break-inside: avoid; }
figcaption { break-before: avoid; break-inside: avoid; }
figure, tr, math { break-inside: avoid; }
${anyOf(blocks)} { max-inline-size: ${column}px; }
thead { break-after: avoid; }
li > ol, li > ul, dd:first-of-type { break-before: avoid; }
table { max-${vertical ? 'height' : 'width'}: ${column}px; }${mediaCss}`;
}

type Margin = ReadingStyle['margin'];

/** Whole lines to a page: what is left over goes to the margin after the last. */
function wholeLines(size: PageSize, margin: Margin, line: number, vertical: boolean): Margin {
  const room = vertical ? size.width - margin.left - margin.right : size.height - margin.top - margin.bottom;
  // Two lines need the room; a page of one is a window that is being made smaller.
  const over = room > 2 * line ? room % line : 0;
  return vertical ? { ...margin, left: margin.left + over } : { ...margin, bottom: margin.bottom + over };
}

/** A fixed page keeps its own geometry; the frame around it is scaled. */
export function fixedCss(): string {
  return `
html, body { margin: 0; overflow: hidden !important; touch-action: none; }
body > img:only-child, body > svg:only-child { display: block; width: 100vw; height: 100vh; }
*, *::before, *::after { animation: none !important; transition: none !important; }${mediaCss}`;
}
