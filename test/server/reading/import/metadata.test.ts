// Facts of books: series, identifiers, people, and what an ONIX record says better.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseBook } from '../../../../server/reading/import/parse-book.ts';
import { buildEpub } from './build-epub.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-facts-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function factsOf(parts: Parameters<typeof buildEpub>[0], sidecar?: string) {
  const path = join(folder, 'book.epub');
  await writeFile(path, await buildEpub(parts));
  if (sidecar) await writeFile(join(folder, 'book.onix'), sidecar);
  const options = { fileName: 'book.epub', sha256: '', ...(sidecar ? { sidecar: join(folder, 'book.onix') } : {}) };
  return (await parseBook(path, options)).metadata;
}

describe('the package document', () => {
  test('series of EPUB 3, of calibre, and none from other collections', async () => {
    expect(
      await factsOf({
        metadata:
          '<dc:title>T</dc:title><meta property="belongs-to-collection" id="c">Barsetshire</meta><meta refines="#c" property="collection-type">series</meta><meta refines="#c" property="group-position">2.5</meta><meta name="calibre:series" content="Other"/>',
      }),
    ).toMatchObject({ series: 'Barsetshire', seriesPosition: 2.5 });
    expect(
      await factsOf({
        metadata:
          '<dc:title>T</dc:title><meta name="calibre:series" content="Discs"/><meta name="calibre:series_index" content="7"/>',
      }),
    ).toMatchObject({ series: 'Discs', seriesPosition: 7 });
    expect(
      await factsOf({
        metadata:
          '<dc:title>T</dc:title><meta property="belongs-to-collection" id="c">A set</meta><meta refines="#c" property="collection-type">set</meta>',
      }),
    ).toMatchObject({ series: '', seriesPosition: undefined });
  });

  test('identifiers by what they are', async () => {
    const { identifiers } = await factsOf({
      metadata:
        '<dc:title>T</dc:title><dc:identifier>urn:isbn:978-0-306-40615-7</dc:identifier><dc:identifier opf:scheme="uuid">7B0A9A52-0A4B-4C6F-9F7F-2C6A0F9D7F11</dc:identifier><dc:identifier>https://doi.org/10.1000/xyz123</dc:identifier><dc:identifier opf:scheme="MOBI-ASIN">b00abcdefg</dc:identifier><dc:identifier>https://www.gutenberg.org/2701</dc:identifier>',
    });
    expect(identifiers).toEqual([
      { scheme: 'uri', value: 'urn:uuid:1' },
      { scheme: 'isbn', value: '9780306406157' },
      { scheme: 'uuid', value: '7b0a9a52-0a4b-4c6f-9f7f-2c6a0f9d7f11' },
      { scheme: 'doi', value: '10.1000/xyz123' },
      { scheme: 'asin', value: 'B00ABCDEFG' },
      { scheme: 'uri', value: 'https://www.gutenberg.org/2701' },
    ]);
  });

  test('everyone who made it', async () => {
    const { contributors, subjects } = await factsOf({
      metadata:
        '<dc:title>T</dc:title><dc:creator opf:file-as="Author, Ann">Ann Author</dc:creator><dc:contributor id="t">Tom</dc:contributor><meta refines="#t" property="role">trl</meta><meta refines="#t" property="role">ill</meta><dc:subject>Sea</dc:subject><dc:subject>Whales</dc:subject>',
    });
    expect(contributors).toEqual([
      { role: 'aut', name: 'Ann Author', sortName: 'Author, Ann' },
      { role: 'trl', name: 'Tom', sortName: 'Tom' },
      { role: 'ill', name: 'Tom', sortName: 'Tom' },
    ]);
    expect(subjects).toEqual(['Sea', 'Whales']);
  });
});

const product = (
  isbn = '9780306406157',
) => `<Product><ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>${isbn}</IDValue></ProductIdentifier>
<DescriptiveDetail><Collection><CollectionType>10</CollectionType><CollectionSequence><CollectionSequenceType>02</CollectionSequenceType><CollectionSequenceNumber>3</CollectionSequenceNumber></CollectionSequence><TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>02</TitleElementLevel><TitleText>Sea Tales</TitleText></TitleElement></TitleDetail></Collection>
<TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01</TitleElementLevel><TitlePrefix>The</TitlePrefix><TitleWithoutPrefix>Whale</TitleWithoutPrefix><Subtitle>A Story</Subtitle></TitleElement></TitleDetail>
<Contributor><SequenceNumber>2</SequenceNumber><ContributorRole>B06</ContributorRole><PersonNameInverted>Tran, Tom</PersonNameInverted></Contributor><Contributor><SequenceNumber>1</SequenceNumber><ContributorRole>A01</ContributorRole><PersonName>Herman Melville</PersonName><PersonNameInverted>Melville, Herman</PersonNameInverted></Contributor>
<Language><LanguageRole>01</LanguageRole><LanguageCode>ger</LanguageCode></Language><Subject><SubjectSchemeIdentifier>20</SubjectSchemeIdentifier><SubjectHeadingText>whales; ships</SubjectHeadingText></Subject></DescriptiveDetail>
<CollateralDetail><TextContent><TextType>03</TextType><Text textformat="02">&lt;p&gt;A man hunts a whale.&lt;/p&gt;</Text></TextContent></CollateralDetail>
<PublishingDetail><Publisher><PublishingRole>01</PublishingRole><PublisherName>Harper</PublisherName></Publisher><PublishingDate><PublishingDateRole>01</PublishingDateRole><Date dateformat="00">18511018</Date></PublishingDate></PublishingDetail></Product>`;
const message = (products: string) =>
  `<?xml version="1.0"?><ONIXMessage release="3.0" xmlns="http://ns.editeur.org/onix/3.0/reference"><Header/>${products}</ONIXMessage>`;
const said = {
  title: 'The Whale: A Story',
  author: 'Herman Melville',
  translator: 'Tom Tran',
  language: 'de',
  publisher: 'Harper',
  publishTime: '1851-10-18',
  intro: 'A man hunts a whale.',
  subjects: ['whales', 'ships'],
  series: 'Sea Tales',
  seriesPosition: 3,
  isbn: '9780306406157',
};

describe('ONIX', () => {
  test('beside the book', async () => {
    expect(await factsOf({}, message(product()))).toMatchObject(said);
  });

  test('inside of it', async () => {
    expect(await factsOf({ files: { 'META-INF/onix.xml': message(product()) } })).toMatchObject(said);
  });

  test('in short tags, and only what is said', async () => {
    const short =
      '<ONIXmessage release="3.0"><product><productidentifier><b221>15</b221><b244>9780306406157</b244></productidentifier><descriptivedetail><titledetail><b202>01</b202><titleelement><x409>01</x409><b203>Der Wal</b203></titleelement></titledetail></descriptivedetail></product></ONIXmessage>';
    expect(await factsOf({}, short)).toMatchObject({
      title: 'Der Wal',
      author: 'Ann Author',
      language: 'en',
      isbn: '9780306406157',
    });
  });

  test('codes that are in no list mean nothing, whatever they are called', async () => {
    const record = product().replace('>ger<', '>constructor<').replace('>B06<', '>constructor<');
    const { language, translator } = await factsOf({}, message(record));
    expect({ language, translator }).toEqual({ language: 'en', translator: '' });
  });

  test('of several products the book’s own', async () => {
    const two = message(product('9780140449136').replace('Whale', 'Shark') + product());
    const metadata = '<dc:title>T</dc:title><dc:identifier>urn:isbn:9780306406157</dc:identifier>';
    expect((await factsOf({ metadata }, two)).title).toBe('The Whale: A Story');
    expect((await factsOf({}, two)).title).toBe('A Book');
  });

  test('a damaged record is left aside, a hostile one keeps the book out', async () => {
    expect((await factsOf({}, '<ONIXMessage><Product>')).title).toBe('A Book');
    expect((await factsOf({}, '<other/>')).title).toBe('A Book');
    await expect(factsOf({}, `<!DOCTYPE x [<!ENTITY a "b">]>${message(product())}`)).rejects.toMatchObject({
      code: 'unsafe_book',
    });
  });
});

test('a package document beside the book says it better, and keeps quiet about the rest', async () => {
  const opf = `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata
    xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
    <dc:title>The better title</dc:title><dc:creator opf:role="aut">Ann Author</dc:creator>
    <meta name="calibre:series" content="Whales"/><meta name="calibre:series_index" content="2"/></metadata></package>`;
  const book = { metadata: '<dc:title>T</dc:title><dc:publisher>A house</dc:publisher>' };
  expect(await factsOf(book, opf)).toMatchObject({
    title: 'The better title',
    author: 'Ann Author',
    publisher: 'A house',
    series: 'Whales',
    seriesPosition: 2,
  });
  expect(await factsOf(book, '<package><metadata>')).toMatchObject({ title: 'T', publisher: 'A house' });
});
