// What a part is as a place of the reading order: once for service and client, which have to count the same text.

import { typeByName } from './type-by-name.ts';

const drawingType = 'image/svg+xml';

/**
 * By the type that the package calls it, or by its name where that says nothing. `drawing` and `text` have text, a
 * `picture` has none; undefined for what nobody can show.
 */
export function pageKind(declared: string, path: string): 'drawing' | 'picture' | 'text' | undefined {
  const type = declared || typeByName(path);
  if (type === drawingType) return 'drawing';
  if (type.startsWith('image/')) return 'picture';
  return type === '' || /^text\/|html|xml$/.test(type) ? 'text' : undefined;
}
