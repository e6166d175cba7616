// Turns a chapter's text into a document: as XML where it is well-formed, with small repairs where it nearly is, and
// as HTML where it is not. Scripts never run in any of these documents.

import { BookError } from '../book.ts';
import { shapeOf } from './document-shape.ts';
import { freeNames } from './free-names.ts';
import { guardStyles, namesTooMuch, standsInPieces, staysOpen } from './guard-markup.ts';
import { unfoldEntities } from './internal-entities.ts';
import { joinPieces } from './join-pieces.ts';

const xhtmlNamespace = 'http://www.w3.org/1999/xhtml';

/** Characters of one chapter: far above any real one, far below what a browser chokes on. */
const longest = 24 * 1024 * 1024;

/** Documents that are not what their markup says, and what was wrong with it. */
const damages = new WeakMap<Document, string>();

/** What a parser that insists on XML said of the markup; `undefined` when it was content, or nearly so. */
export function damageOf(document: Document): string | undefined {
  return damages.get(document);
}

/** A document with `html`, `head` and `body`, whatever the text was. Throws `BookError` when it is unreasonably long. */
export function parseMarkup(text: string): Document {
  if (text.length > longest) throw new BookError('unsupported', 'It is too long to be shown.');
  const clean = guardStyles(unfoldEntities(text.replace(/^\ufeff/, '')));
  if (namesTooMuch(clean)) throw tooMuch();
  let damage: string | undefined;
  for (const candidate of attempts(clean)) {
    const document = parseXhtml(candidate);
    damage = errorOf(document);
    if (damage !== undefined || !isXhtml(document.documentElement)) continue;
    const shape = shapeOf(document);
    if (shape === 'usual') return completed(document);
    if (shape === 'endless') throw tooMuch();
    damage = 'Elements are nested too deep.';
    break;
  }
  // HTML knows no empty-element syntax: an empty title would swallow the chapter.
  const html = clean.replace(/<(title|script|style|a|span|div|p|i|b|em|iframe|textarea)\b([^<>]*)\/>/gi, '<$1$2></$1>');
  if (staysOpen(html)) throw tooMuch();
  const document = completed(parse(html, 'text/html'));
  if (shapeOf(document) === 'endless') throw tooMuch();
  if (damage !== undefined) damages.set(document, damage);
  return document;
}

/** An XML document of the package itself; `undefined` when it is not well-formed even after small repairs. */
export function parseXml(text: string): Document | undefined {
  if (text.length > longest) return undefined;
  const clean = guardStyles(unfoldEntities(text.replace(/^\ufeff/, '').trimStart()));
  if (namesTooMuch(clean)) return undefined;
  for (const candidate of attempts(clean)) {
    const document = parse(candidate, 'application/xml');
    if (errorOf(document) === undefined) return document;
  }
  return undefined;
}

/** An XHTML document around markup of our own, for spine items that are a picture. */
export function wrapInXhtml(body: Element, title: string): Document {
  const document = new DOMParser().parseFromString(
    `<html xmlns="${xhtmlNamespace}"><head><title/></head><body/></html>`,
    'application/xhtml+xml',
  );
  document.title = title;
  document.body.append(document.adoptNode(body));
  return document;
}

/** Some leave out what makes the elements XHTML. */
function parseXhtml(text: string): Document {
  const document = parse(text, 'application/xhtml+xml');
  const { localName, namespaceURI } = document.documentElement;
  if (localName !== 'html' || namespaceURI !== null) return document;
  return parse(text.replace(/<html(?=[\s>])/, `<html xmlns="${xhtmlNamespace}"`), 'application/xhtml+xml');
}

function isXhtml({ localName, namespaceURI }: Element): boolean {
  return localName === 'html' && namespaceURI === xhtmlNamespace;
}

function parse(text: string, type: DOMParserSupportedType): Document {
  const document = new DOMParser().parseFromString(text, type);
  freeNames(document);
  if (standsInPieces(text)) joinPieces(document);
  return document;
}

/** As it is written; repaired only when that was asked for and did not do. */
function* attempts(text: string): Generator<string> {
  yield text;
  yield repairXml(text);
}

const tooMuch = () => new BookError('unsupported', 'It has more parts than a browser can lay out.');

/** The browser puts what stopped it into the document. */
function errorOf(document: Document): string | undefined {
  const error = document.getElementsByTagNameNS(xhtmlNamespace, 'parsererror')[0];
  return error && (error.querySelector('div')?.textContent ?? error.textContent ?? '').trim();
}

/** Named entities that XML does not know, bare ampersands, control characters. */
function repairXml(text: string): string {
  const decoder = new DOMParser().parseFromString('<p></p>', 'text/html').createElement('textarea');
  const known = new Map<string, string>();
  const characterOf = (name: string) => {
    let character = known.get(name);
    if (character === undefined) {
      decoder.innerHTML = `&${name};`;
      character = decoder.value === `&${name};` ? `&amp;${name};` : escapeAll(decoder.value);
      known.set(name, character);
    }
    return character;
  };
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids exactly these.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/&(?!#)([a-z][a-z0-9]*);/gi, (_, name: string) => characterOf(name))
      .replace(/&(?!#\d+;|#x[0-9a-f]+;|[a-z][a-z0-9]*;)/gi, '&amp;')
  );
}

function escapeAll(text: string): string {
  return Array.from(text, (character) => `&#${character.codePointAt(0)};`).join('');
}

function completed(document: Document): Document {
  if (!document.head) document.documentElement.prepend(document.createElementNS(xhtmlNamespace, 'head'));
  if (!document.body) document.documentElement.append(document.createElementNS(xhtmlNamespace, 'body'));
  return document;
}
