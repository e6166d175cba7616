// Opens an archive of pictures as a book of drawn pages.

import { decodePart } from '../../../api/edition/decode-part.ts';
import { isComicPage } from '../../../api/edition/detect-kind.ts';
import { byNumber } from '../../../api/edition/parts/page-order.ts';
import type { ZipArchive } from '../archive/zip-archive.ts';
import { type Book, BookError, type BookFacts, type TocEntry } from '../book.ts';
import type { OpenFileOptions } from '../open-file.ts';
import { pageHref } from '../pages/page-place.ts';
import { defaultPageStyle } from '../pages/page-style.ts';
import { PagesBook } from '../pages/pages-book.ts';
import { type ComicInfo, readComicInfo } from './comic-info.ts';
import { ComicSource } from './comic-source.ts';

const mostPages = 10_000;
const mostInfo = 1024 * 1024;

/** `name`: the file's own, which is the title of a book that says no other. */
export async function openComic(archive: ZipArchive, name: string, options: OpenFileOptions): Promise<Book> {
  const names = archive.names.filter(isComicPage).sort(byNumber);
  if (names.length === 0) throw new BookError('not-a-book', 'The archive has no pages that can be shown.');
  if (names.length > mostPages) throw new BookError('unsupported', 'The archive has more pages than can be shown.');
  const info = await readInfo(archive);
  const source = new ComicSource(archive, names);
  return new PagesBook({
    facts: factsOf(info, name),
    toc: tocOf(names, info),
    labels: undefined,
    source,
    style: options.pageStyle ?? { ...defaultPageStyle, crop: 'off' },
    cover: async () => source.picture(Math.min(info?.cover ?? 0, names.length - 1)),
  });
}

async function readInfo(archive: ZipArchive): Promise<ComicInfo | undefined> {
  const path = archive.names.find((each) => /(^|\/)ComicInfo\.xml$/i.test(each));
  if (!path || archive.size(path) > mostInfo) return undefined;
  try {
    return readComicInfo(decodePart(await archive.bytes(path)));
  } catch (error) {
    if (!(error instanceof BookError)) throw error;
    // Damaged facts do not keep the pages out.
    console.warn('The facts of the book cannot be read.', error);
    return undefined;
  }
}

function factsOf(info: ComicInfo | undefined, name: string): BookFacts {
  const authors = info?.authors ?? [];
  return {
    title: info?.title || name.replace(/\.[^.]{1,12}$/, ''),
    titleDirection: 'auto',
    authors,
    authorDirections: authors.map(() => 'auto'),
    language: info?.language ?? '',
    identifier: '',
    direction: info?.direction ?? 'ltr',
    layout: 'fixed',
    pages: { text: false },
  };
}

/** Bookmarks of the facts; else the folders, where there are several. */
function tocOf(names: readonly string[], info: ComicInfo | undefined): TocEntry[] {
  const entry = (section: number, title: string): TocEntry => ({ title, href: pageHref(section), level: 1, section });
  const marked = [...(info?.bookmarks ?? [])].filter(([page]) => page < names.length).sort(([a], [b]) => a - b);
  if (marked.length > 0) return marked.map(([page, title]) => entry(page, title));
  const folders = names.map((each) => each.split('/').slice(0, -1).join(' / '));
  if (new Set(folders).size < 2) return [];
  return folders.flatMap((folder, index) => (folder && folder !== folders[index - 1] ? [entry(index, folder)] : []));
}
