// Reads web pages as a draft: a single file, or a zip of pages with their pictures.

import { readFile } from 'node:fs/promises';
import type { BookDraft } from '../../../../api/edition/book-draft.ts';
import { chapterName } from '../../../../api/edition/chapter-document.ts';
import { cutChapters } from '../../../../api/edition/cut-chapters.ts';
import { decodeMarkup } from '../../../../api/edition/decode-markup.ts';
import { markupBlocks, outsideLink } from '../../../../api/edition/markup-blocks.ts';
import { draftOfPage, draftOfPages } from '../../../../api/edition/page-draft.ts';
import { pageFacts } from '../../../../api/edition/page-facts.ts';
import { resolveReference } from '../../../../api/edition/parts/package-reference.ts';
import { byNumber } from '../../../../api/edition/parts/page-order.ts';
import { AppError } from '../../../../api/errors.ts';
import type { BookArchive } from '../book-archive.ts';
import { importLimits as limits } from '../limits.ts';
import { DraftPictures, dataAddress } from './draft-pictures.ts';

export async function readHtml(path: string): Promise<BookDraft> {
  const html = decodeMarkup(await readFile(path));
  const pictures = new DraftPictures();
  return { ...draftOfPage(html, (address) => inline(pictures, address)), files: pictures.files };
}

const page = /\.(x?html?|xht)$/i;
const firstPage = /(^|\/)(index|default|start|toc|contents|title)\.(x?html?|xht)$/i;

/** Pages in the order in which the first one links to them, and then by name. */
export async function readZippedHtml(archive: BookArchive): Promise<BookDraft> {
  const paths = archive
    .names()
    .filter((name) => page.test(name))
    .sort(byNumber);
  const first = paths.filter((path) => firstPage.test(path)).sort((a, b) => a.length - b.length)[0] ?? paths[0];
  if (!first) throw new AppError('bad_book', 'The archive has no pages.');
  const pages = await readPages(archive, paths);
  const order = orderPages(first, pages, paths);
  const pictures = new DraftPictures();
  const files = await readPictures(archive);
  const chapters: BookDraft['chapters'] = [];
  for (const path of order) {
    const html = pages.get(path) ?? '';
    const blocks = markupBlocks(html, {
      picture: (address) =>
        inline(pictures, address) ?? archived(pictures, files, resolveReference(address, path)?.path),
      link: (address) => inside(order, path, address) ?? outsideLink(address),
    });
    // A page stays a chapter, so that links from page to page hold.
    const [whole] = cutChapters(blocks, { splitLevel: 0 });
    const title = whole?.anchors?.[0]?.title ?? pageFacts(html).title ?? '';
    chapters.push({
      title,
      level: 1,
      body: whole?.body ?? '',
      ...(whole?.anchors?.[1] ? { anchors: whole.anchors.slice(1) } : {}),
    });
  }
  return { ...draftOfPages(pages.get(order[0] ?? '') ?? '', chapters), files: pictures.files };
}

async function readPages(archive: BookArchive, paths: readonly string[]): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  let bytes = 0;
  for (const path of paths.slice(0, limits.spineItems)) {
    const read = await archive.read(path, limits.chapterBytes);
    bytes += read.length;
    if (bytes > limits.markupBytes) throw new AppError('unsafe_book', 'The book has more text than is allowed.');
    pages.set(path, decodeMarkup(read));
  }
  return pages;
}

function orderPages(first: string, pages: ReadonlyMap<string, string>, paths: readonly string[]): string[] {
  const linked = [
    ...(pages.get(first) ?? '').matchAll(/<a\s[^<>]{0,2000}?href\s*=\s*["']?([^"'\s>]{1,500})/gi),
  ].flatMap(([, address]) => resolveReference(address ?? '', first)?.path ?? []);
  return [...new Set([first, ...linked.filter((path) => pages.has(path)), ...paths])].filter((path) => pages.has(path));
}

async function readPictures(archive: BookArchive): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  let bytes = 0;
  for (const name of archive
    .names()
    .filter((each) => /\.(jpe?g|png|gif|webp|avif|bmp)$/i.test(each))
    .slice(0, limits.pictures)) {
    const read = await archive.read(name, limits.coverBytes);
    bytes += read.length;
    if (bytes > limits.pictureBytes) throw new AppError('unsafe_book', 'The book has more pictures than are allowed.');
    files.set(name, read);
  }
  return files;
}

function archived(pictures: DraftPictures, files: ReadonlyMap<string, Buffer>, path: string | undefined) {
  const bytes = path === undefined ? undefined : files.get(path);
  return bytes && pictures.add(path as string, () => bytes);
}

function inline(pictures: DraftPictures, address: string): string | undefined {
  const bytes = dataAddress(address);
  return bytes && pictures.add(address, () => bytes);
}

function inside(order: readonly string[], from: string, address: string): string | undefined {
  const target = resolveReference(address, from);
  const index = target ? order.indexOf(target.path || from) : -1;
  if (!target || index < 0) return undefined;
  return `${chapterName(index)}${target.fragment ? `#${target.fragment}` : ''}`;
}
