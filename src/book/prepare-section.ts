// Makes a spine item into a document that is safe to lay out: parsed once, neutralised, cut into pieces if long.

import { BookError } from './book.ts';
import { declaredSize, impliedSize, readPictureSize } from './fixed-size.ts';
import { neutralise } from './neutralise.ts';
import type { Pace } from './pace.ts';
import type { PageSize } from './page-style.ts';
import type { PageWords } from './page-words.ts';
import { damageOf, parseMarkup, parseXml, wrapInXhtml } from './parse-markup.ts';
import type { Publication, PublicationItem } from './publication.ts';
import type { Resources } from './resources.ts';
import { type Piece, splitSection } from './split-section.ts';

export interface PreparedSection {
  document: Document;
  /** At least one; more for sections too long to lay out at once. */
  pieces: Piece[];
  /** For fixed layout: the size in CSS pixels that the page was designed for. */
  fixedSize: PageSize | undefined;
}

const svgType = 'image/svg+xml';
const svgNamespace = 'http://www.w3.org/2000/svg';
const xhtmlNamespace = 'http://www.w3.org/1999/xhtml';

/** Throws `BookError` when the part is missing, broken, or of a kind that is no page. Rests between steps at a pace. */
export async function prepareSection(
  item: PublicationItem,
  resources: Resources,
  { words, spine }: Pick<Publication, 'words' | 'spine'>,
  pace?: Pace,
): Promise<PreparedSection> {
  const type = typeOf(item, resources);
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
  if (item.strict) tellDamage(document, words);
  await pace?.rest();
  const pieces = fixedSize ? splitSection(document, Number.POSITIVE_INFINITY) : splitSection(document);
  return { document, pieces, fixedSize };
}

/** The document as it stands in the book, for counting and searching; nothing in it has been made safe to show. */
export async function parseItem(item: Pick<PublicationItem, 'path' | 'type'>, resources: Resources): Promise<Document> {
  const type = typeOf(item, resources);
  if (type === svgType) return parseSvg(await resources.text(item.path));
  if (type.startsWith('image/')) return pictureDocument(item.path);
  if (type && !/^text\/|xml$/.test(type)) {
    throw new BookError(
      'unsupported',
      `It is of a kind that cannot be shown (${type}), and the book has nothing else.`,
    );
  }
  return parseMarkup(await resources.text(item.path));
}

function parseSvg(text: string): Document {
  const parsed = parseXml(text);
  const root = parsed?.documentElement;
  if (!parsed || root?.localName !== 'svg' || root.namespaceURI !== svgNamespace) return parseMarkup(text);
  const document = wrapInXhtml(root, root.querySelector('title')?.textContent ?? '');
  for (const node of parsed.childNodes) {
    if (node.nodeType === Node.PROCESSING_INSTRUCTION_NODE) document.prepend(document.importNode(node));
  }
  return document;
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

function typeOf(item: Pick<PublicationItem, 'path' | 'type'>, resources: Resources): string {
  return item.type || resources.typeOf(item.path);
}

function pictureDocument(path: string): Document {
  // Made in a document without a window: there its address asks for nothing.
  const picture = document.implementation.createDocument(xhtmlNamespace, 'img').documentElement;
  picture.setAttribute('src', path.split('/').map(encodeURIComponent).at(-1) ?? '');
  picture.setAttribute('alt', '');
  return wrapInXhtml(picture, '');
}
