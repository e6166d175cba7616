// Marks that this device's engine did not find in a book's text. They are kept and listed; this only remembers which.

import type { Database } from '../database.ts';
import { type Setting, setting } from '../settings/settings.ts';

interface UnplacedMarks {
  ids: string[];
}

const unplacedOf = (bookId: string): Setting<UnplacedMarks> => setting(`unplaced:${bookId}`, { ids: [] });

/** Ids of a book's marks that were looked for and not found. */
export async function unplacedMarks(database: Database, bookId: string): Promise<Set<string>> {
  const row = await database.settings.get(unplacedOf(bookId).name);
  return new Set((row?.value as UnplacedMarks | undefined)?.ids);
}

/** Of a book that is gone. */
export async function forgetUnplaced(database: Database, bookId: string): Promise<void> {
  await database.settings.delete(unplacedOf(bookId).name);
}

/** `lost` wins over `placed`. Writes nothing when nothing changes. */
export async function changeUnplaced(
  database: Database,
  bookId: string,
  change: { placed: readonly string[]; lost: readonly string[] },
): Promise<void> {
  const { name } = unplacedOf(bookId);
  await database.transaction('rw', database.settings, async () => {
    const known = await unplacedMarks(database, bookId);
    const placed = new Set(change.placed);
    const next = new Set([...known].filter((id) => !placed.has(id)).concat(change.lost));
    if (next.size === known.size && [...next].every((id) => known.has(id))) return;
    if (next.size > 0) await database.settings.put({ name, value: { ids: [...next] } });
    else await database.settings.delete(name);
  });
}
