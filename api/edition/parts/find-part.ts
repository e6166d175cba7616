// Finds a part of a book's archive by a name that is not written as in the archive: once for service and client, which have
// to take the same parts for a book's chapters.

import { decoded } from './package-reference.ts';

/** The names of an archive's parts, and the way to them. */
export interface PartNames {
  readonly names: readonly string[];
  /** The name under which the archive holds this path, forgiving percent signs, letter case and Unicode forms. */
  find(path: string): string | undefined;
}

/**
 * The name under which the archive holds a path, forgiving percent signs, letter case and Unicode forms; of several the
 * first. What it needs is made when a name is asked for that is not there as it is written, which most books never do.
 */
export function partFinder(names: { has(name: string): boolean; keys(): Iterable<string> }) {
  let folded: Map<string, string> | undefined;
  return (path: string): string | undefined => {
    // What leads out of the book is no name, also where an entry's own means nothing.
    if (path === '') return undefined;
    if (names.has(path)) return path;
    folded ??= foldedNames(names.keys());
    return folded.get(foldPath(path));
  };
}

function foldedNames(names: Iterable<string>): Map<string, string> {
  const folded = new Map<string, string>();
  for (const name of names) {
    const plain = foldPath(name);
    if (!folded.has(plain)) folded.set(plain, name);
  }
  return folded;
}

/** Nothing in such a name stands for anything else; all of a book's names are folded while it opens. */
const plainName = /^[!-$&-.0-~][!-$&-~]*$/;

/** What names have in common that are meant as one. */
export function foldPath(name: string): string {
  if (plainName.test(name)) return name.toLowerCase();
  return decoded(name).replace(/^\/+/, '').normalize('NFC').toLowerCase();
}
