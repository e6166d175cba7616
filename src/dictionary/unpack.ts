// Unpacks what dictionaries are distributed in: gzip files (.dz, .gz), ZIP archives and .tar.gz archives, each with an
// end to how much comes out.

import { openZip } from '../book/archive/zip-archive.ts';
import { BookError } from '../book/book.ts';
import { DictionaryError } from './dictionary-error.ts';

/** Bytes of one file, unpacked. */
export const unpackedLimit = 1024 * 1024 * 1024;
const archiveFiles = 200;
const block = 512;

export interface NamedBlob {
  name: string;
  blob: Blob;
}

/** Throws `DictionaryError`. */
export async function gunzip(blob: Blob, limit = unpackedLimit): Promise<Blob> {
  let size = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      size += piece.length;
      if (size > limit) controller.error(tooLarge());
      else controller.enqueue(piece);
    },
  });
  try {
    // Chromium puts large answers on the disk, so that they need no memory.
    return await new Response(blob.stream().pipeThrough(new DecompressionStream('gzip')).pipeThrough(counted)).blob();
  } catch (cause) {
    if (size > limit) throw tooLarge();
    throw new DictionaryError('damaged', 'A compressed file of the dictionary is broken.', { cause });
  }
}

export async function unzip(file: Blob, wanted: (name: string) => boolean): Promise<NamedBlob[]> {
  try {
    const archive = await openZip(file);
    const names = archive.names.filter(wanted).slice(0, archiveFiles);
    const found: NamedBlob[] = [];
    for (const name of names) found.push({ name, blob: await archive.blob(name, '') });
    return found;
  } catch (cause) {
    if (!(cause instanceof BookError)) throw cause;
    throw new DictionaryError(cause.reason === 'unsupported' ? 'tooLarge' : 'damaged', cause.message, { cause });
  }
}

/** A tar archive's plain files (POSIX ustar, GNU long names). */
export async function untar(archive: Blob, wanted: (name: string) => boolean): Promise<NamedBlob[]> {
  const found: NamedBlob[] = [];
  let longName: string | undefined;
  for (let at = 0; at + block <= archive.size && found.length < archiveFiles; ) {
    const header = new Uint8Array(await archive.slice(at, at + block).arrayBuffer());
    if (header.every((byte) => byte === 0)) break;
    const size = readOctal(header.subarray(124, 136));
    if (size === undefined || at + block + size > archive.size) {
      throw new DictionaryError('damaged', 'The archive is broken.');
    }
    const body = archive.slice(at + block, at + block + size);
    const kind = String.fromCharCode(header[156] ?? 0);
    if (kind === 'L') longName = readText(new Uint8Array(await body.slice(0, 4096).arrayBuffer()));
    else {
      const name = longName ?? readText(header.subarray(0, 100));
      longName = undefined;
      if ((kind === '0' || kind === '\0') && wanted(name)) found.push({ name, blob: body });
    }
    at += block + Math.ceil(size / block) * block;
  }
  return found;
}

function readOctal(bytes: Uint8Array): number | undefined {
  const text = readText(bytes).trim();
  return /^[0-7]{1,12}$/u.test(text) ? Number.parseInt(text, 8) : undefined;
}

function readText(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}

function tooLarge(): DictionaryError {
  return new DictionaryError('tooLarge', 'The dictionary is larger than can be kept here.');
}
