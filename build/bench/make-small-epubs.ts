// Makes a folder of small EPUBs, the same for the same seed: short novels with a cover, as a household's library has them.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { buildEpub, xhtml } from '../../test/server/reading/import/build-epub.ts';
import { seeded } from './seeded.ts';

const words = (
  'the sea and a ship of old men who sail north with little light until every harbour closed behind them while wind rose ' +
  'over black water someone sang about home far from any shore or map that could have told where they were going then'
).split(' ');
const chapters = 6;
const perFolder = 500;

/** Answers the paths. */
export async function makeSmallEpubs(folder: string, count: number, seed: number): Promise<string[]> {
  const random = seeded(seed);
  const covers = await makeCovers();
  const paths: string[] = [];
  for (let n = 0; n < count; n++) {
    const inside = join(folder, `shelf ${Math.floor(n / perFolder) + 1}`);
    if (n % perFolder === 0) await mkdir(inside, { recursive: true });
    const path = join(inside, `book ${String(n + 1).padStart(6, '0')}.epub`);
    await writeFile(path, await makeBook(n, random, covers[n % covers.length] as Buffer));
    paths.push(path);
  }
  return paths;
}

async function makeCovers(): Promise<Buffer[]> {
  const made: Buffer[] = [];
  for (let n = 0; n < 8; n++) {
    const background = { r: 30 * n, g: 255 - 30 * n, b: 128 };
    made.push(
      await sharp({ create: { width: 300, height: 450, channels: 3, background } })
        .jpeg()
        .toBuffer(),
    );
  }
  return made;
}

function makeBook(n: number, random: () => number, cover: Buffer): Promise<Buffer> {
  const names = Array.from({ length: chapters }, (_, index) => `c${index + 1}`);
  const sentence = () => Array.from({ length: 14 }, () => words[Math.floor(random() * words.length)]).join(' ');
  const paragraph = () => `<p>${Array.from({ length: 4 }, sentence).join('. ')}.</p>`;
  const id = `urn:uuid:00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  return buildEpub({
    metadata: `<dc:identifier>${id}</dc:identifier><dc:title>Small book ${n + 1}</dc:title><dc:creator>Author ${n % 97}</dc:creator><dc:language>en</dc:language><dc:subject>Sea stories</dc:subject><meta name="calibre:series" content="Series ${n % 31}"/><meta name="calibre:series_index" content="${n}"/>`,
    manifest: `<item id="cover" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>${names
      .map((name) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`)
      .join('')}`,
    spine: names.map((name) => `<itemref idref="${name}"/>`).join(''),
    files: {
      'book/one.xhtml': undefined,
      'book/two.xhtml': undefined,
      'book/cover.jpg': cover,
      ...Object.fromEntries(
        names.map((name, index) => [
          `book/${name}.xhtml`,
          xhtml(`<h1>Chapter ${index + 1}</h1>${Array.from({ length: 8 }, paragraph).join('')}`),
        ]),
      ),
    },
  });
}
