// The thread that parses: answers, refusals, limits, and that the next book is read after a bad one.

import { hash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BookParser } from '../../../../server/reading/import/book-parser.ts';
import { buildEpub, xhtml } from './build-epub.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-parser-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const named = (fileName: string) => ({ fileName, sha256: '' });

async function book(name: string, parts: Parameters<typeof buildEpub>[0] = {}): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, await buildEpub(parts));
  return path;
}

test('books are parsed beside the service, several asked for at once', async () => {
  const parser = new BookParser();
  const path = await book('good.epub');
  const books = await Promise.all([parser.parse(path, named('a.epub')), parser.parse(path, named('b.epub'))]);
  expect(books.map((each) => each.chapters.length)).toEqual([2, 2]);
});

test('what tells the checksums of a small EPUB has read the book, and of anything else only the checksums', async () => {
  const parser = new BookParser({ threads: 1 });
  const read = async (path: string) => {
    const bytes = await readFile(path);
    const { checksums, book } = await parser.read(path, { size: bytes.length, fileName: 'x.epub' });
    expect(checksums).toEqual({ sha256: hash('sha256', bytes), md5: hash('md5', bytes), size: bytes.length });
    return book;
  };
  const good = await book('read.epub');
  const parsed = await read(good);
  expect(parsed).toEqual(await parser.parse(good, named('x.epub')));
  expect(Buffer.from(parsed?.bytes ?? [])).toEqual(await readFile(good));
  expect(await read(await book('damaged.epub', { files: { 'book/package.opf': undefined } }))).toBeUndefined();
  const text = join(folder, 'plain.txt');
  await writeFile(text, 'Call me Ishmael.');
  expect(await read(text)).toBeUndefined();
});

test('a refusal keeps its code and details', async () => {
  const parser = new BookParser();
  const path = await book('bad.epub', { files: { 'book/package.opf': undefined } });
  await expect(parser.parse(path, named('x'))).rejects.toMatchObject({
    name: 'AppError',
    code: 'bad_book',
    details: { file: 'META-INF/container.xml' },
  });
});

test('a book that takes too long is given up, and the next one is read', async () => {
  const parser = new BookParser({ seconds: 0.001 });
  const slow = await book('slow.epub', { files: { 'book/one.xhtml': xhtml('<p>word </p>'.repeat(300_000)) } });
  await expect(parser.parse(slow, named('x'))).rejects.toMatchObject({ code: 'unsafe_book' });
  const patient = new BookParser();
  expect((await patient.parse(slow, named('x'))).chapters).toHaveLength(2);
});

test('deep nesting is refused or read, and never ends the thread for the others', async () => {
  const parser = new BookParser();
  const deep = '<a>'.repeat(200_000) + '</a>'.repeat(200_000);
  const path = await book('deep.epub', { metadata: `<dc:title>T</dc:title><meta>${deep}</meta>` });
  await expect(parser.parse(path, named('x'))).rejects.toMatchObject({ name: 'AppError' });
  expect((await parser.parse(await book('after.epub'), named('x'))).chapters).toHaveLength(2);
});
