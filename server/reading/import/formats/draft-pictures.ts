// Collects the pictures that a draft shows: each once, only real ones, of a size that a reader can open.

import type { DraftFile } from '../../../../api/edition/book-draft.ts';
import { importLimits as limits } from '../limits.ts';
import { pictureExtensions, pictureFacts } from './picture-facts.ts';

export class DraftPictures {
  readonly files: DraftFile[] = [];
  readonly #paths = new Map<string, string | undefined>();

  /** The path that a body names it by; undefined for what is no picture, or too large a one. `name` tells it from others. */
  add(name: string, read: () => Uint8Array): string | undefined {
    if (this.#paths.has(name)) return this.#paths.get(name);
    const path = this.files.length < limits.pictures ? this.#keep(read()) : undefined;
    this.#paths.set(name, path);
    return path;
  }

  #keep(bytes: Uint8Array): string | undefined {
    const facts = pictureFacts(bytes);
    if (!facts || facts.width * facts.height > limits.coverPixels) return undefined;
    const path = `images/${this.files.length + 1}.${pictureExtensions[facts.mediaType]}`;
    this.files.push({ path, mediaType: facts.mediaType, read: () => bytes });
    return path;
  }
}

/** Bytes of a `data:` address of a picture; undefined for any other address. */
export function dataAddress(address: string): Uint8Array | undefined {
  const found = /^data:image\/[\w.+-]{1,32};base64,/i.exec(address);
  return found ? Buffer.from(address.slice(found[0].length), 'base64') : undefined;
}
