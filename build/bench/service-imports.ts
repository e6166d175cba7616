// How fast books come in: reservation, upload and parsing of EPUB files over HTTP, one after the other, as a reader who
// drops a folder of books does.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildEpub, xhtml } from '../../test/server/reading/import/build-epub.ts';
import { quantile, type Row, row } from './report.ts';
import { answerOf, get, post } from './service-cases.ts';
import type { Reader } from './service-library.ts';

interface Place {
  name: string;
  url: string;
  headers: { name: string; value: string }[];
}

const real = fileURLToPath(new URL('../../../shared/books/real/moby-dick.epub', import.meta.url));
const chapters = 30;
const paragraph = `<p>${'It is not down in any map; true places never are. '.repeat(12)}</p>`;

/** A novel's worth of text, another one for each number. */
export function makeNovel(number: number): Promise<Buffer> {
  const names = Array.from({ length: chapters }, (_, index) => `c${index + 1}`);
  return buildEpub({
    metadata: `<dc:title>Novel ${number}</dc:title><dc:creator>An author</dc:creator><dc:language>en</dc:language>`,
    manifest: names
      .map((name) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`)
      .join(''),
    spine: names.map((name) => `<itemref idref="${name}"/>`).join(''),
    files: Object.fromEntries(
      names.map((name, index) => [
        `book/${name}.xhtml`,
        xhtml(`<h1>Chapter ${index + 1} of ${number}</h1>${paragraph.repeat(25)}`),
      ]),
    ),
  });
}

export async function measureImports(
  storage: string,
  origin: string,
  readers: readonly Reader[],
  count: number,
): Promise<Row[]> {
  const novels: Buffer[] = [];
  for (let n = 0; n < count; n++) novels.push(await makeNovel(n));
  const rows = await timeOf(`${storage} import novel`, novels, (bytes, n) =>
    bringIn(origin, readerAt(readers, n), bytes),
  );
  if (!existsSync(real)) return rows;
  const moby = readFileSync(real);
  // The same bytes by another reader each time are parsed again.
  const copies = Array.from({ length: Math.min(count, readers.length, 10) }, () => moby);
  return [
    ...rows,
    ...(await timeOf(`${storage} import moby-dick`, copies, (bytes, n) =>
      bringIn(origin, readerAt(readers, n), bytes),
    )),
  ];
}

function readerAt(readers: readonly Reader[], n: number): Reader {
  return readers[n % readers.length] as Reader;
}

async function timeOf(
  name: string,
  books: readonly Buffer[],
  work: (bytes: Buffer, n: number) => Promise<unknown>,
): Promise<Row[]> {
  const times: number[] = [];
  for (const [n, bytes] of books.entries()) {
    const begin = performance.now();
    await work(bytes, n);
    times.push(performance.now() - begin);
  }
  const total = times.reduce((sum, time) => sum + time, 0);
  return [
    row(name, 'perSecond', (books.length / total) * 1000, 'books/s'),
    row(name, 'p50', quantile(times, 0.5) ?? 0, 'ms'),
    row(name, 'p99', quantile(times, 0.99) ?? 0, 'ms'),
  ];
}

/** Answers the book's id. */
export async function bringIn(origin: string, reader: Reader, bytes: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const query = new URLSearchParams({ name: 'novel.epub', size: String(bytes.length), sha256 });
  const place = await answerOf<Place>(origin, get(reader, `/cos/getcredential?${query}`));
  const headers = Object.fromEntries(place.headers.map(({ name, value }) => [name, value]));
  const sent = await fetch(place.url, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  if (!sent.ok) throw new Error(`The upload was answered ${sent.status}.`);
  await sent.arrayBuffer();
  type Told = { state: string; bookId?: string };
  const { state, bookId = '' } = await answerOf<Told>(origin, post(reader, '/cos/notify', { name: place.name }));
  if (state !== 'ready') throw new Error(`An import was not ready in time (${state}).`);
  return bookId;
}
