// Finds the picture that a book has as its cover.

import { decodePart } from '../../../../api/edition/decode-part.ts';
import { type TagToken, tokens } from '../../../../api/edition/markup-tokens.ts';
import { resolveReference } from '../../../../api/edition/parts/package-reference.ts';
import { AppError } from '../../../../api/errors.ts';
import type { BookArchive } from '../book-archive.ts';
import { importLimits as limits } from '../limits.ts';
import type { ManifestItem, Package } from '../package/package-document.ts';
import { namedMeta } from '../package/package-meta.ts';

/** As it is in the book: a picture of whatever kind, or what only claims to be one. */
export interface CoverPicture {
  file: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Undefined when there is none, or none that can be read: a book is as good without. */
export async function readCoverPicture(archive: BookArchive, book: Package): Promise<CoverPicture | undefined> {
  const item = await findCover(archive, book);
  if (!item || !archive.has(item.path)) return undefined;
  try {
    // A copy of its own, because it is handed over to another thread.
    return { file: item.path, bytes: new Uint8Array(await archive.read(item.path, limits.coverBytes)) };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
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
  const pictures: string[] = [];
  let text = 0;
  let inHead = false;
  for (const token of tokens(decodePart(await archive.read(first.path, limits.chapterBytes)))) {
    if ('text' in token) text += inHead ? 0 : token.text.trim().length;
    else if (token.name === 'head') inHead = token.kind === 'start' && !token.empty;
    else if (token.kind === 'start' && (token.name === 'img' || token.name === 'image')) pictures.push(sourceOf(token));
    if (pictures.length > 1 || text > 80) return undefined;
  }
  const path = archive.find(resolveReference(pictures[0] ?? '', first.path)?.path ?? '');
  return items.find((item) => item.path === path && isImage(item));
}

function sourceOf({ attributes }: TagToken): string {
  return /(?:^|[\s:])(?:src|href)\s*=\s*["']([^"']+)["']/i.exec(attributes)?.[1] ?? '';
}

function isImage(item: ManifestItem): boolean {
  return item.mediaType.startsWith('image/');
}
