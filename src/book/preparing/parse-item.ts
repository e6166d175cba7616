// Reads a spine item as a document: markup, drawings and pictures alike.

import { pageKind } from '../../../api/edition/parts/page-kind.ts';
import { BookError } from '../book.ts';
import type { PublicationItem } from '../package/publication.ts';
import type { Resources } from '../package/resources.ts';
import { parseMarkup, parseXml, wrapInXhtml } from '../parsing/parse-markup.ts';

export const svgType = 'image/svg+xml';
const svgNamespace = 'http://www.w3.org/2000/svg';
const xhtmlNamespace = 'http://www.w3.org/1999/xhtml';

/**
 * The document as it stands in the book, for counting and searching; nothing in it has been made safe to show. Throws
 * `BookError` when the part is missing, broken, or of a kind that is no page.
 */
export async function parseItem(item: Pick<PublicationItem, 'path' | 'type'>, resources: Resources): Promise<Document> {
  const type = typeOfItem(item, resources);
  const kind = pageKind(type, item.path);
  if (kind === 'drawing') return parseSvg(await resources.text(item.path));
  if (kind === 'picture') return pictureDocument(item.path);
  if (kind === undefined) {
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

export function typeOfItem(item: Pick<PublicationItem, 'path' | 'type'>, resources: Resources): string {
  return item.type || resources.typeOf(item.path);
}

function pictureDocument(path: string): Document {
  // Made in a document without a window: there its address asks for nothing.
  const picture = document.implementation.createDocument(xhtmlNamespace, 'img').documentElement;
  picture.setAttribute('src', path.split('/').map(encodeURIComponent).at(-1) ?? '');
  picture.setAttribute('alt', '');
  return wrapInXhtml(picture, '');
}
