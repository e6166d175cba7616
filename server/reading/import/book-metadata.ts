// Facts about a book from its package document's metadata.

import { type BookMetadata, cut } from '../../../api/edition/book-metadata.ts';
import { metadataTexts, type Package } from './package-document.ts';
import { readContributors, readIdentifiers, readSeries } from './package-relations.ts';
import { childrenOf, textOf, type XmlElement } from './package-xml.ts';
import { plainText } from './plain-text.ts';

export function readMetadata(book: Package, fileName: string): BookMetadata {
  const identifiers = metadataTexts(book, 'identifier');
  return {
    // A book without a title is known by its file.
    title: cut(mainTitle(book) || fileName.replace(/\.[^.]+$/, ''), 1024),
    author: cut(authors(book).join(', '), 1024),
    translator: cut([...people(book, 'creator', 'trl'), ...people(book, 'contributor', 'trl')].join(', '), 1024),
    publisher: cut(metadataTexts(book, 'publisher')[0] ?? '', 1024),
    publishTime: cut(metadataTexts(book, 'date')[0] ?? '', 64),
    isbn: identifiers.map(isbnOf).find(Boolean) ?? '',
    identifier: cut(identifiers[0] ?? '', 256),
    intro: cut(plainText(metadataTexts(book, 'description')[0] ?? ''), 16_384),
    language: languageOf(metadataTexts(book, 'language')[0] ?? ''),
    subjects: metadataTexts(book, 'subject')
      .slice(0, 32)
      .map((subject) => cut(subject, 128)),
    ...readSeries(book),
    identifiers: readIdentifiers(book),
    contributors: readContributors(book),
    isFixedLayout:
      metaProperty(book, 'rendition:layout') === 'pre-paginated' || namedMeta(book, 'fixed-layout') === 'true',
  };
}

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

function mainTitle(book: Package): string {
  const titles = childrenOf(book.metadata, 'title').slice(0, mostPeople);
  const main = titles.find((title) => refinements(book, title, 'title-type').includes('main')) ?? titles[0];
  return textOf(main);
}

/** For each of them all refinements are looked through. */
const mostPeople = 64;

/** People of a role, as MARC relator codes name it. A creator without any role is an author. */
function people(book: Package, element: 'creator' | 'contributor', role: string): string[] {
  return childrenOf(book.metadata, element)
    .slice(0, mostPeople)
    .filter((person) => {
      const roles = person.attributes.role ? [person.attributes.role] : refinements(book, person, 'role');
      return roles.includes(role) || (role === 'aut' && element === 'creator' && roles.length === 0);
    })
    .map(textOf)
    .filter(Boolean);
}

function authors(book: Package): string[] {
  const named = people(book, 'creator', 'aut');
  // Artists of a comic, editors of a collection: whoever made it, if nobody wrote it.
  return named.length > 0 ? named : metadataTexts(book, 'creator').slice(0, mostPeople);
}

/** Thirteen or ten digits whose check digit is right; empty for everything else. */
export function isbnOf(identifier: string): string {
  const digits = identifier
    .replace(/^(urn:)?isbn:?/i, '')
    .replace(/[\s-]/g, '')
    .toUpperCase();
  if (/^97[89]\d{10}$/.test(digits)) {
    const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
    return sum % 10 === 0 ? digits : '';
  }
  if (/^\d{9}[\dX]$/.test(digits)) {
    const sum = [...digits].reduce((total, digit, i) => total + (digit === 'X' ? 10 : Number(digit)) * (10 - i), 0);
    return sum % 11 === 0 ? digits : '';
  }
  return '';
}

function languageOf(tag: string): string {
  return /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(tag) ? tag.slice(0, 35) : '';
}
