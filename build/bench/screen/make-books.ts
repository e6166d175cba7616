// The books that the bench reads: real ones where they are, and those written here: a novel of 3 MB, a Chinese one of as
// many bytes, a book that is one chapter of a megabyte, and one of two thousand chapters.

import { createWriteStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { ZipFile } from 'yazl';

const realBooks: Record<string, string> = {
  'moby-dick': 'real/moby-dick.epub',
  kusamakura: 'idpf/kusamakura-japanese-vertical-writing.epub',
  arabic: 'idpf/regime-anticancer-arabic.epub',
};

/** What every engine has opened once before its clock starts, so that none is measured while it is being compiled. */
export const smallBook = 'small';
const link = '<link rel="stylesheet" href="s.css"/></head>';
const picture = '<p><img src="p.svg" alt=""/></p></body>';

const madeBooks: Readonly<Record<string, () => string[]>> = {
  novel: () => Array.from({ length: 120 }, (_, n) => chapter(n + 1, 25_000)),
  chinese: () => Array.from({ length: 100 }, (_, n) => chineseChapter(n + 1, 10_000)),
  'long-chapter': () => [chapter(1, 1_000_000)],
  [smallBook]: () => [1, 2].map((n) => chapter(n, 600).replace('</head>', link).replace('</body>', picture)),
  'many-chapters': () => Array.from({ length: 2000 }, (_, n) => chapter(n + 1, 1500)),
};

const container =
  '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';

/** Files by name, of those that are wanted and the small one; made ones are written into `folder`. */
export async function findBooks(folder: string, wanted: readonly string[]): Promise<Map<string, string>> {
  const books = new Map<string, string>();
  for (const [name, path] of Object.entries(realBooks)) {
    if (!wanted.includes(name)) continue;
    const file = fileURLToPath(new URL(`../../../../shared/books/${path}`, import.meta.url));
    if (await exists(file)) books.set(name, file);
    else process.stderr.write(`bench: ${name} is not beside the project and is left out\n`);
  }
  for (const [name, chapters] of Object.entries(madeBooks)) {
    if (name !== smallBook && !wanted.includes(name)) continue;
    const file = join(folder, `${name}.epub`);
    await writeEpub(file, name, chapters());
    books.set(name, file);
  }
  return books;
}

const words =
  'the sea ship whale of and a to in that his it with as he but upon all this is for was at by not from him so on'.split(
    ' ',
  );

/** Of what most books have beside their chapters, a little; the small one uses it. */
const parts: readonly [name: string, item: string, text: string][] = [
  [
    's.css',
    '<item id="s" href="s.css" media-type="text/css"/>',
    'body { margin: 1em; } h2 { font-size: 12pt; color: #333; } p { text-indent: 1em; background: url(p.svg); }',
  ],
  [
    'p.svg',
    '<item id="p" href="p.svg" media-type="image/svg+xml"/>',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
  ],
];

/** Common characters, in no order that means anything; punctuation comes from the paragraphs. */
const characters =
  '的一是不了人我在有他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及今京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义科怎元社术结六功指思非流每青管夫连远资队跟带花快条院变联';

function chapter(number: number, length: number): string {
  const next = sequence(number);
  const word = () => words[next() % words.length];
  return write(number, `Chapter ${number}`, length, () => {
    const text = Array.from({ length: 90 }, word).join(' ');
    return [text, `, <em>${word()}</em> ${word()}.`];
  });
}

function chineseChapter(number: number, length: number): string {
  const next = sequence(number);
  const clause = (least: number) =>
    Array.from({ length: least + (next() % 9) }, () => characters[next() % characters.length]).join('');
  return write(number, `第${number}章`, length, () => {
    const text = Array.from({ length: 9 }, () => clause(8)).join('，');
    return [text, `。“${clause(6)}？”${clause(10)}。`];
  });
}

/** The same in every run: a small multiplicative generator instead of chance. */
function sequence(seed: number): () => number {
  let state = seed * 7919;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state;
  };
}

function write(number: number, title: string, length: number, paragraph: () => [string, string]): string {
  const paragraphs: string[] = [];
  for (let written = 0; written < length; ) {
    const [text, end] = paragraph();
    paragraphs.push(`<p>${text}${end}</p>`);
    written += text.length;
  }
  return `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${number}</title></head><body><h2>${title}</h2>${paragraphs.join('\n')}</body></html>`;
}

async function writeEpub(file: string, title: string, chapters: readonly string[]): Promise<void> {
  const items = chapters.map((_, n) => `<item id="c${n}" href="c${n}.xhtml" media-type="application/xhtml+xml"/>`);
  const refs = chapters.map((_, n) => `<itemref idref="c${n}"/>`);
  const links = chapters.map((_, n) => `<li><a href="c${n}.xhtml">Chapter ${n + 1}</a></li>`);
  const zip = new ZipFile();
  const add = (name: string, text: string, compress = true) => zip.addBuffer(Buffer.from(text), name, { compress });
  add('mimetype', 'application/epub+zip', false);
  add('META-INF/container.xml', container);
  add(
    'c.opf',
    `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>${title === 'chinese' ? 'zh-Hans' : 'en'}</dc:language></metadata><manifest><item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${parts.map(([, item]) => item).join('')}${items.join('')}</manifest><spine>${refs.join('')}</spine></package>`,
  );
  add(
    'nav.xhtml',
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>n</title></head><body><nav epub:type="toc"><ol>${links.join('')}</ol></nav></body></html>`,
  );
  for (const [name, , text] of parts) add(name, text);
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
