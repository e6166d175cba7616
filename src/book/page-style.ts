// The style sheets that make a chapter into pages: defaults that come before the book's own sheets, and the reader's
// choices and the page's geometry that come after them.

import type { ReadingStyle } from './book.ts';
import { linkAttribute } from './neutralise.ts';

/** Size of the page in whole CSS pixels. */
export interface PageSize {
  width: number;
  height: number;
}

export const highlightNames = ['octavo-line', 'octavo-wave', 'octavo-marker'] as const;

/** What a chosen face applies to; code, formulas and symbols keep theirs. */
const flowing =
  'p, div, section, article, header, footer, aside, blockquote, li, dt, dd, td, th, figcaption, caption, a, span, em, i, strong, b, cite, q, small, h1, h2, h3, h4, h5, h6';

/** Weaker than anything the book says. */
export const defaultCss = `
:where(html) { font-family: "Literata", "Source Serif 4", "Noto Serif", "Charter", "Georgia", "Liberation Serif", serif; }
:where([${linkAttribute}]) { text-decoration: underline; text-decoration-thickness: from-font; cursor: pointer; }
:where(hr) { border: 0; border-top: 2px solid; width: 30%; margin: 1.5em auto; }
:where(table) { border-collapse: collapse; }
`;

/** Colours, type and marks. */
export function readingCss(style: ReadingStyle): string {
  const ink = style.night ? '#fff' : '#000';
  const paper = style.night ? '#000' : '#fff';
  const wash = style.night ? '#555' : '#ccc';
  return `
html { font-size: ${style.fontSize}px !important; background: ${paper} !important; color-scheme: ${style.night ? 'dark' : 'light'}; }
body { ${style.fontFamily ? `font-family: ${style.fontFamily} !important;` : ''} font-size: 1rem !important; line-height: ${style.lineHeight} !important;
  color: ${ink} !important; background: ${paper} !important; overflow-wrap: break-word; }
${style.night ? `body * { color: ${ink} !important; background-color: transparent !important; border-color: ${ink} !important; }` : ''}
${style.fontFamily && style.publisherStyles ? `body :where(${flowing}) { font-family: inherit !important; }` : ''}
${style.publisherStyles ? '' : plainCss(style)}
${alignCss(style)}
p, li, dd, blockquote { hyphens: ${style.hyphenate ? 'auto' : 'manual'}; }
pre, code { white-space: pre-wrap !important; overflow-wrap: anywhere; }
rt { font-size: 0.5em; }
*, *::before, *::after { animation: none !important; transition: none !important; scroll-behavior: auto !important; }
::selection { background: ${ink}; color: ${paper}; }
::highlight(octavo-line) { text-decoration: underline solid ${ink} max(2px, 0.08em); text-underline-offset: 0.18em; }
::highlight(octavo-wave) { text-decoration: underline wavy ${ink} max(2px, 0.06em); text-underline-offset: 0.18em; }
::highlight(octavo-marker) { background-color: ${wash}; color: ${ink}; }
`;
}

function plainCss(style: ReadingStyle): string {
  return `
body * { font-family: inherit !important; line-height: ${style.lineHeight} !important; }
p { margin: 0; text-indent: 1.4em; }
h1 + p, h2 + p, h3 + p, h4 + p, hr + p, p:first-child, blockquote p, li p, td p { text-indent: 0; }
h1, h2, h3, h4, h5, h6, hgroup { text-align: center; margin: 1.2em 0; break-after: avoid; }
hgroup * { margin: 0.2em 0; text-indent: 0; }
blockquote { margin: 1em 2em; }`;
}

function alignCss(style: ReadingStyle): string {
  if (style.align === 'book') return '';
  const value = style.align === 'left' ? 'start' : 'justify';
  return `body { text-align: ${value}; }
p:not(hgroup p, [class*="cent" i], [align], [style*="text-align"]), li, dd { text-align: ${value} !important; }`;
}

/** Columns of exactly one page each; in vertical writing they follow one another downwards. */
export function pagedCss(size: PageSize, style: ReadingStyle, vertical: boolean): string {
  const { top, right, bottom, left } = style.margin;
  const width = Math.max(1, size.width - left - right);
  const height = Math.max(1, size.height - top - bottom);
  const column = vertical ? height : width;
  const gap = vertical ? top + bottom : left + right;
  return `
html { margin: 0 !important; padding: 0 !important; border: 0 !important; width: ${size.width}px !important;
  height: ${size.height}px !important; max-width: none !important; max-height: none !important; min-width: 0 !important;
  min-height: 0 !important; overflow: hidden !important; position: static !important; display: block !important;
  columns: auto !important; transform: none !important; touch-action: none; -webkit-text-size-adjust: none; }
body { margin: 0 !important; border: 0 !important; box-sizing: border-box !important; width: ${size.width}px !important;
  height: ${size.height}px !important; max-width: none !important; max-height: none !important; min-width: 0 !important;
  min-height: 0 !important; position: static !important; display: block !important; float: none !important;
  transform: none !important; padding: ${top}px ${right}px ${bottom}px ${left}px !important; overflow: visible !important;
  column-width: ${column}px !important; column-count: auto !important; column-gap: ${gap}px !important;
  column-fill: auto !important; column-rule: none !important; orphans: 2; widows: 2; }
img, svg, video, object { max-width: ${width}px !important; max-height: ${height}px !important; object-fit: contain;
  break-inside: avoid; box-sizing: border-box; }
body > svg:only-child, body > img:only-child { display: block; margin: 0 auto; }
h1, h2, h3, h4, h5, h6 { break-after: avoid; break-inside: avoid; }
figure, tr { break-inside: avoid; }
table { max-width: ${width}px; }
${vertical ? verticalMarks(style.night) : ''}`;
}

/** Chromium draws no lines of highlights in vertical writing, so greys tell the styles apart. */
function verticalMarks(night: boolean): string {
  const greys = night ? ['#333', '#555', '#777'] : ['#ddd', '#bbb', '#999'];
  return highlightNames
    .map((name, n) => `::highlight(${name}) { background-color: ${greys[n]}; color: ${night ? '#fff' : '#000'}; }`)
    .join('\n');
}

/** A fixed page keeps its own geometry; the frame around it is scaled. */
export function fixedCss(): string {
  return `
html, body { margin: 0; overflow: hidden !important; touch-action: none; }
body > img:only-child, body > svg:only-child { display: block; width: 100vw; height: 100vh; }
*, *::before, *::after { animation: none !important; transition: none !important; }`;
}
