// The manifest's items and where they lie in the archive, as the service finds them too; and, which is the client's affair,
// what chapters may use of it.

import type { PartNames } from '../../../api/edition/parts/find-part.ts';
import { PackageParts } from '../../../api/edition/parts/package-parts.ts';
import type { ManifestItem } from './epubjs-adapter.ts';

export class Manifest extends PackageParts<ManifestItem> {
  /** Media types by path. */
  readonly types: Map<string, string>;
  readonly #strict: boolean;

  constructor(items: readonly ManifestItem[], packagePath: string, archive: PartNames, version: number) {
    super(items, packagePath, archive);
    this.#strict = version >= 3;
    this.types = new Map([...this.byPath].map(([path, { type }]) => [path, type]));
  }

  /** Chapters of EPUB 3 may not use what the manifest does not list. */
  lists(path: string): boolean {
    return !this.#strict || this.byPath.has(path);
  }
}
