// Tells what kind of book a file is from its content. The name is asked only where content says nothing: Markdown is
// text like any other.

import { closeSync, openSync, readSync } from 'node:fs';
import { headBytes, kindOfArchive, kindOfHead, type Refused } from '../../../api/edition/detect-kind.ts';
import { AppError } from '../../../api/errors.ts';
import type { BookFormat } from '../../../api/nouns/book.ts';
import { type ArchiveOptions, type BookArchive, openBookArchive } from './book-archive.ts';

export type ImportedFormat = Extract<
  BookFormat,
  'epub' | 'pdf' | 'txt' | 'mobi' | 'azw3' | 'fb2' | 'cbz' | 'html' | 'md' | 'docx'
>;

export interface DetectedFile {
  format: ImportedFormat;
  /** Open, and the caller's to close, for formats that are archives. */
  archive: BookArchive | undefined;
}

/** `bad_book` for what is nothing, `unsupported_format` for what is no book that can be read. */
export async function detectFormat(path: string, fileName: string, options?: ArchiveOptions): Promise<DetectedFile> {
  const head = readAt(path, 0, headBytes);
  if (head.length === 0) throw new AppError('bad_book', 'The file is empty.');
  const kind = allowed(kindOfHead(head, fileName));
  if (kind === 'zip') return ofArchive(await openBookArchive(path, options));
  return { format: kind === 'mobi' && isKf8(path, head) ? 'azw3' : kind, archive: undefined };
}

function allowed<K extends string>(kind: K | Refused): K {
  if (typeof kind === 'string') return kind;
  throw new AppError('unsupported_format', kind.refused);
}

function readAt(path: string, position: number, length: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(length);
    return buffer.subarray(0, readSync(file, buffer, 0, length, position));
  } finally {
    closeSync(file);
  }
}

function ofArchive(archive: BookArchive): DetectedFile {
  try {
    return { format: allowed(kindOfArchive(archive.names())), archive };
  } catch (error) {
    archive.close();
    throw error;
  }
}

/** Both kinds have the same head; the version stands in the first record. */
function isKf8(path: string, head: Buffer): boolean {
  if (head.length < 86) return false;
  const record = readAt(path, head.readUInt32BE(78), 40);
  return record.length === 40 && record.toString('latin1', 16, 20) === 'MOBI' && record.readUInt32BE(36) >= 8;
}
