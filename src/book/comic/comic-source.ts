// The pages of an archive of pictures. A picture's size is read from its head before anything is decoded, and a few
// decoded ones are kept, as parts of one page are drawn one after another.

import type { ZipArchive } from '../archive/zip-archive.ts';
import { BookError } from '../book.ts';
import type { Drawing, PageSource } from '../pages/page-source.ts';
import { headLength, isTooLarge, pictureSize } from '../parsing/picture-size.ts';
import type { PageSize } from '../styles/page-style.ts';

const kept = 3;
/** Pixels of a picture that is kept decoded. */
const keptPixels = 16_000_000;
/** A picture that is larger, packed, is no page. */
const mostBytes = 64 * 1024 * 1024;

export class ComicSource implements PageSource {
  readonly #archive: ZipArchive;
  readonly #names: readonly string[];
  readonly #sizes = new Map<number, Promise<PageSize>>();
  readonly #decoded = new Map<number, ImageBitmap>();
  #closed = false;

  constructor(archive: ZipArchive, names: readonly string[]) {
    this.#archive = archive;
    this.#names = names;
  }

  get count(): number {
    return this.#names.length;
  }

  size(page: number): Promise<PageSize> {
    const known = this.#sizes.get(page) ?? this.#readSize(page);
    this.#sizes.set(page, known);
    return known;
  }

  async draw(page: number, canvas: HTMLCanvasElement, { region }: Drawing, signal: AbortSignal): Promise<void> {
    const size = await this.size(page);
    const picture = this.#decoded.get(page) ?? (await this.#decode(page));
    const context = canvas.getContext('2d');
    if (context && !signal.aborted) {
      context.imageSmoothingQuality = 'high';
      context.fillStyle = '#fff';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.drawImage(picture, region.x, region.y, region.width, region.height, 0, 0, canvas.width, canvas.height);
    }
    this.#keep(page, picture, size);
  }

  text(): Promise<readonly []> {
    return Promise.resolve([]);
  }

  links(): Promise<readonly []> {
    return Promise.resolve([]);
  }

  picture(page: number): Promise<Blob> {
    const name = this.#names[page];
    if (name === undefined) throw new BookError('damaged', 'The book has no such page.');
    if (this.#archive.size(name) > mostBytes) throw new BookError('unsupported', 'The picture is too large.');
    return this.#archive.blob(name, typeOf(name));
  }

  close(): void {
    this.#closed = true;
    for (const picture of this.#decoded.values()) picture.close();
    this.#decoded.clear();
  }

  async #readSize(page: number): Promise<PageSize> {
    const picture = await this.picture(page);
    const head = new Uint8Array(await picture.slice(0, headLength).arrayBuffer());
    const size = pictureSize(head) ?? modernSize(head);
    if (!size || size.width < 1 || size.height < 1) throw new BookError('damaged', 'The picture is broken.');
    if (isTooLarge(size)) throw new BookError('unsupported', 'The picture has more points than can be shown.');
    return size;
  }

  async #decode(page: number): Promise<ImageBitmap> {
    try {
      return await createImageBitmap(await this.picture(page));
    } catch (cause) {
      if (cause instanceof BookError) throw cause;
      throw new BookError('damaged', 'The picture is broken.', { cause });
    }
  }

  #keep(page: number, picture: ImageBitmap, { width, height }: PageSize): void {
    // Another one who drew the page may have decoded it as well.
    const before = this.#decoded.get(page);
    if (before !== picture) before?.close();
    if (this.#closed || width * height > keptPixels) {
      picture.close();
      return;
    }
    this.#decoded.delete(page);
    this.#decoded.set(page, picture);
    for (const [old, bitmap] of [...this.#decoded].slice(0, -kept)) {
      bitmap.close();
      this.#decoded.delete(old);
    }
  }
}

/** AVIF says its size in a box of its own. */
function modernSize(head: Uint8Array<ArrayBuffer>): PageSize | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.length < 32 || view.getUint32(4) !== 0x66747970) return undefined;
  for (let at = 8; at + 16 <= head.length; at++) {
    if (view.getUint32(at) === 0x69737065) return { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
  }
  return undefined;
}

function typeOf(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return `image/${extension === 'jpg' ? 'jpeg' : extension}`;
}
