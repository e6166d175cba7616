// The manifest's items and where they lie in the archive: forgiving about misplaced files, strict about unlisted ones,
// and knowing what stands in for what cannot be shown.

import type { ZipArchive } from '../archive/zip-archive.ts';
import type { ManifestItem } from './epubjs-adapter.ts';
import { resolveReference } from './package-path.ts';

const documents = /^(application\/(xhtml\+xml|x-dtbook\+xml)|text\/(html|x-oeb1-document)|image\/svg\+xml)$/;
const pictures = /^image\/(jpeg|jpg|png|gif|webp|avif|bmp|x-icon|svg\+xml)$/;
const sounds = /^(audio|video)\/(mpeg|mp3|mp4|x-m4a|aac|ogg|opus|webm|wav|x-wav|flac)$/;

/** Items that stand in for one another; each item of the spine may ask for all of them. */
const longestChain = 32;

export class Manifest {
  readonly types = new Map<string, string>();
  readonly #byId = new Map<string, ManifestItem>();
  readonly #byPath = new Map<string, ManifestItem>();
  readonly #paths = new Map<ManifestItem, string>();
  readonly #archive: ZipArchive;
  readonly #strict: boolean;

  constructor(items: readonly ManifestItem[], packagePath: string, archive: ZipArchive, version: number) {
    this.#archive = archive;
    this.#strict = version >= 3;
    let named: Map<string, string[]> | undefined;
    const alone = (path: string) => {
      named ??= namesByFile(archive);
      const same = path ? named.get(fileOf(path)) : undefined;
      return same?.length === 1 ? same[0] : undefined;
    };
    for (const item of items) {
      const path = resolveReference(item.href, packagePath)?.path ?? '';
      // A file in another folder than its item says: meant all the same, if there is only one of that name.
      const found = archive.find(path) ?? alone(path) ?? path;
      this.#paths.set(item, found);
      this.#byId.set(item.id, item);
      if (!found || this.#byPath.has(found)) continue;
      this.#byPath.set(found, item);
      this.types.set(found, item.type);
    }
  }

  item(id: string): ManifestItem | undefined {
    return this.#byId.get(id);
  }

  /** Empty when the item's address leads out of the book. */
  pathOf(item: ManifestItem): string {
    return this.#paths.get(item) ?? '';
  }

  lists(path: string): boolean {
    return !this.#strict || this.#byPath.has(path);
  }

  /** What to show for a spine item: itself, or the first of its fallbacks that can be. Scripts count as unshowable. */
  shown(item: ManifestItem | undefined): ManifestItem | undefined {
    if (!item?.fallback) return item;
    const chain = this.#chain(item);
    const there = chain.filter((one) => canOpen(one) && this.#archive.find(this.pathOf(one)) !== undefined);
    return there.find((one) => !one.properties.includes('scripted')) ?? there[0] ?? item;
  }

  /** Where the reader is led who follows a reference to a part: to what is shown in its stead. */
  standIn(path: string): string {
    const name = this.#archive.find(path) ?? path;
    const item = this.#byPath.get(name);
    const shown = this.shown(item);
    return shown ? this.pathOf(shown) : name;
  }

  usable(path: string): string {
    const item = this.#byPath.get(path);
    if (!item || canUse(item) || !item.fallback) return path;
    const other = this.#chain(item).find((one) => canUse(one) && this.#archive.find(this.pathOf(one)) !== undefined);
    return other ? this.pathOf(other) : path;
  }

  #chain(item: ManifestItem | undefined): ManifestItem[] {
    const chain: ManifestItem[] = [];
    let at = item;
    while (at && chain.length < longestChain && !chain.includes(at)) {
      chain.push(at);
      at = this.#byId.get(at.fallback ?? '');
    }
    return chain;
  }
}

/** Kinds that are pages by themselves. */
export function canOpen({ type }: { type: string }): boolean {
  return documents.test(type) || pictures.test(type);
}

function canUse({ type }: ManifestItem): boolean {
  return pictures.test(type) || sounds.test(type) || documents.test(type) || /^(font|text)\/|font/.test(type);
}

function fileOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}

function namesByFile(archive: ZipArchive): Map<string, string[]> {
  const named = new Map<string, string[]>();
  for (const name of archive.names) {
    const same = named.get(fileOf(name));
    if (same) same.push(name);
    else named.set(fileOf(name), [name]);
  }
  return named;
}
