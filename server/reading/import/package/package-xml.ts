// Reads the XML files of a book's package. A document type with declarations of its own is refused: they are how XML
// bombs and file disclosure are made, and no package document needs them.

import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { decodePart } from '../../../../api/edition/decode-part.ts';
import { AppError } from '../../../../api/errors.ts';

/** One element: its local name, its attributes (local names, without prefixes), its children in order. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: (XmlElement | string)[];
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: true,
  htmlEntities: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
});

/** The root element; `bad_book` for what is not well-formed, `unsafe_book` for a document type with declarations. */
export function parsePackageXml(bytes: Buffer, file: string): XmlElement {
  const text = withoutDocumentType(decodePart(bytes), file);
  const valid = XMLValidator.validate(text);
  if (valid !== true) {
    throw new AppError('bad_book', `${file} in the book is damaged (line ${valid.err.line}).`, {
      file,
      reason: valid.err.msg,
    });
  }
  const root = parseTree(text, file)
    .map(elementOf)
    .find((node) => typeof node !== 'string');
  if (!root) throw new AppError('bad_book', `${file} in the book is empty.`, { file });
  return root;
}

/** The parser has limits of its own, on nesting and on entities, and tells all of them by plain errors. */
function parseTree(text: string, file: string): RawNode[] {
  try {
    return parser.parse(text) as RawNode[];
  } catch (cause) {
    const details = { file, reason: cause instanceof Error ? cause.message : String(cause) };
    throw new AppError('bad_book', `${file} in the book can’t be read.`, details, { cause });
  }
}

/** Removes a harmless document type; refuses one with an internal subset. */
export function withoutDocumentType(text: string, file: string): string {
  const start = text.search(/<!DOCTYPE/i);
  if (start < 0) return text;
  const end = text.indexOf('>', start);
  const declaration = text.slice(start, end < 0 ? undefined : end);
  if (declaration.includes('[') || end < 0) {
    throw new AppError('unsafe_book', `${file} in the book declares entities of its own, which is refused.`, { file });
  }
  return text.slice(0, start) + text.slice(end + 1);
}

export function* descendants(element: XmlElement, name: string): Generator<XmlElement> {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    if (child.name === name) yield child;
    yield* descendants(child, name);
  }
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return (element?.children ?? []).filter(
    (child): child is XmlElement => typeof child !== 'string' && child.name === name,
  );
}

/** All text inside, with white space collapsed. */
export function textOf(element: XmlElement | undefined): string {
  return rawText(element).replace(/\s+/g, ' ').trim();
}

function rawText(element: XmlElement | undefined): string {
  return (element?.children ?? []).map((child) => (typeof child === 'string' ? child : rawText(child))).join('');
}

type RawNode = Record<string, unknown> & { ':@'?: Record<string, unknown> };

function elementOf(node: RawNode): XmlElement | string {
  const name = Object.keys(node).find((key) => key !== ':@') ?? '';
  if (name === '#text') return String(node[name]);
  const attributes = Object.entries(node[':@'] ?? {}).map(([key, value]) => [key, String(value)]);
  return {
    name,
    attributes: Object.fromEntries(attributes) as Record<string, string>,
    children: (node[name] as RawNode[]).map(elementOf),
  };
}
