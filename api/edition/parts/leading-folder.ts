// A book that was packed together with the folder it lay in: once for service and client, which have to find the same
// parts in it.

import { foldPath, type PartNames, partFinder } from './find-part.ts';

export const containerPath = 'META-INF/container.xml';

export interface BookInFolder extends PartNames {
  /** Ends with "/"; stands before each of the names in the archive. */
  folder: string;
}

/** The parts by the names that they have in the book's folder; undefined when the book lies in none, or in several. */
export function bookInFolder(archive: PartNames): BookInFolder | undefined {
  if (archive.find(containerPath) !== undefined) return undefined;
  const [folder, another] = new Set(archive.names.flatMap(folderAround));
  if (folder === undefined || another !== undefined) return undefined;
  // What lies in a folder that is only called alike is not the book's: its names are not looked through.
  const names = archive.names.filter((name) => name.startsWith(folder)).map((name) => name.slice(folder.length));
  return { folder, names, find: partFinder(new Set(names)) };
}

function folderAround(name: string): string[] {
  const steps = name.split('/');
  const end = steps.splice(-2).join('/');
  return steps.length > 0 && foldPath(end) === foldPath(containerPath) ? [`${steps.join('/')}/`] : [];
}
