// What `meta` elements of a package document say, of the book or of another element.

import type { Package } from './package-document.ts';
import { childrenOf, textOf, type XmlElement } from './package-xml.ts';

/** Refinements of EPUB 3: `<meta refines="#id" property="role">`; one person can have several roles. */
export function refinements(book: Package, element: XmlElement, property: string): string[] {
  const id = element.attributes.id;
  if (!id) return [];
  return childrenOf(book.metadata, 'meta')
    .filter(({ attributes }) => attributes.refines === `#${id}` && attributes.property === property)
    .map(textOf);
}

export function metaProperty(book: Package, property: string): string {
  const meta = childrenOf(book.metadata, 'meta').find(
    ({ attributes }) => attributes.property === property && attributes.refines === undefined,
  );
  return textOf(meta);
}

/** EPUB 2's `<meta name="…" content="…">`. */
export function namedMeta(book: Package, name: string): string {
  const meta = childrenOf(book.metadata, 'meta').find(({ attributes }) => attributes.name === name);
  return meta?.attributes.content ?? '';
}
