// Paths inside a book: resolving a reference against the part that contains it, without ever leaving the package.

export interface Reference {
  /** Path from the archive's root, percent-decoded; empty when the reference was only a fragment. */
  path: string;
  /** Without `#`, percent-decoded; empty when there is none. */
  fragment: string;
}

const root = 'book://package/';
const scheme = /^[a-z][a-z0-9+.-]*:/i;

/** Names that mean the same before and after a URL parser; contents of a thousand entries have little else. */
const plainPath = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;
const plainReference = /^([\w-][\w.-]*(?:\/[\w-][\w.-]*)*)(?:#([\w.-]*))?$/;

/** `undefined` for what leads out of the book: other schemes, other hosts. */
export function resolveReference(reference: string, fromPath: string): Reference | undefined {
  const [, plain, fragment = ''] = plainReference.exec(reference) ?? [];
  if (plain !== undefined && plainPath.test(fromPath)) return { path: folderOf(fromPath) + plain, fragment };
  const trimmed = reference.trim();
  if (scheme.test(trimmed) || trimmed.startsWith('//')) return undefined;
  // Backslashes and two dots cannot climb out: the URL parser stops at the package's root.
  const base = root + fromPath.split('/').map(encodeURIComponent).join('/');
  const url = parseUrl(trimmed.replaceAll('\\', '/'), base);
  if (!url?.href.startsWith(root)) return undefined;
  return { path: decode(url.pathname.slice(1)), fragment: decode(url.hash.slice(1)) };
}

/** Address of something outside the book if a person may be offered it; `undefined` for scripts, files and the like. */
export function outsideAddress(reference: string): string | undefined {
  const url = parseUrl(reference.trim());
  return url && ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol) ? url.href : undefined;
}

/** A path as the world outside sees it: relative to the package document's folder. */
export function relativeToFolder(path: string, folder: string): string {
  return path.startsWith(folder) ? path.slice(folder.length) : `/${path}`;
}

/** `a/b/` of `a/b/c.opf`; empty at the root. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function parseUrl(reference: string, base?: string): URL | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base) : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone percent sign: meant literally.
    return text;
  }
}
