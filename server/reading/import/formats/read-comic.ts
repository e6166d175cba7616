// Reads an archive of pictures as a draft of fixed pages, in the order in which people number them.

import type { BookDraft, DraftChapter, DraftFile } from '../../../../api/edition/book-draft.ts';
import { type BookMetadata, cut, emptyMetadata } from '../../../../api/edition/book-metadata.ts';
import { isComicPage } from '../../../../api/edition/detect-kind.ts';
import { byNumber } from '../../../../api/edition/parts/page-order.ts';
import { AppError } from '../../../../api/errors.ts';
import type { BookArchive } from '../book-archive.ts';
import { importLimits as limits } from '../limits.ts';
import { isbnOf } from '../package/isbn.ts';
import { childrenOf, descendants, parsePackageXml, textOf, type XmlElement } from '../package/package-xml.ts';
import { pictureExtensions, pictureFacts } from './picture-facts.ts';

export async function readComic(archive: BookArchive): Promise<BookDraft> {
  const names = archive.names().filter(isComicPage).sort(byNumber);
  if (names.length > limits.spineItems) {
    throw new AppError('unsafe_book', `The book has ${names.length} pages; ${limits.spineItems} are allowed.`);
  }
  const info = await readInfo(archive);
  const files: DraftFile[] = [];
  const chapters: DraftChapter[] = [];
  const titles = titlesOf(names, info);
  /** Paths of the pages that are kept, by their place in the archive. */
  const kept = new Map<number, string>();
  let title = '';
  for (const [index, name] of names.entries()) {
    // That of a page which is left out is the next one's.
    title = titles.get(index) ?? title;
    const bytes = await archive.read(name, limits.coverBytes);
    const facts = pictureFacts(bytes);
    // A page that is none is left out, and one that no reader can open too.
    if (!facts || facts.width * facts.height > limits.coverPixels) continue;
    const page = files.length + 1;
    const path = `images/${String(page).padStart(4, '0')}.${pictureExtensions[facts.mediaType]}`;
    files.push({ path, mediaType: facts.mediaType, read: () => archive.read(name, limits.coverBytes) });
    kept.set(index, path);
    const viewport =
      facts.width && facts.height ? { width: facts.width, height: facts.height } : { width: 1000, height: 1400 };
    const { width, height } = viewport;
    chapters.push({
      title,
      level: 1,
      body: `<div class="page"><img src="${path}" alt="${page}" width="${width}" height="${height}"/></div>`,
      viewport,
    });
    title = '';
  }
  const [first] = files;
  if (!first) throw new AppError('bad_book', 'The archive has no pages that can be shown.');
  const front = info && coverOf(info, names.length);
  const isRightToLeft = textOf(info && childrenOf(info, 'Manga')[0]) === 'YesAndRightToLeft';
  return {
    metadata: { ...factsOf(info), isFixedLayout: true },
    direction: isRightToLeft ? 'rtl' : 'ltr',
    chapters,
    files,
    cover: (front === undefined ? undefined : kept.get(front)) ?? first.path,
  };
}

async function readInfo(archive: BookArchive): Promise<XmlElement | undefined> {
  const path = archive.names().find((name) => /(^|\/)ComicInfo\.xml$/i.test(name));
  if (!path) return undefined;
  try {
    return parsePackageXml(await archive.read(path, limits.packageBytes), path);
  } catch (error) {
    // Damaged facts do not keep the pages out; hostile ones do.
    if (error instanceof AppError && error.code === 'bad_book') return undefined;
    throw error;
  }
}

/** Bookmarks of the facts; else folders; else the page's number. */
function titlesOf(names: readonly string[], info: XmlElement | undefined): Map<number, string> {
  const titles = new Map<number, string>();
  for (const page of info ? descendants(info, 'Page') : []) {
    const { Image, Bookmark } = page.attributes;
    if (Bookmark && Number.isSafeInteger(Number(Image))) titles.set(Number(Image), cut(Bookmark, 1024));
  }
  if (titles.size > 0) return titles;
  const folders = names.map((name) => name.split('/').slice(0, -1).join(' / '));
  const hasFolders = new Set(folders).size > 1;
  for (const [index, folder] of folders.entries()) {
    if (!hasFolders) titles.set(index, String(index + 1));
    else if (folder !== folders[index - 1] && folder) titles.set(index, cut(folder, 1024));
  }
  return titles;
}

function coverOf(info: XmlElement, pages: number): number | undefined {
  for (const { attributes } of descendants(info, 'Page')) {
    const image = Number(attributes.Image);
    if (attributes.Type === 'FrontCover' && Number.isSafeInteger(image) && image >= 0 && image < pages) return image;
  }
  return undefined;
}

function factsOf(info: XmlElement | undefined): BookMetadata {
  const text = (name: string) => textOf(info && childrenOf(info, name)[0]);
  const list = (name: string) =>
    text(name)
      .split(/\s*,\s*/)
      .filter(Boolean)
      .slice(0, 64);
  const roles: [string, string][] = [
    ['Writer', 'aut'],
    ['Penciller', 'art'],
    ['Inker', 'ink'],
    ['Colorist', 'clr'],
    ['Letterer', 'ltr'],
    ['CoverArtist', 'cov'],
    ['Editor', 'edt'],
    ['Translator', 'trl'],
  ];
  const contributors = roles.flatMap(([name, role]) =>
    list(name).map((each) => ({ role, name: cut(each, 256), sortName: cut(each, 256) })),
  );
  const named = (role: string) =>
    contributors
      .filter((each) => each.role === role)
      .map((each) => each.name)
      .join(', ');
  const series = text('Series');
  const number = text('Number') || text('Volume');
  const position = Number.parseFloat(number);
  const date = [text('Year'), text('Month'), text('Day')]
    .filter(Boolean)
    .map((part) => part.padStart(2, '0'))
    .join('-');
  const isbn = isbnOf(text('GTIN'));
  const language = text('LanguageISO');
  return {
    ...emptyMetadata(),
    title: cut(text('Title') || [series, number && `#${number}`].filter(Boolean).join(' '), 1024),
    author: cut(named('aut') || named('art'), 1024),
    translator: cut(named('trl'), 1024),
    publisher: cut(text('Publisher'), 1024),
    publishTime: date,
    isbn,
    identifiers: isbn ? [{ scheme: 'isbn', value: isbn }] : [],
    intro: cut(text('Summary'), 16_384),
    language: /^[a-z]{2,3}(-[\w-]{1,20})?$/i.test(language) ? language : '',
    subjects: [...list('Genre'), ...list('Tags')].slice(0, 32).map((each) => cut(each, 128)),
    series: cut(series, 512),
    seriesPosition: Number.isFinite(position) ? position : undefined,
    contributors,
  };
}
