import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBookArchive } from '../../../../../server/reading/import/book-archive.ts';
import type { CoverPicture } from '../../../../../server/reading/import/cover/cover.ts';
import { makeCover } from '../../../../../server/reading/import/cover/make-cover.ts';
import { parseEpub } from '../../../../../server/reading/import/package/parse-epub.ts';
import { buildEpub, type EpubParts, patch, xhtml } from '../build-epub.ts';

const log = pino({ level: 'silent' });
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-parse-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function parse(bytes: Buffer) {
  const file = join(folder, 'book.epub');
  await writeFile(file, bytes);
  return parseEpub(file, 'book.epub');
}
const parseParts = async (parts: EpubParts) => parse(await buildEpub(parts));

describe('a whole book', () => {
  test('facts, chapters, anchors and lengths', async () => {
    const book = await parseParts({});
    expect(book.metadata).toMatchObject({ title: 'A Book', author: 'Ann Author', language: 'en' });
    expect(book.chapters).toEqual([
      {
        uid: 1,
        title: 'One',
        level: 1,
        wordCount: 4,
        length: 19,
        file: 'book/one.xhtml',
        anchors: [{ title: 'Part', level: 2, anchor: 'part' }],
        text: 'OneCall me Ishmael.',
        seams: { blocks: [3, 19], lines: [], asides: [] },
      },
      {
        uid: 2,
        title: 'Two',
        level: 1,
        wordCount: 2,
        length: 12,
        file: 'book/two.xhtml',
        anchors: [],
        text: 'TwoLoomings.',
        seams: { blocks: [3, 12], lines: [], asides: [] },
      },
    ]);
  });

  test('roles tell authors from translators, in both spellings', async () => {
    const { metadata } = await parseParts({
      metadata:
        '<dc:title>T</dc:title><dc:creator id="a">Ann</dc:creator><meta refines="#a" property="role">ann</meta><meta refines="#a" property="role">aut</meta><dc:creator opf:role="aut">Bob</dc:creator><dc:contributor id="t">Tom</dc:contributor><meta refines="#t" property="role">trl</meta><dc:contributor opf:role="ill">Ida</dc:contributor>',
    });
    expect(metadata).toMatchObject({ author: 'Ann, Bob', translator: 'Tom' });
  });

  test('an ISBN is known by its check digit', async () => {
    const isbn = async (text: string) =>
      (await parseParts({ metadata: `<dc:identifier>${text}</dc:identifier>` })).metadata.isbn;
    expect(await isbn('urn:isbn:978-0-306-40615-7')).toBe('9780306406157');
    expect(await isbn('0-306-40615-2')).toBe('0306406152');
    expect(await isbn('9780306406158')).toBe('');
  });

  test('a spine reference that points nowhere keeps the numbers of those after it', async () => {
    const { chapters } = await parseParts({ spine: '<itemref idref="gone"/><itemref idref="c2"/>' });
    expect(chapters.map(({ uid, title }) => [uid, title])).toEqual([[2, 'Two']]);
  });

  test('a missing chapter is a chapter without text', async () => {
    const { chapters } = await parseParts({ files: { 'book/two.xhtml': undefined } });
    expect(chapters[1]).toMatchObject({ uid: 2, title: 'Two', length: 0 });
  });

  test('EPUB 2 contents, cover and percent-encoded paths', async () => {
    const png = await sharp({ create: { width: 600, height: 900, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    const book = await parseParts({
      manifest:
        '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/><item id="c1" href="a%20b.xhtml" media-type="application/xhtml+xml"/><item id="pic" href="p.png" media-type="image/png"/>',
      metadata: '<dc:title>T</dc:title><meta name="cover" content="pic"/>',
      spine: '<itemref idref="c1"/>',
      spineAttributes: 'toc="ncx"',
      files: {
        'book/nav.xhtml': undefined,
        'book/a b.xhtml': xhtml('<p>x</p>'),
        'book/p.png': png,
        'book/toc.ncx':
          '<?xml version="1.0"?><!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd"><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>Chapter &amp; Verse</text></navLabel><content src="a%20b.xhtml"/></navPoint></navMap></ncx>',
      },
    });
    expect(book.chapters).toMatchObject([{ title: 'Chapter & Verse', length: 1 }]);
    expect(await makeCover(book.cover as CoverPicture, log)).toMatchObject({
      mediaType: 'image/jpeg',
      width: 600,
      height: 900,
    });
  });

  test('a cover that is no picture does not keep the book out', async () => {
    const book = await parseParts({
      manifest:
        '<item id="c1" href="one.xhtml" media-type="application/xhtml+xml"/><item id="p" href="p.png" media-type="image/png" properties="cover-image"/>',
      spine: '<itemref idref="c1"/>',
      files: { 'book/p.png': 'not a picture' },
    });
    expect(await makeCover(book.cover as CoverPicture, log)).toBeUndefined();
    expect(book.chapters).toHaveLength(1);
  });
});

describe('archives as the client forgives them', () => {
  const facts = async (bytes: Buffer) => {
    const { chapters } = await parse(bytes);
    return chapters.map(({ file, text }) => `${file}: ${text}`);
  };
  const whole = ['book/one.xhtml: OneCall me Ishmael.', 'book/two.xhtml: TwoLoomings.'];

  test('packed with the folder that it lay in', async () => {
    expect(await facts(await buildEpub({ folder: 'My Book/' }))).toEqual(whole);
    // With several nobody knows whose they are.
    const inside = { 'b/META-INF/container.xml': '<container/>' };
    await expect(facts(await buildEpub({ folder: 'a/', files: inside }))).rejects.toMatchObject({
      code: 'unsupported_format',
    });
  });

  test('with the sign between folders that Windows has', async () => {
    let bytes = await buildEpub({ folder: 'My Book/' });
    for (const name of ['My Book/META-INF/container.xml', 'My Book/book/one.xhtml', 'My Book/book/package.opf'])
      bytes = patch(bytes, name, name.replaceAll('/', '\\'));
    expect(await facts(bytes)).toEqual(whole);
  });

  test('with names in another letter case than the package says', async () => {
    // The part is called from then on as the archive calls it.
    const [first = '', second] = whole;
    expect(await facts(patch(await buildEpub(), 'book/one.xhtml', 'Book/One.XHTML'))).toEqual([
      first.replace('book/one.xhtml', 'Book/One.XHTML'),
      second,
    ]);
  });

  test('with names in UTF-8 that the archive does not call so', async () => {
    const manifest =
      '<item id="c1" href="%C3%A9.xhtml" media-type="application/xhtml+xml"/><item id="c2" href="two.xhtml" media-type="application/xhtml+xml"/>';
    const bytes = await buildEpub({ manifest, files: { 'book/12.xhtml': xhtml('<p>Café</p>') } });
    expect(await facts(patch(bytes, 'book/12.xhtml', 'book/\xc3\xa9.xhtml'))).toEqual(['book/é.xhtml: Café', whole[1]]);
  });

  test('with names in which the sign of Windows is half a letter', async () => {
    // Of these two only the first byte differs.
    const names = { 'book/11/a.png': 'x', 'book/22/a.png': 'y' };
    const bytes = await buildEpub({ files: names });
    const shifted = patch(patch(bytes, 'book/11/a.png', 'book\\\x83\\\\a.png'), 'book/22/a.png', 'book/\x83_/a.png');
    expect(await facts(shifted)).toEqual(whole);
    const archive = await openBookArchive(shifted);
    const pictures = archive.names().filter((name) => name.endsWith('.png'));
    archive.close();
    expect(pictures).toEqual(['book/â\u29f5/a.png', 'book/â_/a.png']);
  });

  test('with the picture of its first page under another name than the page says', async () => {
    const png = await sharp({ create: { width: 6, height: 9, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    const { cover } = await parseParts({
      manifest:
        '<item id="c1" href="one.xhtml" media-type="application/xhtml+xml"/><item id="p" href="p.png" media-type="image/png"/>',
      spine: '<itemref idref="c1"/>',
      files: { 'book/one.xhtml': xhtml('<img src="P.png" alt=""/>'), 'book/P.PNG': png },
    });
    expect(cover?.file).toBe('book/P.PNG');
  });

  test('with a style sheet in UTF-16 that sets it in columns', async () => {
    const css = Buffer.from('\ufeffbody { writing-mode: vertical-rl }', 'utf16le');
    const { isVertical } = await parseParts({
      manifest:
        '<item id="c1" href="one.xhtml" media-type="application/xhtml+xml"/><item id="s" href="s.css" media-type="text/css"/>',
      spine: '<itemref idref="c1"/>',
      spineAttributes: 'page-progression-direction="rtl"',
      files: { 'book/s.css': css },
    });
    expect(isVertical).toBe(true);
  });

  test('with text of one byte a letter that calls itself UTF-8', async () => {
    const text = Buffer.from(xhtml('<h1>Caf\xe9</h1><p>\x93Na\xefve\x94</p>'), 'latin1');
    const { chapters } = await parseParts({ files: { 'book/one.xhtml': text } });
    expect(chapters[0]).toMatchObject({ text: 'Café“Naïve”', length: 11 });
  });
});

describe('what is refused, and how', () => {
  const bomb = '<!DOCTYPE p [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>';
  const refusals: [string, string, () => Promise<Buffer>][] = [
    ['nothing at all', 'bad_book', async () => Buffer.alloc(0)],
    ['a text file', 'bad_book', async () => Buffer.from('Call me Ishmael.')],
    ['a truncated file', 'bad_book', async () => (await buildEpub()).subarray(0, -200)],
    [
      'an archive that is no EPUB',
      'unsupported_format',
      () => buildEpub({ files: { 'META-INF/container.xml': undefined } }),
    ],
    ['a container that points nowhere', 'bad_book', () => buildEpub({ files: { 'book/package.opf': undefined } })],
    ['a package document that is not well-formed', 'bad_book', () => buildEpub({ metadata: '<dc:title>A' })],
    ['a book without chapters', 'bad_book', () => buildEpub({ spine: '' })],
    ['entities in the package document', 'unsafe_book', () => buildEpub({ packageStart: bomb })],
    ['entities in a chapter', 'unsafe_book', () => buildEpub({ files: { 'book/one.xhtml': bomb + xhtml('&b;') } })],
    [
      'an external entity',
      'unsafe_book',
      () => buildEpub({ packageStart: '<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/passwd">]>' }),
    ],
    [
      'a name that climbs out',
      'unsafe_book',
      async () => patch(await buildEpub({ files: { 'aaa/evil': 'x' } }), 'aaa/evil', '../xevil'),
    ],
    [
      'an absolute name',
      'unsafe_book',
      async () => patch(await buildEpub({ files: { 'aaa/evil': 'x' } }), 'aaa/evil', '/aa/evil'),
    ],
    [
      'a name that climbs out by backslash',
      'unsafe_book',
      async () => patch(await buildEpub({ files: { 'aaa/evil': 'x' } }), 'aaa/evil', '..\\xevil'),
    ],
    [
      'a drive of Windows',
      'unsafe_book',
      async () => patch(await buildEpub({ files: { 'aaa/evil': 'x' } }), 'aaa/evil', 'C:\\\\evil'),
    ],
    [
      'two files of one name',
      'bad_book',
      async () => patch(await buildEpub({ files: { 'book/tne.xhtml': 'x' } }), 'book/tne.xhtml', 'book\\one.xhtml'),
    ],
    [
      'a decompression bomb',
      'unsafe_book',
      () => buildEpub({ files: { 'book/zeros': Buffer.alloc(100 * 1024 * 1024) } }),
    ],
    [
      'a chapter that is too large',
      'unsafe_book',
      () => buildEpub({ compress: false, files: { 'book/one.xhtml': Buffer.alloc(65 * 1024 * 1024, 'a') } }),
    ],
    [
      'a lock',
      'unsupported_format',
      () =>
        buildEpub({
          files: {
            'META-INF/encryption.xml':
              '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptedData><e:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></e:EncryptedData></encryption>',
          },
        }),
    ],
  ];

  test.each(refusals)('%s: %s', async (_, code, make) => {
    await expect(parse(await make())).rejects.toMatchObject({ name: 'AppError', code });
  });

  test('a damaged chapter is named', async () => {
    const bytes = await buildEpub({ compress: false });
    const broken = patch(bytes, 'Call me Ishmael.', 'CALL ME ISHMAEL.');
    // Stored entries have no check that sees it; the deflated ones do.
    expect((await parse(broken)).chapters[0]?.length).toBe(19);
    const deflated = await buildEpub({ files: { 'book/one.xhtml': xhtml(`<p>${'abc '.repeat(1000)}</p>`) } });
    const at = deflated.indexOf('book/one.xhtml') + 60;
    deflated.fill(0xff, at, at + 20);
    await expect(parse(deflated)).rejects.toMatchObject({ code: 'bad_book', details: { file: 'book/one.xhtml' } });
  });

  test('damaged contents do not keep the book out, hostile ones do', async () => {
    const damaged = await parseParts({ files: { 'book/nav.xhtml': '<html><nav>' } });
    expect(damaged.chapters.map((chapter) => chapter.title)).toEqual(['One', 'Two']);
    await expect(parseParts({ files: { 'book/nav.xhtml': `${bomb}<html/>` } })).rejects.toMatchObject({
      code: 'unsafe_book',
    });
  });

  test('text that no database takes is cleaned', async () => {
    const { metadata, chapters } = await parseParts({
      metadata: '<dc:title>A\u0000B&#xD800;\u0001</dc:title>',
      files: { 'book/nav.xhtml': undefined, 'book/one.xhtml': xhtml('<h1>O\u0000ne</h1>') },
    });
    expect(metadata.title).toMatch(/^AB/);
    expect(metadata.title.isWellFormed()).toBe(true);
    expect(chapters[0]?.title).toBe('One');
  });

  test.each([
    ['headings that never end', xhtml('<h1>'.repeat(500_000))],
    ['tags that never end', xhtml('<img '.repeat(500_000))],
    ['open angle brackets', xhtml('<'.repeat(2_000_000))],
  ])('%s cost no more than their length', async (_, chapter) => {
    // Quadratic work would take minutes, and so the test's time.
    expect((await parseParts({ files: { 'book/one.xhtml': chapter } })).chapters).toHaveLength(2);
  });

  test('obfuscated fonts are no lock', async () => {
    const encryption =
      '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptedData><e:EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/></e:EncryptedData></encryption>';
    expect((await parseParts({ files: { 'META-INF/encryption.xml': encryption } })).chapters).toHaveLength(2);
  });
});

const books = new URL('../../../../../../shared/books/', import.meta.url).pathname;
describe.skipIf(!existsSync(books))('real books', () => {
  const files = existsSync(books)
    ? ['real', 'idpf', 'w3c'].flatMap((kind) => readdirSync(join(books, kind)).map((name) => join(kind, name)))
    : [];

  test.each(files.filter((name) => name.endsWith('.epub')))('%s is read', async (name) => {
    const { chapters, metadata } = await parseEpub(join(books, name), name);
    expect(chapters.length).toBeGreaterThan(0);
    expect(metadata.title).not.toBe('');
  });

  test('Moby-Dick, a Japanese novel in columns, an Arabic book', async () => {
    const moby = await parseEpub(join(books, 'real/moby-dick.epub'), 'm');
    expect(moby.metadata).toMatchObject({ title: 'Moby Dick', author: 'Herman Melville', language: 'en-US' });
    expect(moby.chapters).toHaveLength(145);
    expect(moby.cover).toBeDefined();
    const kusamakura = await parseEpub(join(books, 'idpf/kusamakura-japanese-vertical-writing.epub'), 'k');
    expect(kusamakura).toMatchObject({ direction: 'rtl', isVertical: true, metadata: { title: '草枕' } });
    const arabic = await parseEpub(join(books, 'idpf/regime-anticancer-arabic.epub'), 'a');
    expect(arabic).toMatchObject({ direction: 'rtl', isVertical: false, metadata: { language: 'ar' } });
  });
});
