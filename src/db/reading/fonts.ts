// The reader's own fonts: files that the reader chose, one row each, with what their tables say. Nothing else has them,
// so they are never evicted.

import type { Database } from '../database.ts';
import type { TableSchema } from '../schema.ts';

export const fontsSchema: TableSchema = { name: 'fonts', stores: { 3: '++id,&digest' } };

/** What is known of a font file. */
export interface FontFacts {
  /** The files of a family belong together. */
  family: string;
  /** Of this file in the family: Regular, Bold Italic … */
  face: string;
  italic: boolean;
  lightest: number;
  /** The same as the lightest, unless the font is variable. */
  heaviest: number;
}

export interface FontRow extends FontFacts {
  id: number;
  /** SHA-256 of the file, so that nothing is kept twice. */
  digest: string;
  file: Blob;
  size: number;
  /** Unix seconds. */
  addedAt: number;
}

/** In the order in which they came. */
export function storedFonts(database: Database): Promise<FontRow[]> {
  return database.fonts.orderBy('id').toArray();
}

/** `false` when the same file is there already. */
export async function storeFont(database: Database, row: Omit<FontRow, 'id'>): Promise<boolean> {
  return database.transaction('rw', database.fonts, async () => {
    if ((await database.fonts.where('digest').equals(row.digest).count()) > 0) return false;
    await database.fonts.add(row);
    return true;
  });
}

export async function removeFonts(database: Database, ids: readonly number[]): Promise<void> {
  await database.fonts.bulkDelete([...ids]);
}
