// Reads an EPUB file into what the library keeps of it: facts, chapters with their lengths, cover. Writes nothing.

import type { BookMetadata } from '../../../../api/edition/book-metadata.ts';
import { decodePart } from '../../../../api/edition/decode-part.ts';
import { tokens } from '../../../../api/edition/markup-tokens.ts';
import { pageKind } from '../../../../api/edition/parts/page-kind.ts';
import { AppError } from '../../../../api/errors.ts';
import { type BookArchive, openBookArchive } from '../book-archive.ts';
import { readChapterText } from '../chapter-text.ts';
import { type CoverPicture, readCoverPicture } from '../cover/cover.ts';
import { importLimits as limits } from '../limits.ts';
import { storable, storableInPlace } from '../storing/storable.ts';
import type { TextSeams } from '../text-seams.ts';
import { readMetadata } from './book-metadata.ts';
import { type ContentsEntry, readContents } from './contents-list.ts';
import { type Package, readPackage } from './package-document.ts';
import { withoutDocumentType } from './package-xml.ts';
import { refuseLocked } from './refuse-locked.ts';

export interface ParsedChapter {
  /** Spine index + 1. */
  uid: number;
  title: string;
  level: number;
  wordCount: number;
  /** UTF-16 units. */
  length: number;
  file: string;
  anchors: { title: string; level: number; anchor?: string }[];
  text: string;
  seams: TextSeams;
}

export interface ParsedBook {
  metadata: BookMetadata;
  direction: 'ltr' | 'rtl';
  isVertical: boolean;
  chapters: ParsedChapter[];
  cover: CoverPicture | undefined;
}

const maxAnchors = 2000;

/** `file` is a path on disk; `fileName` what the reader called it. Throws the codes that an import can fail with. */
export async function parseEpub(file: string, fileName: string): Promise<ParsedBook> {
  const archive = await openBookArchive(file);
  try {
    await refuseLocked(archive);
    return await parseEpubArchive(archive, fileName);
  } finally {
    archive.close();
  }
}

/** Asks nothing of locks. `isImported`: a chapter that would be refused today has no text, as it had none before. */
export async function parseEpubArchive(
  archive: BookArchive,
  fileName: string,
  isImported = false,
): Promise<ParsedBook> {
  const book = await readPackage(archive);
  const contents = await readContents(archive, book);
  return {
    metadata: storable(readMetadata(book, fileName)),
    direction: book.direction,
    isVertical: await isVertical(archive, book),
    chapters: await readChapters(archive, book, contents, isImported),
    cover: await readCoverPicture(archive, book),
  };
}

async function readChapters(
  archive: BookArchive,
  book: Package,
  contents: ContentsEntry[],
  isImported: boolean,
): Promise<ParsedChapter[]> {
  const byPath = Map.groupBy(contents, (entry) => entry.path);
  const chapters: ParsedChapter[] = [];
  let markupBytes = 0;
  for (const { index, item } of book.spine) {
    const entries = byPath.get(item.path) ?? [];
    const kind = pageKind(item.mediaType, item.path);
    const hasText = (kind === 'text' || kind === 'drawing') && archive.has(item.path);
    const bytes = hasText ? await archive.read(item.path, limits.chapterBytes) : undefined;
    markupBytes += bytes?.length ?? 0;
    if (markupBytes > limits.markupBytes) throw new AppError('unsafe_book', 'The book has more text than is allowed.');
    const markup = bytes ? markupOf(bytes, item.path, isImported) : '';
    const { text, words, seams } = readChapterText(markup);
    const [first, ...anchors] = entries;
    const facts = storable({
      uid: index + 1,
      // A chapter that the contents don't name belongs to the one before it; its own heading is the next best.
      title: first?.title ?? (headingOf(markup) || (chapters.at(-1)?.title ?? '')),
      level: first?.level ?? chapters.at(-1)?.level ?? 1,
      wordCount: words,
      length: text.length,
      file: item.path,
      anchors: anchors.slice(0, maxAnchors).map(({ title, level, fragment }) => ({
        title,
        level,
        ...(fragment ? { anchor: fragment.slice(0, 1024) } : {}),
      })),
    });
    chapters.push({ ...facts, text: storableInPlace(text), seams });
  }
  return chapters;
}

function markupOf(bytes: Buffer, path: string, isImported: boolean): string {
  try {
    return withoutDocumentType(decodePart(bytes), path);
  } catch (error) {
    if (isImported && error instanceof AppError) return '';
    throw error;
  }
}

/** Text of the first heading, which is near the beginning or not at all. */
function headingOf(markup: string): string {
  let level = '';
  let text = '';
  for (const token of tokens(markup.slice(0, 65_536))) {
    if (token.kind === 'text') text += level ? token.text : '';
    else if (token.kind === 'start' && !level && /^h[1-3]$/.test(token.name) && !token.empty) level = token.name;
    else if (token.kind === 'end' && token.name === level) break;
  }
  return readChapterText(text).text.replace(/\s+/g, ' ').trim().slice(0, 1024);
}

/** Whether the book's styles set its body in columns from right to left. */
async function isVertical(archive: BookArchive, book: Package): Promise<boolean> {
  if (book.direction !== 'rtl') return false;
  for (const item of book.manifest.values()) {
    if (item.mediaType !== 'text/css' || !archive.has(item.path)) continue;
    const css = await archive.read(item.path, limits.packageBytes);
    if (/writing-mode\s*:\s*(vertical-|tb-)/.test(decodePart(css))) return true;
  }
  return false;
}
