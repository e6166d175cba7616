// Which part of the archive each item of the manifest is, and which one stands in for it: once for service and client,
// which have to take the same parts for a book's chapters.

import type { PartNames } from './find-part.ts';
import { resolveReference } from './package-reference.ts';

/** As the package document says it. */
export interface ManifestEntry {
  id: string;
  href: string;
  /** Media type in lower case, trimmed. */
  type: string;
  properties: readonly string[];
  /** Id of another item: what to show where this one cannot be. */
  fallback: string | undefined;
}

const documents = /^(application\/(xhtml\+xml|x-dtbook\+xml)|text\/(html|x-oeb1-document)|image\/svg\+xml)$/;
const pictures = /^image\/(jpeg|jpg|png|gif|webp|avif|bmp|x-icon|svg\+xml)$/;
const sounds = /^(audio|video)\/(mpeg|mp3|mp4|x-m4a|aac|ogg|opus|webm|wav|x-wav|flac)$/;

/** Items that stand in for one another; each item of the spine may ask for all of them. */
const longestChain = 32;

export class PackageParts<Item extends ManifestEntry> {
  readonly #byId = new Map<string, Item>();
  readonly #byPath = new Map<string, Item>();
  readonly #paths = new Map<Item, string>();
  readonly #archive: PartNames;

  /** Of several items with one id the last counts, of several for one part the first. One without id is only a part. */
  constructor(items: readonly Item[], packagePath: string, archive: PartNames) {
    this.#archive = archive;
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
      if (item.id) this.#byId.set(item.id, item);
      if (found && !this.#byPath.has(found)) this.#byPath.set(found, item);
    }
  }

  get items(): Iterable<Item> {
    return this.#byId.values();
  }

  /** By the names that the archive has for them. */
  get byPath(): ReadonlyMap<string, Item> {
    return this.#byPath;
  }

  item(id: string): Item | undefined {
    return this.#byId.get(id);
  }

  /** The archive's own name, or the one that the item says where the archive has none; empty for what leads out of the book. */
  pathOf(item: Item): string {
    return this.#paths.get(item) ?? '';
  }

  /** What to show for a spine item: itself, or the first of its fallbacks that can be. Scripts count as unshowable. */
  shown(item: Item | undefined): Item | undefined {
    if (!item?.fallback) return item;
    const there = this.#chain(item).filter((one) => canOpen(one) && this.#has(one));
    return there.find((one) => !one.properties.includes('scripted')) ?? there[0] ?? item;
  }

  /** Where the reader is led who follows a reference to a part: to what is shown in its stead. */
  standIn(path: string): string {
    const name = this.#archive.find(path) ?? path;
    const shown = this.shown(this.#byPath.get(name));
    return shown ? this.pathOf(shown) : name;
  }

  /** The part itself, or the first of its fallbacks that a reader's program can show or play. */
  usable(path: string): string {
    const item = this.#byPath.get(path);
    if (!item || canUse(item) || !item.fallback) return path;
    const other = this.#chain(item).find((one) => canUse(one) && this.#has(one));
    return other ? this.pathOf(other) : path;
  }

  #has(item: Item): boolean {
    return this.#archive.find(this.pathOf(item)) !== undefined;
  }

  #chain(item: Item): Item[] {
    const chain: Item[] = [];
    let at: Item | undefined = item;
    while (at && chain.length < longestChain && !chain.includes(at)) {
      chain.push(at);
      at = this.#byId.get(at.fallback ?? '');
    }
    return chain;
  }
}

/** A package document that the container names. */
export interface RootFile {
  fullPath: string;
  mediaType: string;
}

const packageType = 'application/oebps-package+xml';

/** The archive's name of the book's package document: the first that is there, of those that are called one if any is. */
export function findPackage(files: readonly RootFile[], archive: PartNames): string | undefined {
  const called = files.filter(({ mediaType }) => mediaType.trim().toLowerCase() === packageType);
  for (const { fullPath } of [...called, ...files]) {
    const path = resolveReference(fullPath, '')?.path;
    const name = path ? archive.find(path) : undefined;
    if (name !== undefined) return name;
  }
  return undefined;
}

/** Kinds that are pages by themselves. */
function canOpen({ type }: ManifestEntry): boolean {
  return documents.test(type) || pictures.test(type);
}

function canUse({ type }: ManifestEntry): boolean {
  return pictures.test(type) || sounds.test(type) || documents.test(type) || /^(font|text)\/|font/.test(type);
}

function fileOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}

function namesByFile(archive: PartNames): Map<string, string[]> {
  const named = new Map<string, string[]>();
  for (const name of archive.names) {
    const same = named.get(fileOf(name));
    if (same) same.push(name);
    else named.set(fileOf(name), [name]);
  }
  return named;
}
