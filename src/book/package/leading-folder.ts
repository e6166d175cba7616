// A book that was packed together with the folder it lay in: gives its parts by the names that they have in the folder.

import { bookInFolder } from '../../../api/edition/parts/leading-folder.ts';
import type { ZipArchive } from '../archive/zip-archive.ts';

/** The archive itself when the book lies in no folder, or in several. */
export function withoutLeadingFolder(archive: ZipArchive): ZipArchive {
  const inside = bookInFolder(archive);
  if (!inside) return archive;
  const { folder, names, find } = inside;
  return {
    names,
    find,
    size: (name) => archive.size(folder + name),
    bytes: (name) => archive.bytes(folder + name),
    blob: (name, type) => archive.blob(folder + name, type),
  };
}
