// Addresses as the world outside the book has them: those that lead there, and those by which it knows the book's parts.

/** Address of something outside the book if a person may be offered it; `undefined` for scripts, files and the like. */
export function outsideAddress(reference: string): string | undefined {
  const address = reference.trim();
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url && ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol) ? url.href : undefined;
}

/** A path as the world outside sees it: relative to the package document's folder. */
export function relativeToFolder(path: string, folder: string): string {
  return path.startsWith(folder) ? path.slice(folder.length) : `/${path}`;
}
