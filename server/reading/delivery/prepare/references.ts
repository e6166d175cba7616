// Points the references of one document at the parts of its own book, by paths relative to it, and remembers which parts
// it needs to be shown. Whatever leads elsewhere is nobody's.

import { resolveInPackage } from '../../import/package/package-path.ts';

export type PartKind = 'page' | 'style' | 'drawing' | 'picture' | 'font' | 'recording';

const embedded = /^data:(?:image\/(?:png|jpe?g|gif|webp|avif)|font\/[\w.-]+|application\/(?:x-)?font[\w.-]*)[;,]/i;

export class References {
  readonly #from: string;
  readonly #parts: ReadonlyMap<string, PartKind>;
  /** Parts that are shown with the document. */
  readonly needs = new Set<string>();

  constructor(from: string, parts: ReadonlyMap<string, PartKind>) {
    this.#from = from;
    this.#parts = parts;
  }

  /** Address of something that is shown as part of the document; undefined when the book has no such part. */
  resource(reference: string, kinds: readonly PartKind[]): string | undefined {
    const trimmed = reference.trim();
    if (embedded.test(trimmed)) return trimmed;
    const found = this.#find(trimmed);
    if (!found || !kinds.includes(found.kind)) return undefined;
    this.needs.add(found.path);
    return found.address;
  }

  /** Address of a place in the book; undefined for what leads out of it, or nowhere. */
  link(reference: string): string | undefined {
    const trimmed = reference.trim();
    if (trimmed.startsWith('#')) return this.#find(`${encodePath(nameOf(this.#from))}${trimmed}`, '')?.address;
    return this.#find(trimmed)?.address;
  }

  #find(reference: string, self?: string): { path: string; kind: PartKind; address: string } | undefined {
    const target = reference === '' ? undefined : resolveInPackage(this.#from, reference);
    const kind = target && this.#parts.get(target.path);
    if (!target || !kind) return undefined;
    const fragment = target.fragment ? `#${encodeURIComponent(target.fragment.toWellFormed())}` : '';
    const address = target.path === this.#from && self !== undefined ? self : relativePath(this.#from, target.path);
    return { path: target.path, kind, address: address + fragment };
  }
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function relativePath(from: string, to: string): string {
  const here = from.split('/').slice(0, -1);
  const there = to.split('/');
  let shared = 0;
  while (shared < here.length && shared < there.length - 1 && here[shared] === there[shared]) shared++;
  return '../'.repeat(here.length - shared) + encodePath(there.slice(shared).join('/'));
}
