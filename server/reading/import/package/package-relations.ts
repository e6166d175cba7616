// What a package document says of a book's relations: the series that it is part of, its identifiers, everyone who made
// it.

import { type BookMetadata, cut, type Identifier } from '../../../../api/edition/book-metadata.ts';
import { isbnOf } from './isbn.ts';
import type { Package } from './package-document.ts';
import { namedMeta, refinements } from './package-meta.ts';
import { childrenOf, textOf } from './package-xml.ts';

const most = 64;

/** EPUB 3 collections of the type series, or else the `calibre:series` that many EPUB 2 books carry. */
export function readSeries(book: Package): Pick<BookMetadata, 'series' | 'seriesPosition'> {
  const collections = childrenOf(book.metadata, 'meta')
    .filter(({ attributes }) => attributes.property === 'belongs-to-collection')
    .slice(0, most);
  const typed = collections.find((each) => refinements(book, each, 'collection-type').includes('series'));
  const collection = typed ?? collections.find((each) => refinements(book, each, 'collection-type').length === 0);
  if (collection && textOf(collection)) {
    const position = Number.parseFloat(refinements(book, collection, 'group-position')[0] ?? '');
    return { series: cut(textOf(collection), 512), seriesPosition: Number.isFinite(position) ? position : undefined };
  }
  const series = namedMeta(book, 'calibre:series').trim();
  const index = Number.parseFloat(namedMeta(book, 'calibre:series_index'));
  return { series: cut(series, 512), seriesPosition: series && Number.isFinite(index) ? index : undefined };
}

export function readIdentifiers(book: Package): Identifier[] {
  const found = childrenOf(book.metadata, 'identifier')
    .slice(0, most)
    .map((element) => identifierOf(textOf(element), element.attributes.scheme ?? ''));
  return distinct(found.filter(({ value }) => value !== ''));
}

/** The scheme from the value itself; else as the book names it. */
export function identifierOf(text: string, scheme: string): Identifier {
  const isbn = isbnOf(text);
  if (isbn) return { scheme: 'isbn', value: isbn };
  const uuid = /^(?:urn:uuid:|uuid:)?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i.exec(text)?.[1];
  if (uuid) return { scheme: 'uuid', value: uuid.toLowerCase() };
  const doi = /^(?:urn:|info:)?(?:doi:|https?:\/\/(?:dx\.)?doi\.org\/)?(10\.\d{4,9}\/\S{1,200})$/i.exec(text)?.[1];
  if (doi) return { scheme: 'doi', value: doi.toLowerCase() };
  const asin =
    /^(?:urn:)?(?:mobi-)?asin:?\s*(B[0-9A-Z]{9})$/i.exec(text)?.[1] ?? (/asin/i.test(scheme) ? text : undefined);
  if (asin) return { scheme: 'asin', value: cut(asin.toUpperCase(), 64) };
  if (/^(https?:\/\/|urn:)/i.test(text)) return { scheme: 'uri', value: cut(text, 256) };
  return { scheme: cut(scheme.toLowerCase() || 'other', 32), value: cut(text, 256) };
}

function distinct(identifiers: readonly Identifier[]): Identifier[] {
  return [...new Map(identifiers.map((each) => [`${each.scheme} ${each.value}`, each])).values()];
}

/** MARC relator codes; an author where a creator has none, and a contributor of no kind where a contributor has none. */
export function readContributors(book: Package): BookMetadata['contributors'] {
  return (['creator', 'contributor'] as const).flatMap((kind) =>
    childrenOf(book.metadata, kind)
      .slice(0, most)
      .flatMap((person) => {
        const name = cut(textOf(person), 256);
        const roles = person.attributes.role ? [person.attributes.role] : refinements(book, person, 'role');
        const sortName = person.attributes['file-as'] ?? refinements(book, person, 'file-as')[0] ?? name;
        if (!name) return [];
        const known = roles.length > 0 ? roles : [kind === 'creator' ? 'aut' : 'ctb'];
        return known.slice(0, 8).map((role) => ({ role: cut(role, 16), name, sortName: cut(sortName, 256) }));
      }),
  );
}

/** Identifiers that no two books share by accident, unlike "1" or a title. */
export function strongIdentifiers(metadata: Pick<BookMetadata, 'identifiers'>): Identifier[] {
  return metadata.identifiers.filter(
    ({ scheme, value }) => ['isbn', 'uuid', 'doi', 'asin'].includes(scheme) || (scheme === 'uri' && value.length >= 16),
  );
}
