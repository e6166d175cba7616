// Makes a spine item into a document that is safe to lay out: parsed once, neutralised, cut into pieces if long.

import { BookError } from '../book.ts';
import { alignFormulas } from '../layout/align-formulas.ts';
import type { Pace } from '../pace.ts';
import type { Publication, PublicationItem } from '../package/publication.ts';
import type { Resources } from '../package/resources.ts';
import type { PageWords } from '../page-words.ts';
import { damageOf } from '../parsing/parse-markup.ts';
import type { PageSize } from '../styles/page-style.ts';
import { declaredSize, impliedSize, readPictureSize } from './fixed-size.ts';
import { tellLonePicture } from './lone-picture.ts';
import { mendColours } from './mend-colours.ts';
import { neutralise } from './neutralise.ts';
import { parseItem, svgType, typeOfItem } from './parse-item.ts';
import { type Piece, splitSection } from './split-section.ts';
import { isTangled } from './tame-text.ts';

export interface PreparedSection {
  document: Document;
  /** At least one; more for sections too long to lay out at once. */
  pieces: Piece[];
  /** For fixed layout: the size in CSS pixels that the page was designed for. */
  fixedSize: PageSize | undefined;
}

const xhtmlNamespace = 'http://www.w3.org/1999/xhtml';

/** Letters of one piece: of a text that could be cut nowhere. */
const longestPiece = 2_000_000;

/** Throws `BookError` when the part is missing, broken, or of a kind that is no page. Rests between steps at a pace. */
export async function prepareSection(
  item: PublicationItem,
  resources: Resources,
  { words, spine }: Pick<Publication, 'words' | 'spine'>,
  pace?: Pace,
): Promise<PreparedSection> {
  const type = typeOfItem(item, resources);
  const document = await parseItem(item, resources);
  await pace?.rest();
  const picture = type.startsWith('image/') && type !== svgType;
  // A picture is a page of its own in any book: it is shown as large as the page, without margins.
  const fixedSize = picture
    ? await readPictureSize(item, resources)
    : item.fixed
      ? (declaredSize(document, item) ?? (await impliedSize(document, item, resources, spine)))
      : undefined;
  await neutralise(document, item.path, resources);
  await pace?.rest();
  alignFormulas(document);
  if (!fixedSize) {
    tellLonePicture(document, item === spine[0]);
    mendColours(document);
  }
  if (item.strict) tellDamage(document, words);
  await pace?.rest();
  const pieces = fixedSize ? splitSection(document, Number.POSITIVE_INFINITY) : splitSection(document);
  checkPieces(document, pieces);
  return { document, pieces, fixedSize };
}

/** Throws `BookError` for a text that no browser lays out in any time, and that could be cut nowhere. */
function checkPieces({ body }: Document, pieces: readonly Piece[]): void {
  const tooLong = pieces.some(({ start, end }) => end - start > longestPiece);
  const text = body.textContent ?? '';
  if (!tooLong && !(isTangled(text) && pieces.some(({ start, end }) => isTangled(text.slice(start, end))))) return;
  throw new BookError('unsupported', 'One of its paragraphs is longer or more tangled than a browser can lay out.');
}

/** Said before the chapter's text, in the page and not of it: nothing that counts text or elements notices. */
function tellDamage(document: Document, words: PageWords): void {
  const damage = damageOf(document);
  if (damage === undefined) return;
  document.body.setAttribute('data-octavo-damage', `${words.damaged} (${damage.split('\n')[0]?.slice(0, 160) ?? ''})`);
  const style = document.createElementNS(xhtmlNamespace, 'style');
  style.textContent = `body::before { content: attr(data-octavo-damage) !important; display: block !important; visibility: visible !important; font: italic 0.75em/1.3 sans-serif !important; color: inherit !important; border: 2px solid; padding: 0.5em; margin: 0 0 1em; text-indent: 0; }`;
  document.head.append(style);
}
