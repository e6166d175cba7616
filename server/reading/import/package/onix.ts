// Facts from a publisher's ONIX 3 record, in reference names or short tags, beside the book or inside of it. They are
// more exact than what the book says, and stand in its place.

import { type BookMetadata, type Contributor, cut, type Identifier } from '../../../../api/edition/book-metadata.ts';
import { AppError } from '../../../../api/errors.ts';
import type { BookArchive } from '../book-archive.ts';
import { importLimits as limits } from '../limits.ts';
import { plainText } from '../plain-text.ts';
import { isbnOf } from './isbn.ts';
import { onixLanguages, onixRoles, shortTags } from './onix-codes.ts';
import { parsePackageXml, textOf, type XmlElement } from './package-xml.ts';

/** A record inside of a book's archive. */
export async function findOnix(archive: BookArchive): Promise<Buffer | undefined> {
  const path = archive.names().find((name) => /\.onix$/i.test(name) || /(^|[/._-])onix[^/]*\.xml$/i.test(name));
  if (!path || (archive.sizeOf(path) ?? 0) > limits.packageBytes) return undefined;
  return archive.read(path, limits.packageBytes);
}

/** The same facts when the bytes are no record of one book; `unsafe_book` for what is made to do harm. */
export function applyOnix(metadata: BookMetadata, bytes: Buffer): BookMetadata {
  const product = readProduct(bytes, metadata);
  if (!product) return metadata;
  const description = child(product, 'DescriptiveDetail');
  const publishing = child(product, 'PublishingDetail');
  const said: Partial<BookMetadata> = {
    ...titleOf(description),
    ...people(description),
    ...seriesOf(description),
    ...identifiersOf(product),
    ...subjectsOf(description),
    language: languageOf(description),
    publisher: cut(text(child(publishing, 'Publisher'), 'PublisherName'), 1024),
    publishTime: dateOf(publishing),
    intro: introOf(child(product, 'CollateralDetail')),
  };
  const filled = Object.entries(said).filter(
    ([, value]) => value !== '' && value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return { ...metadata, ...(Object.fromEntries(filled) as Partial<BookMetadata>) };
}

/** The only product, or the one of this book's number. */
function readProduct(bytes: Buffer, metadata: BookMetadata): XmlElement | undefined {
  let root: XmlElement;
  try {
    root = parsePackageXml(bytes, 'the ONIX record');
  } catch (error) {
    if (error instanceof AppError && error.code === 'bad_book') return undefined;
    throw error;
  }
  if (!/^onixmessage$/i.test(root.name)) return undefined;
  const products = children(root, 'Product');
  if (products.length === 1) return products[0];
  const isbns = metadata.identifiers.filter(({ scheme }) => scheme === 'isbn').map(({ value }) => value);
  return products.find((product) =>
    identifiersOf(product).identifiers.some(({ scheme, value }) => scheme === 'isbn' && isbns.includes(value)),
  );
}

function isNamed(element: XmlElement, name: string): boolean {
  const lower = element.name.toLowerCase();
  return lower === name.toLowerCase() || lower === shortTags[name];
}

function children(parent: XmlElement | undefined, name: string): XmlElement[] {
  return (parent?.children ?? []).filter((node): node is XmlElement => typeof node !== 'string' && isNamed(node, name));
}

const child = (parent: XmlElement | undefined, name: string) => children(parent, name)[0];
const text = (parent: XmlElement | undefined, name: string) => textOf(child(parent, name));

function titleOf(description: XmlElement | undefined): Partial<BookMetadata> {
  const details = children(description, 'TitleDetail');
  const detail = details.find((each) => text(each, 'TitleType') === '01') ?? details[0];
  const elements = children(detail, 'TitleElement');
  const element = elements.find((each) => text(each, 'TitleElementLevel') === '01') ?? elements[0];
  const whole =
    text(element, 'TitleText') ||
    [text(element, 'TitlePrefix'), text(element, 'TitleWithoutPrefix')].filter(Boolean).join(' ');
  const subtitle = text(element, 'Subtitle');
  return { title: cut(whole && subtitle ? `${whole}: ${subtitle}` : whole, 1024) };
}

function people(description: XmlElement | undefined): Partial<BookMetadata> {
  const contributors: Contributor[] = children(description, 'Contributor')
    .slice(0, 64)
    .toSorted((a, b) => Number(text(a, 'SequenceNumber')) - Number(text(b, 'SequenceNumber')))
    .flatMap((person) => {
      const inverted = text(person, 'PersonNameInverted');
      const name = text(person, 'PersonName') || turned(inverted) || text(person, 'CorporateName');
      if (!name) return [];
      const roles = children(person, 'ContributorRole').map((role) => onixRoles.get(textOf(role)) ?? 'ctb');
      const known = roles.length > 0 ? roles : ['ctb'];
      return known.slice(0, 8).map((role) => ({ role, name: cut(name, 256), sortName: cut(inverted || name, 256) }));
    });
  const named = (role: string) =>
    contributors
      .filter((each) => each.role === role)
      .map((each) => each.name)
      .join(', ');
  return { author: cut(named('aut'), 1024), translator: cut(named('trl'), 1024), contributors };
}

const turned = (inverted: string) =>
  inverted
    .split(/\s*,\s*/, 2)
    .reverse()
    .join(' ')
    .trim();

function seriesOf(description: XmlElement | undefined): Partial<BookMetadata> {
  const collection = child(description, 'Collection');
  const elements = children(child(collection, 'TitleDetail'), 'TitleElement');
  const element = elements.find((each) => text(each, 'TitleElementLevel') === '02') ?? elements[0];
  const own = elements.find((each) => text(each, 'TitleElementLevel') === '01');
  const number =
    text(child(collection, 'CollectionSequence'), 'CollectionSequenceNumber') ||
    text(own, 'PartNumber') ||
    text(element, 'PartNumber');
  const position = Number.parseFloat(number);
  const series =
    text(element, 'TitleText') ||
    [text(element, 'TitlePrefix'), text(element, 'TitleWithoutPrefix')].filter(Boolean).join(' ');
  return series ? { series: cut(series, 512), seriesPosition: Number.isFinite(position) ? position : undefined } : {};
}

function identifiersOf(product: XmlElement): { identifiers: Identifier[]; isbn: string } {
  const identifiers = children(product, 'ProductIdentifier')
    .slice(0, 64)
    .flatMap((each): Identifier[] => {
      const value = text(each, 'IDValue');
      const type = text(each, 'ProductIDType');
      const isbn = ['02', '03', '15'].includes(type) ? isbnOf(value) : '';
      if (isbn) return [{ scheme: 'isbn', value: isbn }];
      if (type === '06') return [{ scheme: 'doi', value: cut(value.toLowerCase(), 256) }];
      return value && type === '01' ? [{ scheme: 'publisher', value: cut(value, 256) }] : [];
    });
  const isbns = identifiers.filter(({ scheme }) => scheme === 'isbn').map(({ value }) => value);
  return { identifiers, isbn: isbns.find((value) => value.length === 13) ?? isbns[0] ?? '' };
}

function subjectsOf(description: XmlElement | undefined): Partial<BookMetadata> {
  const said = children(description, 'Subject').flatMap((subject) => {
    const heading = text(subject, 'SubjectHeadingText');
    // Scheme 20 is keywords in one field.
    return text(subject, 'SubjectSchemeIdentifier') === '20' ? heading.split(/\s*[;；]\s*/) : [heading];
  });
  return { subjects: [...new Set(said.filter(Boolean))].slice(0, 32).map((subject) => cut(subject, 128)) };
}

function languageOf(description: XmlElement | undefined): string {
  const language = children(description, 'Language').find((each) => text(each, 'LanguageRole') === '01');
  const code = text(language, 'LanguageCode').toLowerCase();
  return onixLanguages.get(code) ?? (/^[a-z]{3}$/.test(code) ? code : '');
}

/** `20260301` and shorter. */
function dateOf(publishing: XmlElement | undefined): string {
  const dates = children(publishing, 'PublishingDate');
  const date = dates.find((each) => text(each, 'PublishingDateRole') === '01') ?? dates[0];
  const [, year, month, day] = /^(\d{4})(\d{2})?(\d{2})?/.exec(text(date, 'Date')) ?? [];
  return [year, month, day].filter(Boolean).join('-');
}

/** The description, else the short one. */
function introOf(collateral: XmlElement | undefined): string {
  const contents = children(collateral, 'TextContent');
  const found = ['03', '02'].map((type) => contents.find((each) => text(each, 'TextType') === type)).find(Boolean);
  return cut(plainText(text(found, 'Text')), 16_384);
}
