// Reads MOBI and AZW3 as a draft. The library that unpacks them trusts what it reads, so it runs where a crash, a flood
// or an endless loop ends with the thread, and whatever it throws means that the book is damaged.

import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { initKf8File, initMobiFile } from '@lingo-reader/mobi-parser';
import type { BookDraft, DraftChapter } from '../../../../api/edition/book-draft.ts';
import { type BookMetadata, cut, emptyMetadata } from '../../../../api/edition/book-metadata.ts';
import { chapterName } from '../../../../api/edition/chapter-document.ts';
import { guessLanguage } from '../../../../api/edition/guess-language.ts';
import { type Block, markupBlocks, outsideLink } from '../../../../api/edition/markup-blocks.ts';
import { AppError } from '../../../../api/errors.ts';
import { importLimits as limits } from '../limits.ts';
import { isbnOf } from '../package/isbn.ts';
import { workFolderPrefix } from '../work-folder.ts';
import { DraftPictures } from './draft-pictures.ts';
import { type MobiHeader, readMobiHeader } from './mobi-header.ts';
import { pictureFacts } from './picture-facts.ts';

type Parsed = Awaited<ReturnType<typeof initKf8File>> | Awaited<ReturnType<typeof initMobiFile>>;

export async function readMobi(path: string): Promise<BookDraft> {
  const bytes = await readFile(path);
  const header = readMobiHeader(bytes);
  // The library writes pictures to disk as it meets them.
  const folder = await mkdtemp(join(tmpdir(), workFolderPrefix));
  try {
    const book = await guarded<Parsed>(() =>
      header.isKf8 ? initKf8File(new Uint8Array(bytes), folder) : initMobiFile(new Uint8Array(bytes), folder),
    );
    return await draftOf(book, header, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function guarded<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof AppError || cause instanceof RangeError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('bad_book', 'The book is damaged.', { reason }, { cause });
  }
}

async function draftOf(book: Parsed, header: MobiHeader, folder: string): Promise<BookDraft> {
  const pictures = new DraftPictures();
  const cover = header.coverOffset === undefined ? undefined : picture(header.coverOffset, header, pictures);
  const spine = book.getSpine();
  if (spine.length > limits.spineItems) {
    throw new AppError('unsafe_book', `The book has ${spine.length} chapters; ${limits.spineItems} are allowed.`);
  }
  const pages = new Map(spine.map(({ id }, index) => [id, index]));
  const references = {
    picture: (address: string) => stored(address, folder, header, pictures),
    link: (address: string) => insideLink(book, pages, address) ?? outsideLink(address),
  };
  const titles = await titlesOf(book, pages);
  const chapters: DraftChapter[] = [];
  let text = '';
  for (const [index, { id }] of spine.entries()) {
    const html = (await guarded(() => book.loadChapter(id)))?.html ?? '';
    const blocks = markupBlocks(html, references);
    if (text.length < 20_000) text += plain(blocks);
    chapters.push(chapterOf(blocks, titles.get(index)));
  }
  const metadata = factsOf(header, book);
  return {
    metadata: { ...metadata, language: metadata.language || guessLanguage(text) },
    direction: header.facts.get(527)?.[0] === 'rtl' ? 'rtl' : 'ltr',
    chapters,
    files: pictures.files,
    ...(cover ? { cover } : {}),
  };
}

function chapterOf(blocks: readonly Block[], listed: string[] | undefined): DraftChapter {
  const title = listed?.[0] ?? blocks.find(({ heading }) => heading)?.heading?.title ?? '';
  return { title: cut(title, 1024), level: 1, body: blocks.map(({ markup }) => markup).join('\n') };
}

const plain = (blocks: readonly Block[]) =>
  blocks
    .slice(0, 200)
    .map(({ markup }) => markup.replace(/<[^<>]*>/g, ' '))
    .join(' ');

/** Titles of the contents, by the chapter that they lead to. */
async function titlesOf(book: Parsed, pages: ReadonlyMap<string, number>): Promise<Map<number, string[]>> {
  const titles = new Map<number, string[]>();
  const waiting = [...book.getToc()].reverse();
  for (let entries = 0; waiting.length > 0 && entries < limits.tocEntries; entries++) {
    const entry = waiting.pop();
    if (!entry) break;
    const target = await guarded(() => book.resolveHref(entry.href));
    const page = target && pages.get(target.id);
    if (page !== undefined && entry.label) titles.set(page, [...(titles.get(page) ?? []), entry.label]);
    waiting.push(...[...(entry.children ?? [])].reverse());
  }
  return titles;
}

function insideLink(book: Parsed, pages: ReadonlyMap<string, number>, address: string): string | undefined {
  if (!/^(filepos|kindle):/i.test(address)) return undefined;
  try {
    const page = pages.get(book.resolveHref(address)?.id ?? '');
    return page === undefined ? undefined : chapterName(page);
  } catch {
    // A link that leads nowhere is words.
    return undefined;
  }
}

/** Only what the library itself has just written. */
function stored(address: string, folder: string, header: MobiHeader, pictures: DraftPictures): string | undefined {
  const inside = relative(folder, address);
  if (!/^[\w-]{1,32}\.\w{1,10}$/.test(inside)) return undefined;
  // The library names files by the numbers of KF8 in base 32, but reads these in base 36: from the 32nd on, what it
  // has written is another picture.
  if (header.isKf8) return picture(Number.parseInt(inside, 32) - 1, header, pictures);
  const file = join(folder, inside);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? Number.POSITIVE_INFINITY) > limits.coverBytes)
    return undefined;
  return pictures.add(inside, () => readFileSync(file));
}

/** `place` counts from the first picture. */
function picture(place: number, { pictureStart, record }: MobiHeader, pictures: DraftPictures): string | undefined {
  try {
    const bytes = record(pictureStart + place);
    return pictureFacts(bytes) && pictures.add(`record ${place}`, () => new Uint8Array(bytes));
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function factsOf(header: MobiHeader, book: Parsed): BookMetadata {
  const all = (type: number) => (header.facts.get(type) ?? []).map((text) => text.trim()).filter(Boolean);
  const first = (type: number) => all(type)[0] ?? '';
  const isbn = isbnOf(first(104));
  const asin = first(113);
  const authors = all(100)
    .slice(0, 64)
    .map((name) => cut(name, 256));
  const said = first(524) || languageOf(book);
  const identifiers = [
    ...(isbn ? [{ scheme: 'isbn', value: isbn }] : []),
    ...(asin ? [{ scheme: 'asin', value: cut(asin, 64) }] : []),
  ];
  return {
    ...emptyMetadata(),
    title: cut(header.title.trim(), 1024),
    author: cut(authors.join(', '), 1024),
    publisher: cut(first(101), 1024),
    publishTime: cut(first(106), 64),
    isbn,
    identifier: isbn ? `urn:isbn:${isbn}` : cut(asin, 256),
    intro: cut(
      first(103)
        .replace(/<[^<>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
      16_384,
    ),
    language: /^[a-z]{2,3}(-[\w-]{1,20})?$/i.test(said) ? said : '',
    subjects: all(105)
      .slice(0, 32)
      .map((each) => cut(each, 128)),
    identifiers,
    contributors: authors.map((name) => ({ role: 'aut', name, sortName: name })),
  };
}

function languageOf(book: Parsed): string {
  try {
    const said: unknown = book.getMetadata().language;
    return typeof said === 'string' ? said : '';
  } catch {
    // The library fails on files that tell no language.
    return '';
  }
}
