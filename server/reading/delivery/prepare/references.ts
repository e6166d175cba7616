// Points the references of one document at the parts of its own book, by paths relative to it, and remembers which parts
// it needs to be shown. Whatever leads elsewhere is nobody's.

import { resolveReference } from '../../../../api/edition/parts/package-reference.ts';

export type PartKind = 'page' | 'style' | 'drawing' | 'picture' | 'font' | 'recording';

const embedded = /^data:(?:image\/(?:png|jpe?g|gif|webp|avif)|font\/[\w.-]+|application\/(?:x-)?font[\w.-]*)[;,]/i;

/** The archive's names of what is meant by paths. */
export interface Whereabouts {
  /** Of a part that is shown inside of another. */
  resource(path: string): string;
  /** Of what is shown where a link leads. */
  page(path: string): string;
}

const asWritten: Whereabouts = { resource: (path) => path, page: (path) => path };

export class References {
  readonly #from: string;
  readonly #parts: ReadonlyMap<string, PartKind>;
  readonly #whereabouts: Whereabouts;
  /** Parts that are shown with the document. */
  readonly needs = new Set<string>();

  constructor(from: string, parts: ReadonlyMap<string, PartKind>, whereabouts = asWritten) {
    this.#from = from;
    this.#parts = parts;
    this.#whereabouts = whereabouts;
  }

  /** Address of something that is shown as part of the document; undefined when the book has no such part. */
  resource(reference: string, kinds: readonly PartKind[]): string | undefined {
    const trimmed = reference.trim();
    if (embedded.test(trimmed)) return trimmed;
    const found = this.#find(trimmed, this.#whereabouts.resource);
    if (!found || !kinds.includes(found.kind)) return undefined;
    this.needs.add(found.path);
    return found.address;
  }

  /** Address of a place in the book; undefined for what leads out of it, or nowhere. */
  link(reference: string): string | undefined {
    const trimmed = reference.trim();
    if (trimmed.startsWith('#')) return this.#find(trimmed, this.#whereabouts.page, '')?.address;
    return this.#find(trimmed, this.#whereabouts.page)?.address;
  }

  #find(
    reference: string,
    nameOf: (path: string) => string,
    self?: string,
  ): { path: string; kind: PartKind; address: string } | undefined {
    const target = reference === '' ? undefined : resolveReference(reference, this.#from);
    if (!target) return undefined;
    // A document is shown itself where its own references are.
    const path = target.path === this.#from ? this.#from : nameOf(target.path);
    const kind = this.#parts.get(path);
    if (!kind) return undefined;
    const fragment = target.fragment ? `#${encodeURIComponent(target.fragment.toWellFormed())}` : '';
    const address = path === this.#from && self !== undefined ? self : relativePath(this.#from, path);
    return { path, kind, address: address + fragment };
  }
}

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
