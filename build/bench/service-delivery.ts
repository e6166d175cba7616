// How fast chapters and pictures are delivered: the first time, when a book is prepared and a picture drawn, and ever after.

import sharp from 'sharp';
import { buildEpub, xhtml } from '../../test/server/reading/import/build-epub.ts';
import { progress, quantile, type Row, row } from './report.ts';
import { get } from './service-cases.ts';
import { bringIn } from './service-imports.ts';
import type { Reader } from './service-library.ts';
import { type Load, measureLoad, type Shot } from './service-load.ts';

const chapters = 30;
const paragraph = `<p>${'There is a wisdom that is woe; but there is a woe that is madness. '.repeat(12)}</p>`;
const panel = '1404x1872x16';

/** Half a megabyte of text, and pictures larger than a panel. */
async function makeIllustrated(number: number, pictures: number): Promise<Buffer> {
  const names = Array.from({ length: chapters }, (_, n) => `c${n + 1}`);
  const picture = await sharp({
    create: {
      width: 2000,
      height: 2600,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg({ quality: 70 })
    .toBuffer();
  const body = (n: number) =>
    `<h1>${n} of ${number}</h1>${paragraph.repeat(25)}<img src="p${n % pictures}.jpg" alt=""/>`;
  return buildEpub({
    metadata: `<dc:title>Illustrated ${number}</dc:title><dc:language>en</dc:language>`,
    manifest: names
      .map((name) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`)
      .join(''),
    spine: names.map((name) => `<itemref idref="${name}"/>`).join(''),
    files: Object.fromEntries([
      ...names.map((name, n) => [`book/${name}.xhtml`, xhtml(body(n))]),
      ...Array.from({ length: pictures }, (_, n) => [`book/p${n}.jpg`, picture]),
    ]),
  });
}

export async function measureDelivery(
  storage: string,
  origin: string,
  floor: string,
  readers: readonly Reader[],
  load: Load,
): Promise<Row[]> {
  progress(`${storage} delivery`);
  const reader = readers[0];
  if (!reader) return [];
  const bookIds: string[] = [];
  for (let n = 0; n < 5; n++) bookIds.push(await bringIn(origin, reader, await makeIllustrated(n, n === 0 ? 8 : 1)));
  const bookId = bookIds[0] ?? '';
  const chapter = (id: string, n: number, accepted: string) => {
    const shot = get(reader, `/content/${id}/1.1/book/c${1 + (n % chapters)}.xhtml`);
    return { ...shot, headers: { ...shot.headers, 'accept-encoding': accepted } };
  };
  const picture = (n: number) => get(reader, `/content/${bookId}/1.1/book/p${n % 8}.jpg?panel=${panel}`);
  const zip = (n: number) =>
    get(reader, `/book/chapterdownload?bookId=${bookId}&chapters=${1 + (n % 20)}-${10 + (n % 20)}`);
  const cold = await timesOf(
    origin,
    bookIds.map((id) => chapter(id, 0, 'zstd')),
  );
  const drawn = await timesOf(
    origin,
    Array.from({ length: 8 }, (_, n) => picture(n)),
  );
  const rows = [coldRow(`${storage} first chapter of a book`, cold), coldRow(`${storage} panel picture cold`, drawn)];
  for (const [action, next] of [
    ['chapter zstd', (n: number) => chapter(bookId, n, 'zstd')],
    ['chapter unpacked', (n: number) => chapter(bookId, n, 'identity')],
    ['zip of 10 chapters', zip],
    ['panel picture warm', picture],
  ] as const) {
    const measured = await measureLoad(origin, load, next);
    const constant: Shot = { method: 'GET', path: `/constant?bytes=${measured.bytes}`, headers: {} };
    const bare = await measureLoad(floor, { ...load, seconds: load.seconds / 2 }, () => constant);
    const name = `${storage} ${action}`;
    const versus = (value: number) => ({ name: 'bare server', value });
    rows.push(
      row(name, 'perSecond', measured.perSecond, 'requests/s', versus(bare.perSecond)),
      row(name, 'p50', measured.p50, 'ms', versus(bare.p50)),
      row(name, 'p99', measured.p99, 'ms', versus(bare.p99)),
      row(name, 'bytes', measured.bytes, 'bytes'),
    );
  }
  return rows;
}

function coldRow(name: string, times: readonly number[]): Row {
  return row(name, 'p50', quantile([...times], 0.5) ?? 0, 'ms');
}

/** One after the other. */
async function timesOf(origin: string, shots: readonly Shot[]): Promise<number[]> {
  const times: number[] = [];
  for (const { path, headers } of shots) {
    const begin = performance.now();
    const reply = await fetch(new URL(path, origin), { headers });
    await reply.arrayBuffer();
    if (reply.status !== 200) throw new Error(`GET ${path} answered ${reply.status}.`);
    times.push(performance.now() - begin);
  }
  return times;
}
