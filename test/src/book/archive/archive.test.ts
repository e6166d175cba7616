import { describe, expect, it } from 'vitest';
import { openZip } from '../../../../src/book/archive/zip-archive.ts';
import { clearFont } from '../../../../src/book/package/font-obfuscation.ts';
import { withoutLeadingFolder } from '../../../../src/book/package/leading-folder.ts';
import { readPublication } from '../../../../src/book/package/publication.ts';
import { openResources } from '../../../../src/book/package/resources.ts';
import { buildZip } from '../build-zip.ts';
import { readRealBook, realBooks } from '../real-books.ts';

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('archives', () => {
  it.each([false, true])('give back what was put in (zip64: %s)', async (zip64) => {
    const long = 'all work and no play '.repeat(5000);
    const archive = await openZip(
      await buildZip(
        [
          { name: 'mimetype', data: 'application/epub+zip', stored: true },
          { name: 'O/Ünï côdé.xhtml', data: long },
          { name: 'empty', data: '' },
        ],
        zip64,
      ),
    );
    expect(archive.names).toEqual(['mimetype', 'O/Ünï côdé.xhtml', 'empty']);
    expect(text(await archive.bytes('mimetype'))).toBe('application/epub+zip');
    expect(text(await archive.bytes('O/Ünï côdé.xhtml'))).toBe(long);
    expect((await archive.bytes('empty')).length).toBe(0);
    expect(archive.find('o/u\u0308n%C3%AF côdé.xhtml')).toBe('O/Ünï côdé.xhtml');
    expect(archive.find('O/other')).toBeUndefined();
    const blob = await archive.blob('mimetype', 'text/plain');
    expect([blob.type, await blob.text()]).toEqual(['text/plain', 'application/epub+zip']);
  });

  it('from old tools of Windows are read as they are meant, and so is a book that was packed with its folder', async () => {
    const windows = await openZip(await buildZip([{ name: 'O\\text\\one.xhtml', data: 'one' }]));
    expect(text(await windows.bytes('O/text/one.xhtml'))).toBe('one');
    const german = [...'B\u0081cher\\text\\one.xhtml'].map((letter) => letter.charCodeAt(0));
    const old = await openZip(await buildZip([{ name: '', nameBytes: german, data: 'one' }]));
    expect(old.names).toEqual(['B\u00fccher/text/one.xhtml']);
    const parts = ['My book/META-INF/container.xml', 'My book/O/one.xhtml', '__MACOSX/My book/._one'];
    const archive = await openZip(await buildZip(parts.map((name) => ({ name, data: name }))));
    const inside = withoutLeadingFolder(archive);
    expect(inside.names).toEqual(['META-INF/container.xml', 'O/one.xhtml']);
    expect([inside.find('o/ONE.xhtml'), inside.find('._one')]).toEqual(['O/one.xhtml', undefined]);
    expect([inside.size('O/one.xhtml'), text(await inside.bytes('O/one.xhtml'))]).toEqual([19, parts[1]]);
    expect((await inside.blob('O/one.xhtml', 'text/plain')).size).toBe(19);
    const two = await openZip(
      await buildZip(['a', 'b'].map((name) => ({ name: `${name}/META-INF/container.xml`, data: name }))),
    );
    expect(withoutLeadingFolder(two)).toBe(two);
  });

  it('are read in slices when they are large', async () => {
    const noise = new Uint8Array(13 * 1024 * 1024).map((_, n) => (n * 2_654_435_761) >>> 24);
    const file = await buildZip([
      { name: 'noise', data: noise, stored: true },
      { name: 'text', data: 'after it' },
    ]);
    const archive = await openZip(file);
    expect(text(await archive.bytes('text'))).toBe('after it');
    const blob = await archive.blob('noise', 'audio/mpeg');
    expect(blob.size).toBe(noise.length);
    expect(new Uint8Array(await blob.slice(1000, 1004).arrayBuffer())).toEqual(noise.slice(1000, 1004));
  });
});

describe('scrambled fonts', () => {
  it('are cleared by Adobe’s method with the book’s UUID', async () => {
    const font = new Uint8Array(2000).map((_, n) => n);
    const uuid = '12345678-1234-1234-1234-123456789abc';
    const scrambled = await clearFont(font, 'adobe', ['isbn', `urn:uuid:${uuid}`]);
    expect([...scrambled.slice(0, 4)]).toEqual([0x12, 0x34 ^ 1, 0x56 ^ 2, 0x78 ^ 3]);
    expect(scrambled.slice(1024)).toEqual(font.slice(1024));
    expect(await clearFont(scrambled, 'adobe', [uuid])).toEqual(font);
  });

  const name = 'w3c/ocf-font_obfuscation.epub';
  it.skipIf(!realBooks.includes(name))('are cleared by the standard’s method in a real book', async () => {
    const archive = await openZip(await readRealBook(name));
    const publication = await readPublication(archive);
    expect(publication.scrambledFonts.size).toBeGreaterThan(0);
    const resources = openResources(archive, publication);
    for (const path of publication.scrambledFonts.keys()) {
      const head = new Uint8Array(await (await resources.blob(path)).slice(0, 4).arrayBuffer());
      expect(['\u0000\u0001\u0000\u0000', 'OTTO', 'wOFF', 'wOF2']).toContain(String.fromCharCode(...head));
    }
    resources.close();
  });
});
