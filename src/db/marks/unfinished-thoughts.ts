// Keeps what is being written, letter by letter, until the thought itself is kept or given up. Writes follow one another,
// and what is typed while one is under way goes with the next one.

import type { Database } from '../database.ts';
import { sameSubject, storeDraft, type ThoughtDraft, thoughtDrafts } from './thought-drafts.ts';

export interface Unfinished {
  /** What was written about the same words, or words around them, and not kept. */
  find(subject: Omit<ThoughtDraft, 'content'>): ThoughtDraft | undefined;
  /** An empty one takes away what was written. Resolves when this, or what was typed later, is stored. */
  store(draft: ThoughtDraft): Promise<void>;
}

/** `onChange`: the store does not take it, or takes it again; told once, not with every letter. */
export function openUnfinished(
  database: Database,
  bookId: string,
  onChange: (error: unknown) => void,
): Unfinished & { read(): Promise<void> } {
  let drafts: readonly ThoughtDraft[] = [];
  const waiting: ThoughtDraft[] = [];
  let running: Promise<void> | undefined;
  let failing = false;
  const tell = (error?: unknown) => {
    if (failing !== (error !== undefined)) onChange(error);
    failing = error !== undefined;
  };
  const put = (list: readonly ThoughtDraft[], draft: ThoughtDraft) => [
    ...list.filter((one) => !sameSubject(one, draft)),
    ...(draft.content.trim() === '' ? [] : [draft]),
  ];
  const drain = async () => {
    for (let draft = waiting.shift(); draft; draft = waiting.shift()) {
      try {
        await storeDraft(database, bookId, draft);
        tell();
      } catch (error) {
        tell(error);
      }
    }
    running = undefined;
  };
  return {
    async read() {
      const stored = await thoughtDrafts(database, bookId);
      // Nothing that was typed meanwhile is older than what was stored.
      drafts = drafts.reduce((list, draft) => put(list, draft), stored);
    },
    find(subject) {
      const near = (one: ThoughtDraft) =>
        one.thoughtId === undefined &&
        subject.thoughtId === undefined &&
        one.chapterUid === subject.chapterUid &&
        one.start < subject.end &&
        one.end > subject.start;
      return drafts.find((one) => sameSubject(one, subject)) ?? drafts.findLast(near);
    },
    store(draft) {
      drafts = put(drafts, draft);
      const same = waiting.findIndex((one) => sameSubject(one, draft));
      if (same >= 0) waiting.splice(same, 1);
      waiting.push(draft);
      running ??= drain();
      return running;
    },
  };
}
