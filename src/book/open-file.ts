// Opens a file of any kind that can be read here, told by its content. Each kind's engine is fetched when it is first
// wanted; EPUB's is always there.

import { headBytes, kindOfArchive, kindOfHead, type Refused } from '../../api/edition/detect-kind.ts';
import { type ByteSource, openBytes } from './archive/byte-source.ts';
import { openZip } from './archive/zip-archive.ts';
import { type Book, BookError } from './book.ts';
import { type OpenOptions, openArchive } from './open-book.ts';
import { withoutLeadingFolder } from './package/leading-folder.ts';

/** As the service names them. */
export type FileKind = 'epub' | 'pdf' | 'cbz' | 'txt' | 'md' | 'html';

export interface OpenFileOptions extends OpenOptions {
  /** Asked when a file is locked; `again`: the last answer was wrong. `undefined` gives up. */
  password?: (again: boolean) => Promise<string | undefined>;
}

export interface OpenedFile {
  book: Book;
  kind: FileKind;
}

/** Rejects with `BookError`. */
export async function openFile(file: Blob, options: OpenFileOptions = {}): Promise<OpenedFile> {
  const name = file instanceof File ? file.name : '';
  // Most files are archives, which are read whole: that need not wait for what the head says.
  const reading = openBytes(file);
  // Of a file that is no archive, nobody asks how that ended.
  reading.catch(() => undefined);
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  if (head.length === 0) throw new BookError('damaged', 'The file is empty.');
  const kind = allowed(kindOfHead(head, name));
  switch (kind) {
    case 'zip':
      return openZipped(file, reading, name, options);
    case 'pdf': {
      const { openPdf } = await import('./pdf/open-pdf.ts');
      return { kind, book: await openPdf(file, name, options) };
    }
    case 'txt':
    case 'md':
    case 'html': {
      const { openText } = await import('./plain-text/open-text.ts');
      return { kind, book: await openText(file, kind, name, options) };
    }
    default:
      throw unreadable();
  }
}

async function openZipped(
  file: Blob,
  reading: Promise<ByteSource>,
  name: string,
  options: OpenFileOptions,
): Promise<OpenedFile> {
  const archive = withoutLeadingFolder(await openZip(file, reading));
  const kind = allowed(kindOfArchive(archive.names));
  if (kind === 'epub') return { kind, book: await openArchive(archive, options) };
  if (kind !== 'cbz') throw unreadable();
  const { openComic } = await import('./comic/open-comic.ts');
  return { kind, book: await openComic(archive, name, options) };
}

function allowed<K extends string>(kind: K | Refused): K {
  if (typeof kind === 'string') return kind;
  throw new BookError('not-a-book', kind.refused);
}

/** The service reads more kinds than this device does. */
function unreadable(): BookError {
  return new BookError('unsupported', 'This kind of book is read by the service: sign in and add it there.');
}
