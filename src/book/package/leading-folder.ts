// A book that was packed together with the folder it lay in: gives its parts by the names that they have in the folder.

import type { ZipArchive } from '../archive/zip-archive.ts';

const container = 'META-INF/container.xml';

/** The archive itself when the book lies in no folder, or in several. */
export function withoutLeadingFolder(archive: ZipArchive): ZipArchive {
  if (archive.find(container)) return archive;
  const found = archive.names.filter((name) => name.endsWith(`/${container}`));
  if (found.length !== 1) return archive;
  const folder = (found[0] as string).slice(0, -container.length);
  return {
    names: archive.names.filter((name) => name.startsWith(folder)).map((name) => name.slice(folder.length)),
    find: (path) => archive.find(folder + path.replace(/^\/+/, ''))?.slice(folder.length),
    size: (name) => archive.size(folder + name),
    bytes: (name) => archive.bytes(folder + name),
    blob: (name, type) => archive.blob(folder + name, type),
  };
}
