// Facts about a book from its package document's metadata.

import { type BookMetadata, cut } from '../../../../api/edition/book-metadata.ts';
import { plainText } from '../plain-text.ts';
import { isbnOf } from './isbn.ts';
import { metadataTexts, type Package } from './package-document.ts';
import { metaProperty, namedMeta, refinements } from './package-meta.ts';
import { readContributors, readIdentifiers, readSeries } from './package-relations.ts';
import { childrenOf, textOf } from './package-xml.ts';

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

function languageOf(tag: string): string {
  return /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(tag) ? tag.slice(0, 35) : '';
}
