// Builds the sample books: the guide to Octavo in each language, from assets/guide into dist/samples.
// The same sources give the same bytes, so that an installation recognises a book that it has.

import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import { root } from './run.ts';
import { type Chapter, type GuideFacts, navDocument, packageDocument, xhtmlPage } from './samples/epub-documents.ts';

const guide = join(root, 'assets', 'guide');
// Zip entries carry a time; a fixed one keeps the bytes equal.
const mtime = new Date(Date.UTC(2026, 0, 1));

export async function buildSamples(target = join(root, 'dist', 'samples')): Promise<string[]> {
  await mkdir(target, { recursive: true });
  const built: string[] = [];
  for (const language of ['en', 'zh']) built.push(await buildGuide(language, target));
  return built;
}

async function buildGuide(language: string, target: string): Promise<string> {
  const folder = join(guide, language);
  const facts = JSON.parse(await readFile(join(folder, 'guide.json'), 'utf8')) as GuideFacts;
  const chapters = await readChapters(folder);
  const figures = await usedFigures(chapters);
  const zip = new yazl.ZipFile();
  const options = { mtime, mode: 0o100644 };
  const add = (name: string, content: string | Buffer) => zip.addBuffer(Buffer.from(content as string), name, options);
  // First and uncompressed, so that the file's type can be read from its first bytes.
  zip.addBuffer(Buffer.from('application/epub+zip'), 'mimetype', { ...options, compress: false });
  add(
    'META-INF/container.xml',
    '<?xml version="1.0" encoding="UTF-8"?>\n<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n',
  );
  add('book/package.opf', packageDocument(facts, chapters, figures));
  add('book/nav.xhtml', navDocument(facts, chapters));
  add('book/guide.css', await readFile(join(guide, 'guide.css')));
  add('book/cover.png', await readFile(join(folder, 'cover.png')));
  for (const chapter of chapters) add(`book/${chapter.file}`, xhtmlPage(facts, chapter));
  for (const figure of figures) add(`book/figures/${figure}`, await readFile(join(guide, 'figures', figure)));
  zip.end();
  const file = join(target, `${facts.fileName}.epub`);
  await pipeline(zip.outputStream, createWriteStream(file));
  return file;
}

/** Chapters are fragments of XHTML in files named in reading order; the first heading is the title. */
async function readChapters(folder: string): Promise<Chapter[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.html')).sort();
  return Promise.all(
    names.map(async (name) => {
      const body = await readFile(join(folder, name), 'utf8');
      const title = /<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1];
      if (!title) throw new Error(`${name} has no <h1>.`);
      return { file: name.replace(/\.html$/, '.xhtml'), title, body };
    }),
  );
}

async function usedFigures(chapters: readonly Chapter[]): Promise<string[]> {
  const there = await readdir(join(guide, 'figures'));
  const used = new Set(
    chapters.flatMap(({ body }) => [...body.matchAll(/figures\/([\w-]+\.svg)/g)].map((m) => m[1] ?? '')),
  );
  for (const figure of used) if (!there.includes(figure)) throw new Error(`The figure ${figure} is missing.`);
  return [...used].sort();
}

if (import.meta.main) process.stdout.write(`${(await buildSamples()).join('\n')}\n`);
