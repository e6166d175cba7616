// Finds a book's cover and makes a picture of it that shelves can show.

import type { Log } from '../../base/log.ts';
import type { BookArchive } from './book-archive.ts';
import { namedMeta } from './book-metadata.ts';
import { importLimits as limits } from './limits.ts';
import type { ManifestItem, Package } from './package-document.ts';
import { resolveInPackage } from './package-path.ts';

export interface Cover {
  bytes: Buffer;
  mediaType: string;
  width: number;
  height: number;
}

/** Wide enough for a third of the largest panel. */
const maxWidth = 800;
const maxHeight = 1200;

/** Undefined when there is none, or none that can be shown: a book is as good without. */
export async function readCover(archive: BookArchive, book: Package, log: Log): Promise<Cover | undefined> {
  const item = await findCover(archive, book);
  if (!item || !archive.has(item.path)) return undefined;
  try {
    // Loaded only here: the imaging library is large, and a service that imports nothing does not need it.
    const { default: sharp } = await import('sharp');
    const image = sharp(await archive.read(item.path, limits.coverBytes), { limitInputPixels: limits.coverPixels });
    const { data, info } = await image
      .rotate()
      .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 85, mozjpeg: true })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, mediaType: 'image/jpeg', width: info.width, height: info.height };
  } catch (error) {
    log.info({ file: item.path, reason: (error as Error).message }, 'The cover of an imported book cannot be shown');
    return undefined;
  }
}

async function findCover(archive: BookArchive, book: Package): Promise<ManifestItem | undefined> {
  const items = [...book.manifest.values()];
  const declared =
    items.find((item) => item.properties.includes('cover-image')) ??
    // EPUB 2: the meta names an id; some books write the path there.
    items.find((item) => [item.id, item.path].includes(namedMeta(book, 'cover')) && isImage(item));
  if (declared && isImage(declared)) return declared;
  const byName = items.find((item) => isImage(item) && /^cover([._-]|$)/i.test(item.path.split('/').pop() ?? ''));
  return byName ?? pictureOfFirstPage(archive, book, items);
}

/** Books without a declared cover often begin with a page that is nothing but one picture. */
async function pictureOfFirstPage(archive: BookArchive, book: Package, items: ManifestItem[]) {
  const first = book.spine[0]?.item;
  if (!first || !archive.has(first.path)) return undefined;
  if (isImage(first)) return first;
  const markup = (await archive.read(first.path, limits.chapterBytes)).toString('utf8');
  const sources = [...markup.matchAll(/<(?:\w+:)?(?:img|image)\b[^>]*?(?:src|href)\s*=\s*["']([^"']+)["']/gi)];
  const text = markup
    .replace(/<head[\s\S]*?<\/head>/i, '')
    .replace(/<[^>]*>/g, '')
    .trim();
  if (sources.length !== 1 || text.length > 80) return undefined;
  const path = resolveInPackage(first.path, sources[0]?.[1] ?? '')?.path;
  return items.find((item) => item.path === path && isImage(item));
}

function isImage(item: ManifestItem): boolean {
  return item.mediaType.startsWith('image/');
}
