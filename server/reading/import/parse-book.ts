// Reads a file of any format into what the library keeps of it. What is no EPUB is written as one first, so that there is
// one definition of chapters and their text whatever a book came from. Writes only that edition.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BookDraft } from '../../../api/edition/book-draft.ts';
import { headBytes, kindOfArchive, kindOfHead } from '../../../api/edition/detect-kind.ts';
import { AppError } from '../../../api/errors.ts';
import { type BookArchive, openBookArchive } from './book-archive.ts';
import { type DetectedFile, detectFormat, type ImportedFormat } from './detect-format.ts';
import { writeEpub } from './edition/write-epub.ts';
import type { WrittenFile } from './edition/zip-writer.ts';
import { importLimits as limits } from './limits.ts';
import { applyOnix, findOnix } from './package/onix.ts';
import { applyOpf } from './package/opf-sidecar.ts';
import { type ParsedBook, parseEpub, parseEpubArchive } from './package/parse-epub.ts';
import { refuseLocked } from './package/refuse-locked.ts';
import { storable } from './storing/storable.ts';
import { workFolderPrefix } from './work-folder.ts';

export interface ParsedFile extends ParsedBook {
  format: ImportedFormat;
  mediaType: string;
  /** Those of the file that were parsed, if it is small: it need not be read again. */
  bytes?: Uint8Array<ArrayBuffer>;
  /** The EPUB that was written of it, in a folder of its own that is the caller's to remove. */
  edition?: WrittenFile;
}

export interface ParseOptions {
  fileName: string;
  /** SHA-256 of the file; names a book that has no name of its own. */
  sha256: string;
  /** The edition that was written of the same bytes before: its chapters are the book's. */
  edition?: string;
  /** A file of facts beside the book: ONIX or a package document. */
  sidecar?: string;
  /** It is a book already: what came in by older rules is not refused by newer ones. */
  isImported?: boolean;
}

type EpubOptions = Pick<ParseOptions, 'fileName' | 'sidecar' | 'isImported'>;

/** Files up to this are handed over with what was read of them. */
const handedOver = 1024 * 1024;

const mediaTypes: Record<ImportedFormat, string> = {
  epub: 'application/epub+zip',
  pdf: 'application/pdf',
  txt: 'text/plain',
  mobi: 'application/x-mobipocket-ebook',
  azw3: 'application/vnd.amazon.ebook',
  fb2: 'application/x-fictionbook+xml',
  cbz: 'application/vnd.comicbook+zip',
  html: 'text/html',
  md: 'text/markdown',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/**
 * The book in a small file, if that is an EPUB: what tells its checksums has its bytes at hand, and reads it in hardly more
 * time than it takes to be asked for it. Undefined for any other file, and for one that only `parseBook` can tell about.
 */
export async function parseSmallEpub(bytes: Buffer, options: EpubOptions): Promise<ParsedFile | undefined> {
  if (bytes.length === 0 || bytes.length > handedOver) return undefined;
  if (kindOfHead(bytes.subarray(0, headBytes), options.fileName) !== 'zip') return undefined;
  const archive = await openBookArchive(bytes);
  try {
    return kindOfArchive(archive.names()) === 'epub' ? await parseEpubFile(archive, options) : undefined;
  } finally {
    archive.close();
  }
}

/** Throws the codes that an import can fail with. */
export async function parseBook(path: string, options: ParseOptions): Promise<ParsedFile> {
  const file = await detectFormat(path, options.fileName, { twice: options.isImported ? 'first' : 'refuse' });
  try {
    const { format, archive } = file;
    if (archive && format === 'epub') return await parseEpubFile(archive, options);
    const isZip = archive !== undefined && format !== 'docx' && format !== 'cbz';
    const mediaType = isZip ? 'application/zip' : mediaTypes[format];
    const onix = (archive && (await findOnix(archive))) ?? undefined;
    const draft = await readDraft(path, file);
    const parsed = options.edition ? await parseEpub(options.edition, '') : await writeAndParse(draft, options);
    const metadata = { ...draft.metadata, title: draft.metadata.title || untitled(options.fileName) };
    return { ...(await withFacts({ ...parsed, metadata: storable(metadata) }, onix, options)), format, mediaType };
  } finally {
    file.archive?.close();
  }
}

async function parseEpubFile(archive: BookArchive, options: EpubOptions): Promise<ParsedFile> {
  const onix = await findOnix(archive);
  if (!options.isImported) await refuseLocked(archive);
  const parsed = await parseEpubArchive(archive, options.fileName, options.isImported);
  const bytes = archive.bytes && archive.bytes.length <= handedOver ? { bytes: ownBytes(archive.bytes) } : {};
  return { ...(await withFacts(parsed, onix, options)), ...bytes, format: 'epub', mediaType: mediaTypes.epub };
}

/** In memory that can change threads. */
function ownBytes(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length
    ? new Uint8Array(buffer)
    : new Uint8Array(bytes);
}

/** A book without a title is known by its file. */
function untitled(fileName: string): string {
  return fileName.replace(/(\.fb2)?\.[^.]{1,10}$/i, '').slice(0, 1024);
}

async function withFacts<T extends ParsedBook>(
  parsed: T,
  onix: Buffer | undefined,
  { sidecar }: EpubOptions,
): Promise<T> {
  let { metadata } = parsed;
  if (onix) metadata = applyOnix(metadata, onix);
  if (sidecar) {
    const bytes = await readFile(sidecar);
    metadata = applyOpf(applyOnix(metadata, bytes), bytes);
  }
  return metadata === parsed.metadata ? parsed : { ...parsed, metadata: storable(metadata) };
}

/** Each reader is loaded when it is first wanted: most books are EPUBs, and a thread that reads those starts at once. */
async function readDraft(path: string, { format, archive }: DetectedFile): Promise<BookDraft> {
  switch (format) {
    case 'pdf':
      return (await import('./pdf/read-pdf.ts')).readPdf(path);
    case 'mobi':
    case 'azw3':
      return (await import('./formats/read-mobi.ts')).readMobi(path);
    case 'fb2':
      return (await import('./formats/read-fb2.ts')).readFb2(archive ? await onlyFb2(archive) : await readFile(path));
    case 'html': {
      const { readHtml, readZippedHtml } = await import('./formats/read-html.ts');
      return archive ? readZippedHtml(archive) : readHtml(path);
    }
    case 'md':
      return (await import('./formats/read-markdown.ts')).readMarkdown(path);
    case 'txt':
      return (await import('./formats/read-text-book.ts')).readTextBook(path);
    case 'docx':
      if (archive) return (await import('./formats/read-docx.ts')).readDocx(path, archive);
      break;
    case 'cbz':
      if (archive) return (await import('./formats/read-comic.ts')).readComic(archive);
      break;
  }
  throw new AppError('unsupported_format');
}

async function onlyFb2(archive: NonNullable<DetectedFile['archive']>): Promise<Buffer> {
  const name = archive.names().find((each) => /\.fb2$/i.test(each)) ?? '';
  return archive.read(name, limits.chapterBytes);
}

async function writeAndParse(
  draft: BookDraft,
  { sha256 }: ParseOptions,
): Promise<ParsedBook & { edition: WrittenFile }> {
  const folder = await mkdtemp(join(tmpdir(), workFolderPrefix));
  try {
    const edition = await writeEpub(draft, join(folder, 'edition.epub'), `urn:sha256:${sha256}`);
    return { ...(await parseEpub(edition.path, '')), edition };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
