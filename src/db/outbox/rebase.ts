// Keeps rows equal to the service's state plus the unsettled events. Everything here runs inside the caller's
// transaction over `editedTables`.

import type { Database } from '../database.ts';
import { type BookRow, withShelfFacts } from '../shelf/books.ts';
import { applyEvent, rowsTouched } from './apply-event.ts';
import type { BaseRow, BookEdits } from './bases.ts';
import type { EventBody } from './events.ts';

/** The tables that a transaction with `keepBases` or `rebase` has to name. */
export function editedTables(database: Database) {
  const { events, bases, books, archives, positions, marks, thoughts } = database;
  return [events, bases, books, archives, positions, marks, thoughts];
}

export function editsOf(row: BookRow): BookEdits {
  const { onShelf, folder, isTop, secret, finished, addedAt } = row;
  return { onShelf, folder, isTop, secret, finished, addedAt };
}

/** Before an event changes rows for the first time: what the service says of them. */
export async function keepBases(database: Database, body: EventBody, topic: string): Promise<void> {
  for (const { kind, id } of rowsTouched(body)) {
    if (await database.bases.get([kind, id])) continue;
    await database.bases.add(await currentAsBase(database, kind, id, topic));
  }
}

async function currentAsBase(database: Database, kind: BaseRow['kind'], id: string, topic: string): Promise<BaseRow> {
  if (kind === 'book') {
    const row = await database.books.get(id);
    return row ? { kind, id, topic, row: editsOf(row) } : { kind, id, topic };
  }
  if (kind === 'archive') {
    const row = await database.archives.get(id);
    return row ? { kind, id, topic, row } : { kind, id, topic };
  }
  if (kind === 'thought') {
    const row = await database.thoughts.get(id);
    return row ? { kind, id, topic, row } : { kind, id, topic };
  }
  const row = await database.marks.get(id);
  return row ? { kind, id, topic, row } : { kind, id, topic };
}

/** Makes the rows of a topic anew: bases, then every unsettled event in order. Bases that none touches are done. */
export async function rebase(database: Database, topic: string): Promise<void> {
  const bases = await database.bases.where('topic').equals(topic).toArray();
  if (bases.length === 0) return;
  for (const base of bases) await restore(database, base);
  const events = await database.events.where('topic').equals(topic).sortBy('seq');
  const touched = new Set<string>();
  for (const { body, at } of events) {
    await applyEvent(database, body, at);
    for (const { kind, id } of rowsTouched(body)) touched.add(`${kind} ${id}`);
  }
  const done = bases.filter(({ kind, id }) => !touched.has(`${kind} ${id}`));
  await database.bases.bulkDelete(done.map(({ kind, id }): [BaseRow['kind'], string] => [kind, id]));
}

async function restore(database: Database, base: BaseRow): Promise<void> {
  switch (base.kind) {
    case 'book': {
      const row = await database.books.get(base.id);
      if (row) await database.books.put(withShelfFacts(row, base.row ?? { onShelf: 0, folder: '' }));
      return;
    }
    case 'archive':
      if (base.row) await database.archives.put(base.row);
      else await database.archives.delete(base.id);
      return;
    case 'mark':
      if (base.row) await database.marks.put(base.row);
      else await database.marks.delete(base.id);
      return;
    case 'thought':
      if (base.row) await database.thoughts.put(base.row);
      else await database.thoughts.delete(base.id);
  }
}
