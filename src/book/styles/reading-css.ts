// How text is set: defaults that come before the book's own sheets, and the reader's choices that come after them.
// Distances between lines and paragraphs are whole lines wherever the book does not say otherwise.

import type { ReadingStyle } from '../book.ts';
import { linkAttribute } from '../preparing/neutralise.ts';
import { eastAsianFaces, eastAsianRules, eastAsianWriting, wideCss, wideFamily } from './east-asian.ts';
import { mathsCss, mathsFaceCss } from './maths-css.ts';
import { legibleCss } from './pale-colours.ts';
import { writesAttribute } from './style-sets.ts';
import { anyOf } from './tag-rules.ts';
import { browserSize, oldSizesCss, typeScale } from './type-sizes.ts';

/** What a chosen face applies to; code, formulas and symbols keep theirs. */
const flowing =
  'p, div, section, article, header, footer, aside, blockquote, li, dt, dd, td, th, figcaption, caption, a, span, em, i, strong, b, cite, q, small, big, font, center, h1, h2, h3, h4, h5, h6';
/** What lines run through; a letter that is set apart keeps the height that the book gives it. */
const blocks = 'p, div, section, article, blockquote, li, dt, dd, td, th, figcaption, address';
/** Paragraphs that are set apart, by the names that books have for it. */
const apart =
  'hgroup p, header p, figure p, figcaption p, center p, [class*="cent" i], [class*="title" i], [class*="break" i], [align], [style*="text-align"]';
/** Those that follow these begin flush. */
const openers = 'h1, h2, h3, h4, h5, h6, hgroup, header, hr, figure';

const serif =
  '"Literata", "Source Serif 4", "Noto Serif", "Charter", "Georgia", "Noto Naskh Arabic", "Amiri", "DejaVu Serif", "Liberation Serif"';

/** The distance from one line to the next, in whole CSS pixels. */
export function lineOf({ fontSize, lineHeight }: Pick<ReadingStyle, 'fontSize' | 'lineHeight'>): number {
  return Math.max(1, Math.round(fontSize * lineHeight));
}

/** As a factor; layout cuts off fractions of less than a 64th of a pixel, so it may be a little more, never less. */
function lineFactor(style: ReadingStyle): number {
  return Math.ceil((lineOf(style) / style.fontSize) * 1e6) / 1e6;
}

/** Marks of notes are raised, whether the book raises them itself or leaves it to the reader. */
const noteMarksCss = ['[*|type~="noteref"]', '[role~="doc-noteref"]']
  .map(
    (mark) => `:where(a${mark}) { line-height: 0; }
:where(:not(sup) > a${mark}) { font-size: 0.7em; vertical-align: super; }
:where(a${mark} sup) { font-size: 1em; vertical-align: baseline; }`,
  )
  .join('\n');

/** Weaker than anything the book says. `language`: of the chapter. */
export function defaultCss(style: ReadingStyle, language: string): string {
  const families = [...(wideCss(language, style) ? [wideFamily] : []), serif, ...ofLanguage(language, style)];
  return `
${wideCss(language, style)}
:where(html) { font-family: ${families.join(', ')}, serif; font-kerning: normal; line-break: strict; text-autospace: normal; hyphenate-character: "\\2010";${style.hyphenate ? ' hyphens: auto;' : ''} }
${localeCss(language)}
${emphasisCss(language)}
${eastAsianRules(language, style, (writing, faces) => `:where(body [*|lang]:lang(${writing})) { font-family: "Literata", ${faces}, serif; }`)}
:where([${linkAttribute}]) { text-decoration: underline; text-decoration-thickness: from-font; cursor: pointer; }
${anyOf('h1, h2, h3, h4, h5, h6')} { line-height: 1.25; text-wrap: balance; text-justify: none; }
${anyOf('figcaption, caption')} { text-wrap: balance; font-size: 0.9em; }
:where(figure) { margin: 1rlh 0; text-align: center; }
:where(figure figcaption) { text-align: center; }
:where(hr) { border: 0; border-top: 2px solid; width: 30%; margin: calc(1rlh - 1px) auto; }
${anyOf('ol, ul, menu, dir')} { padding-inline-start: 2.2em; }
:where(dd) { margin-inline-start: 2em; }
:where(blockquote) { margin-inline: 2em; }
:where(pre) { box-sizing: border-box; text-align: start; }
:where(table) { border-collapse: collapse; }
:where(nav ol) { list-style: none; }
${anyOf('td, th')} { padding: 0 0.4em; vertical-align: baseline; }
${anyOf('pre, code, kbd, samp, tt')} { font-size: 0.85em; }
${anyOf('code, kbd, samp, tt', 'pre ')} { font-size: 1em; }
:where(math) { ${mathsFaceCss}; }
${mathsCss(style.night ? '#fff' : '#000', style.fontSize)}
${anyOf('sup, sub')} { font-size: 0.7em; }
${noteMarksCss}
${oldSizesCss}
:where(rt) { font-size: 0.5em; line-height: 1; text-emphasis: none; }
`;
}

/** Characters that do not slant are stressed by marks beside them. */
function emphasisCss(language: string): string {
  const own = eastAsianWriting(language);
  const of = (tag: string) => `:where(${own?.startsWith(tag) ? 'em' : `em:lang(${tag})`})`;
  return `${of('zh')} { font-style: normal; text-emphasis: filled dot; text-emphasis-position: under right; }
${of('ja')} { font-style: normal; text-emphasis: filled sesame; text-emphasis-position: over right; }`;
}

/** The language decides which forms characters have, also where the markup says none or a wrong one. */
function localeCss(language: string): string {
  const writing = eastAsianWriting(language);
  const lines = writing === 'ko' ? 'word-break: keep-all;' : 'text-align: justify;';
  return `:where(html) { -webkit-locale: "${language.replace(/[^\w-]/g, '')}"; ${writing ? `font-synthesis-style: none; ${lines}` : ''} }`;
}

/** Colours and type. `language`: of the chapter. */
export function readingCss(style: ReadingStyle, language: string): string {
  const ink = style.night ? '#fff' : '#000';
  const paper = style.night ? '#000' : '#fff';
  const line = lineFactor(style);
  return `
html { ${legibleCss} ${typeScale}: ${style.fontSize / browserSize}; font-size: ${style.fontSize}px !important; line-height: ${line} !important; background: ${paper} !important; color-scheme: ${style.night ? 'dark' : 'light'}; }
body { font-size: 1rem !important; line-height: ${line} !important; color: ${ink} !important; background: ${paper} !important; overflow-wrap: break-word; }
${style.night ? `body * { color: ${ink} !important; background-color: transparent !important; border-color: ${ink} !important; }` : ''}
${anyOf(blocks, 'body ')} { line-height: inherit !important; }
${faceCss(style, language)}
${weightCss(style, language)}
${style.publisherStyles ? '' : plainCss(style, language)}
${paragraphCss(style, language)}
${alignCss(style)}
${spacingCss(style)}
${writingCss(style, language)}
svg { ${typeScale}: 1; }
sub, sup { line-height: 0 !important; }
pre, code { text-wrap-mode: wrap !important; overflow-wrap: anywhere; text-autospace: no-autospace; }
*, *::before, *::after { animation: none !important; transition: none !important; scroll-behavior: auto !important; }
`;
}

function ofLanguage(language: string, { eastAsian, script }: ReadingStyle): string[] {
  return eastAsianFaces(language, eastAsian, script);
}

/** A chosen face, with the faces of its kind for each language that needs others. */
function faceCss(style: ReadingStyle, language: string): string {
  if (!style.fontFamily) return '';
  const { fontFamily, publisherStyles } = style;
  const general = /(?:^|[ ,])(serif|sans-serif|monospace|cursive)$/.exec(fontFamily)?.[1] ?? 'serif';
  const chosen = fontFamily.replace(/,?\s*(serif|sans-serif|monospace|cursive)$/, '');
  const before = chosen === '' ? '' : `${chosen}, `;
  // A font of the reader's own that has all of Chinese has its marks as well.
  const marks = wideCss(language, style) && !chosen.startsWith('"Own ') ? `${wideFamily}, ` : '';
  const faces = ofLanguage(language, style).map((face) => `${face}, `);
  return `
body { font-family: ${marks}${before}${faces.join('')}${general} !important; }
${publisherStyles ? `${anyOf(flowing, 'body ')} { font-family: inherit !important; }` : ''}
${eastAsianRules(language, style, (writing, faces) => `body :where([*|lang]):lang(${writing}) { font-family: ${before}${faces}, ${general} !important; }`)}`;
}

/** Em around the lines of a letter, for each unit of weight. */
const strokePerWeight = 0.00015;

/** Chinese, Japanese and Korean faces of systems have two weights, of which the second is far too heavy. */
function weightCss({ fontWeight, variableFace }: ReadingStyle, language: string): string {
  if (fontWeight === 400) return '';
  if (!variableFace || eastAsianWriting(language)) {
    return `body { -webkit-text-stroke: ${((fontWeight - 400) * strokePerWeight).toFixed(4)}em; }`;
  }
  return `body { font-weight: ${fontWeight} !important; }
b, strong, th, h1, h2, h3, h4, h5, h6 { font-weight: ${Math.min(900, fontWeight + 300)}; }`;
}

/** Publisher's styles are off: headings stand in whole lines, everything else is the reader's text. */
function plainCss(style: ReadingStyle, language: string): string {
  const writing = eastAsianWriting(language);
  const indent = writing ? `p { text-indent: ${writing === 'ja' || writing === 'ko' ? 1 : 2}em; }` : '';
  return `
body * { font-family: inherit !important; line-height: ${lineFactor(style)} !important; letter-spacing: inherit !important; }
pre, code, kbd, samp, tt { font-family: monospace !important; }
math, math * { ${mathsFaceCss} !important; }
p { margin: 0; text-indent: 1.4em; }
${writing ? '' : `:is(${openers}) + p, p:first-child, `}blockquote p, li p, td p, figure p { text-indent: 0; }
${indent}
h1, h2, h3, h4, h5, h6 { text-align: center; font-weight: ${Math.min(900, style.fontWeight + 300)}; line-height: max(1rlh, 1.15em) !important; }
h1 { font-size: 1.35rem; margin: 2rlh 0 2rlh; }
h2 { font-size: 1.2rem; margin: 2rlh 0 1rlh; }
h3, h4, h5, h6 { font-size: 1rem; margin: 1rlh 0; }
hgroup { margin: 2rlh 0; }
hgroup * { margin: 0; text-indent: 0; text-align: center; }
ul, ol, dl, table, figure, pre { margin-block: 1rlh; }
li > ul, li > ol { margin-block: 0; }
blockquote { margin: 1rlh 1.4em; }`;
}

function paragraphCss({ paragraphSpacing, indent }: ReadingStyle, language: string): string {
  const body = `p:not(${apart})`;
  const spacing =
    paragraphSpacing === undefined
      ? ''
      : `${body} { margin-block-end: 0 !important; } ${body} + ${body} { margin-block-start: ${paragraphSpacing}rlh !important; }`;
  if (indent === undefined) return spacing;
  // Chinese and Japanese paragraphs all begin alike.
  const flush = eastAsianWriting(language) ? '' : `:is(${openers}) + ${body} { text-indent: 0 !important; }`;
  return `${spacing}\n${body} { text-indent: ${indent}em !important; }\n${flush}`;
}

function alignCss({ align }: ReadingStyle): string {
  if (align === 'book') return '';
  const value = align === 'left' ? 'start' : 'justify';
  return `body { text-align: ${value}; }
p:not(${apart}), li, dd { text-align: ${value} !important; }`;
}

function spacingCss({ letterSpacing, wordSpacing }: ReadingStyle): string {
  const letters = letterSpacing === 0 ? '' : `letter-spacing: ${letterSpacing}em !important;`;
  const words = wordSpacing === 0 ? '' : `word-spacing: ${wordSpacing}em !important;`;
  return letters || words ? `body, ${anyOf(blocks, 'body ')} { ${letters} ${words} }` : '';
}

/** Latin, Arabic and the like have one way to run; a chapter's language decides. */
function writingCss({ writing }: ReadingStyle, language: string): string {
  if (writing === 'book' || !eastAsianWriting(language)) return '';
  const mode = writing === 'vertical' ? 'vertical-rl' : 'horizontal-tb';
  // What was measured for one direction is out of place in the other.
  // A chapter with sheets of its own for it knows better.
  const html = `html:not([${writesAttribute}])`;
  return `${html}, ${html} body, ${anyOf(`${blocks}, main, header, footer, aside, figure, ul, ol, dl, h1, h2, h3, h4, h5, h6`, `${html} body `)} { writing-mode: ${mode} !important; }
${anyOf('div, section, article, main', `${html} body `)} { margin: 0 !important; padding: 0 !important; width: auto !important; height: auto !important; max-width: none !important; max-height: none !important; }
${html}, ${html} body { direction: ltr !important; }`;
}
