// Rewrites a book's style sheet for the page: addresses inside the package become what the caller gives, everything
// else is cut off, old EPUB spellings become today's. The page's CSP is the wall; this only makes the sheet work.

import { nameFullWidth } from '../text/full-width.ts';
import { mendSheet } from './pale-colours.ts';
import { type CssPiece, scanCss } from './scan-css.ts';

export interface CssSources {
  /** Address to use for a resource; `undefined` when the book has none there. */
  address(reference: string): Promise<string | undefined>;
  /** Text of an imported sheet, itself rewritten; `undefined` when the book has none there. */
  sheet(reference: string): Promise<string | undefined>;
}

const nowhere = 'about:invalid';

/** Characters of one sheet; what is longer is no book's. */
const longest = 4 * 1024 * 1024;

/** Empty for a sheet that is too long or too deep for a browser. */
export async function rewriteCss(css: string, sources: CssSources): Promise<string> {
  const pieces = css.length > longest ? undefined : scanCss(css);
  if (!pieces) {
    console.warn('A style sheet of the book is left out: it is longer or deeper than a browser can take.');
    return '';
  }
  const texts: string[] = [];
  for (const piece of pieces) texts.push(piece.kind === 'text' ? piece.text : await textOf(piece, sources));
  return nameFullWidth(mendSheet(texts.join('')));
}

async function textOf(piece: Exclude<CssPiece, { kind: 'text' }>, sources: CssSources): Promise<string> {
  const { reference } = piece;
  if (piece.kind === 'address') {
    if (reference.startsWith('#')) return quoted(reference);
    return quoted((await sources.address(reference)) ?? nowhere);
  }
  const sheet = await sources.sheet(reference);
  if (sheet === undefined) return '';
  const media = piece.conditions.replace(/^layer(\([^)]*\))?\s*/i, '').trim();
  return media ? `@media ${media} {\n${sheet}\n}\n` : `${sheet}\n`;
}

function quoted(address: string): string {
  return `url("${address.replace(/["\\\n\r\f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)}")`;
}
