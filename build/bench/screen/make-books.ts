// The books that the bench reads: real ones where they are, and two written here: a novel of many chapters and a book
// that is one chapter of a megabyte.

import { createWriteStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { ZipFile } from 'yazl';

const realBooks: Record<string, string> = {
  'moby-dick': 'real/moby-dick.epub',
  kusamakura: 'idpf/kusamakura-japanese-vertical-writing.epub',
};

const container =
  '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';

/** Files by name; made ones are written into `folder`. */
export async function findBooks(folder: string): Promise<Map<string, string>> {
  const books = new Map<string, string>();
  for (const [name, path] of Object.entries(realBooks)) {
    const file = fileURLToPath(new URL(`../../../../shared/books/${path}`, import.meta.url));
    if (await exists(file)) books.set(name, file);
    else process.stderr.write(`bench: ${name} is not beside the project and is left out\n`);
  }
  const made: [string, string[]][] = [
    ['novel', Array.from({ length: 60 }, (_, n) => chapter(n + 1, 24_000))],
    ['long-chapter', [chapter(1, 1_000_000)]],
  ];
  for (const [name, chapters] of made) {
    const file = join(folder, `${name}.epub`);
    await writeEpub(file, name, chapters);
    books.set(name, file);
  }
  return books;
}

const words =
  'the sea ship whale of and a to in that his it with as he but upon all this is for was at by not from him so on'.split(
    ' ',
  );

function chapter(number: number, length: number): string {
  // The same text in every run: a small multiplicative generator instead of chance.
  let state = number * 7919;
  const word = () => {
    state = (state * 48_271) % 2_147_483_647;
    return words[state % words.length];
  };
  const paragraphs: string[] = [];
  for (let written = 0; written < length; ) {
    const text = Array.from({ length: 90 }, word).join(' ');
    paragraphs.push(`<p>${text}, <em>${word()}</em> ${word()}.</p>`);
    written += text.length;
  }
  return `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${number}</title></head><body><h2>Chapter ${number}</h2>${paragraphs.join('\n')}</body></html>`;
}

async function writeEpub(file: string, title: string, chapters: readonly string[]): Promise<void> {
  const zip = new ZipFile();
  const add = (name: string, text: string, compress = true) => zip.addBuffer(Buffer.from(text), name, { compress });
  const items = chapters.map((_, n) => `<item id="c${n}" href="c${n}.xhtml" media-type="application/xhtml+xml"/>`);
  const refs = chapters.map((_, n) => `<itemref idref="c${n}"/>`);
  const links = chapters.map((_, n) => `<li><a href="c${n}.xhtml">Chapter ${n + 1}</a></li>`);
  add('mimetype', 'application/epub+zip', false);
  add('META-INF/container.xml', container);
  add(
    'c.opf',
    `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>en</dc:language></metadata><manifest><item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${items.join('')}</manifest><spine>${refs.join('')}</spine></package>`,
  );
  add(
    'nav.xhtml',
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>n</title></head><body><nav epub:type="toc"><ol>${links.join('')}</ol></nav></body></html>`,
  );
  chapters.forEach((text, n) => {
    add(`c${n}.xhtml`, text);
  });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}
