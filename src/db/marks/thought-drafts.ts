// Thoughts that were begun and not kept: what stands in the sheet is here too, so that no end of the process takes it.

import type { Database } from '../database.ts';

export interface ThoughtDraft {
  chapterUid: number;
  start: number;
  end: number;
  /** The thought that is changed; absent for a new one. */
  thoughtId?: string | undefined;
  content: string;
}

/** Of one book; beyond that the oldest goes. */
const kept = 100;

const nameOf = (bookId: string): string => `thoughtDrafts:${bookId}`;

export async function thoughtDrafts(database: Database, bookId: string): Promise<readonly ThoughtDraft[]> {
  const row = await database.settings.get(nameOf(bookId));
  return (row?.value as ThoughtDraft[] | undefined) ?? [];
}

/** In the place of the draft about the same; an empty one takes that away. */
export async function storeDraft(database: Database, bookId: string, draft: ThoughtDraft): Promise<void> {
  const name = nameOf(bookId);
  await database.transaction('rw', database.settings, async () => {
    const others = (await thoughtDrafts(database, bookId)).filter((one) => !sameSubject(one, draft));
    const value = draft.content.trim() === '' ? others : [...others, draft].slice(-kept);
    if (value.length > 0) await database.settings.put({ name, value });
    else await database.settings.delete(name);
  });
}

/** Of a book that is gone. */
export async function removeDrafts(database: Database, bookId: string): Promise<void> {
  await database.settings.delete(nameOf(bookId));
}

export function sameSubject(a: Omit<ThoughtDraft, 'content'>, b: Omit<ThoughtDraft, 'content'>): boolean {
  if (a.thoughtId !== undefined || b.thoughtId !== undefined) return a.thoughtId === b.thoughtId;
  return a.chapterUid === b.chapterUid && a.start === b.start && a.end === b.end;
}
