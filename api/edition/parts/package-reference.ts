// References inside of a book's package: once for service and client, which have to come to the same parts by them.

export interface Reference {
  /** Path from the archive's root, percent-decoded; that of the part itself where the reference is only a fragment. */
  path: string;
  /** Without `#`, percent-decoded; empty when there is none. */
  fragment: string;
}

/** What this file needs of the one class that Node and browsers share: the floor has the types of neither. */
declare const URL: {
  canParse(reference: string, base: string): boolean;
  new (reference: string, base: string): { href: string; pathname: string; hash: string };
};

const root = 'book://package/';
const scheme = /^[a-z][a-z0-9+.-]*:/i;

/** Names that mean the same before and after a URL parser; contents of a thousand entries have little else. */
const plainPath = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;
const plainReference = /^([\w-][\w.-]*(?:\/[\w-][\w.-]*)*)(?:#([\w.-]*))?$/;

/** Of what stands in the part `fromPath`; undefined for what leads out of the book: other schemes, other hosts. */
export function resolveReference(reference: string, fromPath: string): Reference | undefined {
  const [, plain, fragment = ''] = plainReference.exec(reference) ?? [];
  if (plain !== undefined && plainPath.test(fromPath)) return { path: folderOf(fromPath) + plain, fragment };
  // As Windows writes them; in paths on the web the sign means nothing else either. Names of places may have it.
  const written = reference.trim().replace(/^[^?#]+/, (path) => path.replaceAll('\\', '/'));
  if (scheme.test(written) || written.startsWith('//')) return undefined;
  // Two dots cannot climb out: the URL parser stops at the package's root.
  const base = root + fromPath.toWellFormed().split('/').map(encodeURIComponent).join('/');
  const url = URL.canParse(written, base) ? new URL(written, base) : undefined;
  if (!url?.href.startsWith(root)) return undefined;
  return { path: decoded(url.pathname.slice(1)), fragment: decoded(url.hash.slice(1)) };
}

/** `a/b/` of `a/b/c.opf`; empty at the root. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

const escapedLetter = /%[0-7][0-9a-f]|%[c-f][0-9a-f](?:%[89ab][0-9a-f]){1,3}/gi;

/** With the letters that percent signs stand for, wherever they do: a lone one is meant literally, and so are letters of no UTF-8. */
export function decoded(text: string): string {
  return lettersOf(text) ?? text.replace(escapedLetter, (escaped) => lettersOf(escaped) ?? escaped);
}

function lettersOf(escaped: string): string | undefined {
  try {
    return decodeURIComponent(escaped);
  } catch {
    // The URL parser writes letters with percent signs, and leaves a lone one alone.
    return undefined;
  }
}
