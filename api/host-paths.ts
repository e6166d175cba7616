// Where the renderer finds bytes on its own origin. Apart from the calls, so that the renderer loads no schemas for it.

/** Bytes that the renderer fetches from its own origin; main serves them from its cache or the service. */
export const hostPaths = {
  /** The whole book file; main resumes and verifies its download. 404 unknown, 503 offline and not cached. */
  bookFile: (bookId: string) => `/book-files/${encodeURIComponent(bookId)}`,
  /** The file as it was imported, of a book that the service wrote an EPUB of. Otherwise as `bookFile`. */
  originalFile: (bookId: string) => `/original-files/${encodeURIComponent(bookId)}`,
  /** A picture, sound, film or font that a book keeps on the network. 403 refused, 502 not to be had. */
  remotePart: (address: string) => `/remote-parts/${encodeURIComponent(address)}`,
  /** The cover as image. */
  cover: (bookId: string) => `/covers/${encodeURIComponent(bookId)}`,
};

/**
 * What main says of a book's file or cover, with every answer: `current`, as the service has it now, or `last-seen`, because the
 * service is not reached. Only the former belongs to the version that the service told of last.
 */
export const fileStateHeader = 'octavo-file';
export type FileState = 'current' | 'last-seen';

export function isCurrent({ headers }: { headers: { get(name: string): string | null } }): boolean {
  const lastSeen: FileState = 'last-seen';
  return headers.get(fileStateHeader) !== lastSeen;
}
