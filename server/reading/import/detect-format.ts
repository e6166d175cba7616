// Tells what kind of book a file is from its content. The name is asked only where content says nothing: Markdown is
// text like any other.

import { open } from 'node:fs/promises';
import { decodeText } from '../../../api/edition/decode-text.ts';
import { AppError } from '../../../api/errors.ts';
import type { BookFormat } from '../../../api/nouns/book.ts';
import { type BookArchive, openBookArchive } from './book-archive.ts';
import { isPage } from './formats/read-comic.ts';

export type ImportedFormat = Extract<
  BookFormat,
  'epub' | 'pdf' | 'txt' | 'mobi' | 'azw3' | 'fb2' | 'cbz' | 'html' | 'md' | 'docx'
>;

export interface DetectedFile {
  format: ImportedFormat;
  /** Open, and the caller's to close, for formats that are archives. */
  archive: BookArchive | undefined;
}

const headBytes = 4096;

/** `bad_book` for what is nothing, `unsupported_format` for what is no book that can be read. */
export async function detectFormat(path: string, fileName: string): Promise<DetectedFile> {
  const head = await readHead(path);
  if (head.length === 0) throw new AppError('bad_book', 'The file is empty.');
  const start = head.toString('latin1');
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return ofArchive(await openBookArchive(path));
  const format = ofFile(head, start, fileName);
  return { format: format === 'mobi' && (await isKf8(path, head)) ? 'azw3' : format, archive: undefined };
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function ofArchive(archive: BookArchive): DetectedFile {
  try {
    return { format: kindOf(archive), archive };
  } catch (error) {
    archive.close();
    throw error;
  }
}

function kindOf(archive: BookArchive): ImportedFormat {
  if (archive.has('META-INF/container.xml')) return 'epub';
  if (archive.has('word/document.xml')) return 'docx';
  const names = archive.names().filter((name) => !/(^|\/)(__MACOSX\/|\.)/.test(name));
  if (names.filter((name) => /\.fb2$/i.test(name)).length === 1) return 'fb2';
  if (names.some((name) => /\.(x?html?|xht)$/i.test(name))) return 'html';
  const pages = names.filter(isPage).length;
  if (pages > 0 && pages >= names.length / 2) return 'cbz';
  throw new AppError('unsupported_format', 'The file is an archive, but no book that can be read.');
}

/** What else people try, with what to say to them. */
const known: readonly [start: string, message: string][] = [
  ['Rar!', 'RAR archives can’t be read; pack the pictures as CBZ.'],
  ['7z\xbc\xaf', '7-Zip archives can’t be read; pack the pictures as CBZ.'],
  ['AT&TFORM', 'DjVu can’t be read; convert it to PDF.'],
  ['\xeaDRMION', 'The newest Kindle format can’t be read.'],
  ['CONT\x02', 'The newest Kindle format can’t be read.'],
  ['\xd0\xcf\x11\xe0', 'Old Word documents can’t be read; save it as DOCX.'],
  ['{\\rtf', 'RTF can’t be read; save it as DOCX.'],
  ['ITSF', 'Compiled help files can’t be read.'],
];

function ofFile(head: Buffer, start: string, fileName: string): ImportedFormat {
  if (/^[\s\S]{0,1024}%PDF-/.test(start)) return 'pdf';
  const palm = start.slice(60, 68);
  if (palm === 'BOOKMOBI' || palm === 'TEXtREAd') return 'mobi';
  const refused = known.find(([mark]) => start.startsWith(mark));
  if (refused) throw new AppError('unsupported_format', refused[1]);
  const text = looksLikeText(head);
  if (text === undefined) throw new AppError('unsupported_format', 'The file is no book that can be read.');
  if (/<FictionBook[\s>]/.test(text)) return 'fb2';
  if (/^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]{0,1000}?-->\s*)?<(!doctype\s+html|html|head|body)\b/i.test(text))
    return 'html';
  return looksLikeMarkdown(text) || /\.(md|markdown|mkd)$/i.test(fileName) ? 'md' : 'txt';
}

/** Both kinds have the same head; the version stands in the first record. */
async function isKf8(path: string, head: Buffer): Promise<boolean> {
  if (head.length < 86) return false;
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(40), 0, 40, head.readUInt32BE(78));
    return bytesRead === 40 && buffer.toString('latin1', 16, 20) === 'MOBI' && buffer.readUInt32BE(36) >= 8;
  } finally {
    await file.close();
  }
}

/** Undefined for bytes that no text has. */
function looksLikeText(head: Buffer): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder('utf-16le').decode(head);
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder('utf-16be').decode(head);
  if (head.includes(0)) {
    const { text, encoding } = decodeText(head);
    return encoding.startsWith('utf-16') ? text : undefined;
  }
  const controls = head.filter((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1a, 0x1b].includes(byte)).length;
  return controls > head.length * 0.01 ? undefined : head.toString('latin1');
}

function looksLikeMarkdown(text: string): boolean {
  if (/^(\ufeff|\xef\xbb\xbf)?---[ \t]*\r?\n[\s\S]{0,3000}?\n(---|\.\.\.)[ \t]*\r?\n/.test(text)) return true;
  const headings = text.match(/^#{1,6} \S/gm)?.length ?? 0;
  const others =
    text.match(/^(```|\* \S|- \S|> \S|\d+\. \S)|\[[^\]\n]{1,80}\]\([^)\n]{1,200}\)|\*\*[^*\n]{1,80}\*\*/gm)?.length ??
    0;
  return headings > 1 || (headings > 0 && others > 0);
}
