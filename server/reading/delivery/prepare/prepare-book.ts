// Prepares an EPUB for delivery, once for its bytes: chapters, drawings and styles are written anew so that they can do
// nothing, and packed for the wire; pictures, fonts and recordings stay where they are in the book's file, unless they
// have to be unpacked in another way. Runs in a parse worker; writes only the pack.

import { hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { crc32, deflateRawSync, inflateRawSync, constants as zlib, zstdCompressSync } from 'node:zlib';
import { decodePart } from '../../../../api/edition/decode-part.ts';
import { AppError } from '../../../../api/errors.ts';
import { type BookArchive, type EntryPlace, openBookArchive } from '../../import/book-archive.ts';
import { importLimits as limits } from '../../import/limits.ts';
import { type Package, readPackage } from '../../import/package/package-document.ts';
import { withoutDocumentType } from '../../import/package/package-xml.ts';
import { storableText } from '../../import/storing/storable.ts';
import { type ClearFont, readScrambledFonts } from './clear-font.ts';
import { PackWriter, type WrittenPack } from './pack-writer.ts';
import { binaryType, drawingType, mediaTypes, pageType, textKind } from './part-type.ts';
import { prepareMarkup } from './prepare-markup.ts';
import { type PartKind, References, type Whereabouts } from './references.ts';
import { rewriteCss } from './rewrite-css.ts';

export interface PreparedPart {
  path: string;
  mediaType: string;
  /** Unpacked. */
  size: number;
  /** Of the unpacked bytes. */
  sha256: string;
  crc32: number;
  /** Whether it is in the pack, or in the book's own file. */
  inPack: boolean;
  /** 0: as it is; 8: deflated. */
  method: 0 | 8;
  start: number;
  packedSize: number;
  /** In the pack too; of size 0 where it is not worth it. */
  zstdStart: number;
  zstdSize: number;
  /** Parts that are shown with it, theirs included. */
  needs: string[];
}

export interface PreparedBook {
  parts: PreparedPart[];
  pack: WrittenPack;
}

const largestPart = limits.pictureBytes;
const longestPath = 1024;
/** Shorter texts gain nothing by being packed. */
const worthPacking = 256;
const worthZstd = 1024;

/** `target` must not exist yet. Throws the codes that an import can fail with. */
export async function prepareBook(file: string, target: string): Promise<PreparedBook> {
  // Whatever would be refused today: the book has been imported, and is read.
  const archive = await openBookArchive(file, { twice: 'first' });
  const pack = new PackWriter(target);
  const source = openSync(file, 'r');
  try {
    const parts = await new Preparing(archive, source, pack).run();
    return { parts, pack: pack.finish() };
  } catch (error) {
    pack.close();
    throw error;
  } finally {
    closeSync(source);
    archive.close();
  }
}

class Preparing {
  readonly #archive: BookArchive;
  readonly #source: number;
  readonly #pack: PackWriter;
  readonly #kinds = new Map<string, PartKind>();
  readonly #parts = new Map<string, PreparedPart>();
  /** What the reading order calls them, by path. */
  readonly #chapters = new Map<string, string>();
  #whereabouts: Whereabouts | undefined;
  #declared: Package['parts']['byPath'] = new Map();
  #fonts = new Map<string, ClearFont>();

  constructor(archive: BookArchive, source: number, pack: PackWriter) {
    this.#archive = archive;
    this.#source = source;
    this.#pack = pack;
  }

  async run(): Promise<PreparedPart[]> {
    const book = await readPackage(this.#archive);
    this.#whereabouts = whereaboutsIn(this.#archive, book);
    this.#declared = book.parts.byPath;
    for (const { item } of book.spine) this.#chapters.set(item.path, item.mediaType);
    this.#fonts = await readScrambledFonts(this.#archive, book);
    const names = this.#archive.names().filter(isDeliverable).sort();
    for (const path of names) {
      const kind = textKind(path, this.#typeOf(path), this.#chapters.has(path));
      if (kind) this.#kinds.set(path, kind);
      else await this.#takeBinary(path);
    }
    // What a page needs may need more: styles and drawings are known before.
    for (const kind of ['style', 'drawing', 'page'] as const) {
      for (const [path, each] of this.#kinds) if (each === kind) await this.#takeText(path, kind);
    }
    this.#completeNeeds();
    return [...this.#parts.values()];
  }

  /** As the book says; empty where it says nothing. */
  #typeOf(path: string): string {
    return this.#chapters.get(path) ?? this.#declared.get(path)?.type ?? '';
  }

  /** A part that is damaged or too large is missing; the book can be read without. */
  async #takeBinary(path: string): Promise<void> {
    const original = await this.#read(path, largestPart);
    if (!original) return;
    const clear = this.#fonts.get(path);
    const bytes = clear ? clear(original) : original;
    const type = binaryType(bytes, this.#typeOf(path));
    if (!type) return;
    this.#kinds.set(path, type.kind);
    const place = clear ? undefined : await this.#placeInBook(path, bytes.length);
    const at = place ?? { method: 0 as const, start: this.#pack.add(bytes), packedSize: bytes.length };
    this.#parts.set(path, { ...factsOf(path, type.mediaType, bytes), inPack: !place, ...at });
  }

  async #takeText(path: string, kind: 'style' | 'drawing' | 'page'): Promise<void> {
    const bytes = await this.#read(path, limits.chapterBytes);
    if (!bytes) return;
    const references = new References(path, this.#kinds, this.#whereabouts);
    try {
      const source = kind === 'style' ? decodePart(bytes) : withoutDocumentType(decodePart(bytes), path);
      const { text, mediaType } = prepareText(source, kind, references);
      this.#addText(path, mediaType, Buffer.from(text), [...references.needs]);
    } catch (error) {
      // What newer rules refuse is missing, as what is damaged: older ones have let the book in.
      if (!(error instanceof AppError)) throw error;
    }
  }

  #addText(path: string, mediaType: string, bytes: Buffer, needs: string[]): void {
    const deflated = bytes.length >= worthPacking ? deflateRawSync(bytes, { level: 6 }) : undefined;
    const method = deflated && deflated.length < bytes.length ? 8 : 0;
    const packed = method === 8 && deflated ? deflated : bytes;
    const start = this.#pack.add(packed);
    const zstd = bytes.length >= worthZstd ? zstdCompressSync(bytes, zstdOptions) : undefined;
    const isWorth = zstd && zstd.length < packed.length;
    this.#parts.set(path, {
      ...factsOf(path, mediaType, bytes),
      inPack: true,
      method,
      start,
      packedSize: packed.length,
      zstdStart: isWorth ? this.#pack.add(zstd) : 0,
      zstdSize: isWorth ? zstd.length : 0,
      needs,
    });
  }

  async #read(path: string, maxBytes: number): Promise<Buffer | undefined> {
    try {
      return await this.#archive.read(path, maxBytes);
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  /** Undefined when the packed bytes cannot be passed on as they are: something else follows them, or they are not these. */
  async #placeInBook(path: string, size: number): Promise<EntryPlace | undefined> {
    const place = await this.#archive.locate(path);
    if (!place || place.method === 0) return place?.packedSize === size ? place : undefined;
    const packed = Buffer.alloc(place.packedSize);
    if (readSync(this.#source, packed, 0, packed.length, place.start) !== packed.length) return undefined;
    const { buffer, engine } = inflateRawSync(packed, {
      info: true,
      maxOutputLength: Math.max(1, size),
    }) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return buffer.length === size && engine.bytesWritten === packed.length ? place : undefined;
  }

  #completeNeeds(): void {
    for (const part of this.#parts.values()) {
      const all = new Set(part.needs.filter((path) => this.#parts.has(path)));
      // A set that grows while it is walked comes to the new ones too.
      for (const path of all)
        for (const next of this.#parts.get(path)?.needs ?? []) if (this.#parts.has(next)) all.add(next);
      all.delete(part.path);
      part.needs = [...all].sort();
    }
  }
}

/** As the client finds what references name. */
function whereaboutsIn(archive: BookArchive, { parts }: Package): Whereabouts {
  return {
    resource: (path) => parts.usable(archive.find(path) ?? path),
    page: (path) => parts.standIn(path),
  };
}

const zstdOptions = { params: { [zlib.ZSTD_c_compressionLevel]: 9 } };

function prepareText(source: string, kind: 'style' | 'drawing' | 'page', references: References) {
  if (kind === 'style') return { text: rewriteCss(source, references), mediaType: mediaTypes.style };
  const { markup, isDrawing } = prepareMarkup(source, references);
  return { text: markup, mediaType: isDrawing ? drawingType : pageType };
}

function factsOf(path: string, mediaType: string, bytes: Buffer) {
  const facts = { path, mediaType, size: bytes.length, sha256: hash('sha256', bytes), crc32: crc32(bytes) };
  return { ...facts, zstdStart: 0, zstdSize: 0, needs: [] as string[] };
}

/** Descriptions of the book are for the service; names that no database keeps are nobody's. */
function isDeliverable(path: string): boolean {
  return !/^META-INF\/|^mimetype$/i.test(path) && path.length <= longestPath && storableText(path) === path;
}
