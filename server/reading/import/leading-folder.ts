// A book that was packed together with the folder it lay in: gives its parts by the names that they have in the folder.
// The client has the same rule.

import type { BookArchive } from './book-archive.ts';

const container = 'META-INF/container.xml';

/** The archive itself when the book lies in no folder, or in several. */
export function withoutLeadingFolder(archive: BookArchive): BookArchive {
  if (archive.has(container)) return archive;
  const found = archive.names().filter((name) => name.endsWith(`/${container}`));
  if (found.length !== 1) return archive;
  const folder = (found[0] as string).slice(0, -container.length);
  const names = archive.names().filter((name) => name.startsWith(folder));
  return {
    bytes: archive.bytes,
    has: (path) => archive.has(folder + path),
    names: () => names.map((name) => name.slice(folder.length)),
    sizeOf: (path) => archive.sizeOf(folder + path),
    read: (path, maxBytes) => archive.read(folder + path, maxBytes),
    locate: (path) => archive.locate(folder + path),
    close: () => archive.close(),
  };
}
