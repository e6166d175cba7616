// Paths inside a book's package: references as written in its documents become names of archive entries.

/** The entry that `reference` in the document `from` points to, and its fragment; undefined for what leads outside. */
export function resolveInPackage(from: string, reference: string): { path: string; fragment: string } | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(reference) || reference.startsWith('//')) return undefined;
  let url: URL;
  try {
    // The base can't be left: ".." above it stays at its root.
    url = new URL(reference, `epub://book/${from.split('/').map(encodeURIComponent).join('/')}`);
  } catch {
    return undefined;
  }
  return { path: decoded(url.pathname.slice(1)), fragment: decoded(url.hash.slice(1)) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone "%" is a character like any other.
    return text;
  }
}
