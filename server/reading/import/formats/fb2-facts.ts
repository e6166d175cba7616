// Facts from a FictionBook's description.

import { type BookMetadata, cut, emptyMetadata } from '../../../../api/edition/book-metadata.ts';
import { isbnOf } from '../package/isbn.ts';
import { childrenOf, textOf, type XmlElement } from '../package/package-xml.ts';

export function readFb2Facts(description: XmlElement | undefined): BookMetadata {
  const first = (parent: XmlElement | undefined, name: string) => childrenOf(parent, name)[0];
  const title = first(description, 'title-info');
  const document = first(description, 'document-info');
  const publish = first(description, 'publish-info');
  const authors = childrenOf(title, 'author')
    .slice(0, 64)
    .map(person)
    .filter((each) => each.name);
  const translators = childrenOf(title, 'translator')
    .slice(0, 64)
    .map(person)
    .filter((each) => each.name);
  const sequence = first(title, 'sequence') ?? first(publish, 'sequence');
  const position = Number.parseFloat(sequence?.attributes.number ?? '');
  const date = first(title, 'date');
  const isbn = isbnOf(textOf(first(publish, 'isbn')));
  const id = textOf(first(document, 'id'));
  const language = textOf(first(title, 'lang'));
  return {
    ...emptyMetadata(),
    title: cut(textOf(first(title, 'book-title')), 1024),
    author: cut(authors.map((each) => each.name).join(', '), 1024),
    translator: cut(translators.map((each) => each.name).join(', '), 1024),
    publisher: cut(textOf(first(publish, 'publisher')), 1024),
    publishTime: cut(textOf(first(publish, 'year')) || date?.attributes.value || textOf(date), 64),
    isbn,
    identifier: cut(id || (isbn && `urn:isbn:${isbn}`), 256),
    intro: cut(textOf(first(title, 'annotation')), 16_384),
    language: /^[a-z]{2,3}(-[\w-]{1,20})?$/i.test(language) ? language : '',
    subjects: childrenOf(title, 'genre')
      .map(textOf)
      .filter(Boolean)
      .slice(0, 32)
      .map((genre) => cut(genre, 128)),
    series: cut(sequence?.attributes.name ?? '', 512),
    seriesPosition: Number.isFinite(position) ? position : undefined,
    identifiers: [
      ...(isbn ? [{ scheme: 'isbn', value: isbn }] : []),
      ...(id ? [{ scheme: 'fb2', value: cut(id, 256) }] : []),
    ],
    contributors: [
      ...authors.map((each) => ({ role: 'aut', ...each })),
      ...translators.map((each) => ({ role: 'trl', ...each })),
    ],
  };
}

function person(element: XmlElement): { name: string; sortName: string } {
  const part = (name: string) => textOf(childrenOf(element, name)[0]);
  const given = [part('first-name'), part('middle-name')].filter(Boolean).join(' ');
  const family = part('last-name');
  const name = [given, family].filter(Boolean).join(' ') || part('nickname');
  return { name: cut(name, 256), sortName: cut(family && given ? `${family}, ${given}` : name, 256) };
}
