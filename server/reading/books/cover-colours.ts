// What a book's page is drawn with until its cover is there: a blur of the cover, and its colours. Made after the first
// time that the page is asked for, and kept beside the cover.

import { buffer } from 'node:stream/consumers';
import type { Static } from 'typebox';
import type { BookInfo } from '../../../api/nouns/book.ts';
import type { Jobs } from '../../base/jobs/jobs.ts';
import { importLimits as limits } from '../import/limits.ts';
import type { JobParts } from '../job-parts.ts';
import type { Reading } from '../reading.ts';
import { blurHash, type Pixels } from './blur-hash.ts';
import type { ListedBook } from './book-access.ts';

type CoverBox = NonNullable<Static<typeof BookInfo>['coverBoxInfo']>;

export const coverColoursJob = 'books.coverColours';
/** Stored for what is no picture after all. */
const none = 'none';
const side = 32;

type Covered = Pick<ListedBook, 'book_id' | 'cover_sha256' | 'cover_colours'>;

export function coverBoxOf(book: Covered): { coverBoxInfo?: CoverBox } {
  const told = toldOf(book);
  return told && told !== none ? { coverBoxInfo: JSON.parse(told) as CoverBox } : {};
}

/** Does nothing for a book whose cover was looked at, or that has none. */
export async function askForColours(reading: Reading, book: Covered): Promise<void> {
  if (!book.cover_sha256 || toldOf(book)) return;
  const { book_id: bookId } = book;
  await reading.jobs.enqueue(reading.database.kysely, coverColoursJob, { bookId }, { key: bookId });
}

/** What is kept of the former cover says nothing of this one. */
function toldOf({ cover_sha256, cover_colours }: Covered): string {
  const [sha256, told = ''] = (cover_colours ?? '').split(' ', 2);
  return sha256 === cover_sha256 ? told : '';
}

export function defineCoverJobs(jobs: Jobs, parts: JobParts): void {
  jobs.define<{ bookId: string }>(coverColoursJob, ({ bookId }) => keepColours(parts, bookId));
}

async function keepColours({ reading, blobs, log }: JobParts, bookId: string): Promise<void> {
  const db = reading.database.kysely;
  const cover = await db
    .selectFrom('covers')
    .select(['sha256', 'blob_key', 'colours'])
    .where('book_id', '=', bookId)
    .executeTakeFirst();
  if (!cover || cover.colours?.startsWith(cover.sha256)) return;
  const bytes = await buffer(await blobs.open(cover.blob_key));
  let colours = none;
  try {
    colours = JSON.stringify(boxOf(await readPixels(bytes)));
  } catch (error) {
    log.info({ bookId, reason: (error as Error).message }, 'The colours of a cover cannot be told');
  }
  await db
    .updateTable('covers')
    .set({ colours: `${cover.sha256} ${colours}` })
    .where('book_id', '=', bookId)
    .where('sha256', '=', cover.sha256)
    .execute();
}

async function readPixels(bytes: Buffer): Promise<Pixels> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  const { data, info } = await sharp(bytes, { limitInputPixels: limits.coverPixels })
    .timeout({ seconds: limits.coverSeconds })
    .resize({ width: side, height: side, fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function boxOf(pixels: Pixels): CoverBox {
  return { blurhash: blurHash(pixels), colors: coloursOf(pixels.data) };
}

interface Seen {
  count: number;
  red: number;
  green: number;
  blue: number;
}

/** The colour of most pixels, then the darkest and the lightest that are more than a speck. */
function coloursOf(data: Uint8Array): CoverBox['colors'] {
  const seen = new Map<number, Seen>();
  for (let place = 0; place + 2 < data.length; place += 3) {
    const [red = 0, green = 0, blue = 0] = data.subarray(place, place + 3);
    const key = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5);
    const group = seen.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 };
    seen.set(key, {
      count: group.count + 1,
      red: group.red + red,
      green: group.green + green,
      blue: group.blue + blue,
    });
  }
  const groups = [...seen.values()].sort((a, b) => b.count - a.count);
  const large = groups.filter(({ count }) => count * 100 >= data.length / 3);
  const byLight = large.length > 0 ? large.toSorted((a, b) => lightOf(a) - lightOf(b)) : groups;
  const named = { main: groups[0], dark: byLight[0], light: byLight.at(-1) };
  return Object.entries(named).flatMap(([key, group]) => (group ? [{ key, hex: hexOf(group) }] : []));
}

const lightOf = ({ count, red, green, blue }: Seen) => (0.299 * red + 0.587 * green + 0.114 * blue) / count;

const hexOf = ({ count, red, green, blue }: Seen) =>
  `#${[red, green, blue]
    .map((sum) =>
      Math.round(sum / count)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
