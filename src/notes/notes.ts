// The notes of all books, and of the one that is open. Read before they are shown and after the reader changed them,
// never by themselves: a page of notes must not change under the finger.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Database } from '../db/database.ts';
import { type MarkRow, marksOfBook } from '../db/marks/marks.ts';
import { type Notebook, readNotebooks } from '../db/marks/notebooks.ts';
import {
  type ThoughtChange,
  type ThoughtRow,
  thoughtChange,
  thoughtsOfBook,
  type Visibility,
} from '../db/marks/thoughts.ts';
import { openUnfinished, type Unfinished } from '../db/marks/unfinished-thoughts.ts';
import { unplacedMarks } from '../db/marks/unplaced-marks.ts';
import type { MarkEvent, ThoughtEvent } from '../db/outbox/events.ts';
import { recordEvent } from '../db/outbox/record-event.ts';

export type NoteFilter = 'all' | 'line' | 'wave' | 'marker' | 'thought' | 'bookmark';

/** `unplaced`: it was looked for in the book, and is not there. */
export type Note =
  | { kind: 'mark'; id: string; mark: MarkRow; unplaced: boolean }
  | { kind: 'thought'; id: string; thought: ThoughtRow };

/** Where a note stands in its book. */
export type NotePlace = Pick<MarkRow, 'bookId' | 'chapterUid' | 'start' | 'chapterName' | 'createTime'> &
  Pick<MarkRow, 'cfi' | 'textQuote'>;

export function placeOf(note: Note): NotePlace {
  return note.kind === 'mark' ? note.mark : note.thought;
}

export interface OpenNotebook {
  bookId: string;
  title: string;
  author: string;
  /** In reading order. */
  notes: readonly Note[];
}

/** A thought while it is being changed. */
export interface ChangedThought {
  thought: ThoughtRow;
  /** What was typed here or in the book before and not kept, or the thought as it is. */
  begun: string;
  /** Stores what stands in the form, so that it is there again whatever ends it; as the thought is: it is given up. */
  typed(content: string): void;
  /** Once however often it is asked for; `false` where the store does not take it. */
  keep(content: string, visibility: Visibility): Promise<boolean>;
}

export interface NotesState {
  notebooks: readonly Notebook[];
  open: OpenNotebook | undefined;
  filter: NoteFilter;
  /** The store did not take what the reader did last. */
  unkept: boolean;
  /** It does not take what is being written. */
  atRisk: boolean;
}

export interface Notes {
  state: StoreApi<NotesState>;
  /** Reads a book's notes, or the list of all books. Call before the view is shown. */
  load(bookId?: string): Promise<void>;
  show(filter: NoteFilter): void;
  /** These tell of their own failures, and resolve whatever happens. */
  restyle(mark: MarkRow, style: MarkRow['style']): Promise<void>;
  remove(note: Note): Promise<void>;
  /** Begins to change a thought of the open book. */
  change(thought: ThoughtRow): ChangedThought;
  /** The reader knows of what was not kept. */
  dismiss(): void;
}

export function createNotes(database: Database, onChange: () => void, report: (error: unknown) => void): Notes {
  const state = createStore<NotesState>(() => ({
    ...{ notebooks: [], open: undefined, filter: 'all' },
    ...{ unkept: false, atRisk: false },
  }));
  let unfinished: Unfinished | undefined;
  const writing = (error?: unknown) => {
    if (error !== undefined) report(error);
    state.setState({ atRisk: error !== undefined });
  };
  const load = async (bookId?: string) => {
    if (bookId === undefined) {
      state.setState({ notebooks: await readNotebooks(database), open: undefined });
      return;
    }
    const { open, filter } = state.getState();
    const drafts = openUnfinished(database, bookId, writing);
    const [read] = await Promise.all([readNotebook(database, bookId), drafts.read()]);
    unfinished = drafts;
    state.setState({ open: read, filter: open?.bookId === bookId ? filter : 'all', atRisk: false });
  };
  const record = async (bookId: string, event: MarkEvent | ThoughtEvent): Promise<boolean> => {
    try {
      await recordEvent(database, event);
    } catch (error) {
      report(error);
      state.setState({ unkept: true });
      return false;
    }
    onChange();
    try {
      const read = await readNotebook(database, bookId);
      // Unless the reader has gone back to the list meanwhile.
      state.setState(({ open }) => (open?.bookId === bookId ? { open: read } : {}));
    } catch (error) {
      report(error);
    }
    return true;
  };
  return {
    state,
    load,
    show: (filter) => state.setState({ filter }),
    async restyle(mark, style) {
      await record(mark.bookId, { kind: 'mark.change', mark, change: { style } });
    },
    async remove(note) {
      const { bookId } = placeOf(note);
      await record(
        bookId,
        note.kind === 'mark'
          ? { kind: 'mark.remove', bookId, bookmarkId: note.mark.bookmarkId }
          : { kind: 'thought.remove', bookId, thoughtId: note.thought.thoughtId },
      );
    },
    change: (thought) =>
      changing(thought, unfinished, (change) => record(thought.bookId, { kind: 'thought.change', thought, change })),
    dismiss: () => state.setState({ unkept: false }),
  };
}

function changing(
  thought: ThoughtRow,
  unfinished: Unfinished | undefined,
  record: (change: ThoughtChange) => Promise<boolean>,
): ChangedThought {
  const { chapterUid, start, end, thoughtId } = thought;
  const subject = { chapterUid, start, end, thoughtId };
  const draft = (content: string) => void unfinished?.store({ ...subject, content });
  const keep = async (content: string, visibility: Visibility) => {
    const text = content.trim();
    const change = thoughtChange(thought, text, visibility);
    const kept = Object.keys(change).length === 0 || (await record(change));
    // Letters that were typed meanwhile are not kept with it, and not taken away.
    if (kept && unfinished?.find(subject)?.content.trim() === text) draft('');
    return kept;
  };
  let keeping: Promise<boolean> | undefined;
  return {
    thought,
    begun: unfinished?.find(subject)?.content ?? thought.content,
    typed: (content) => draft(content === thought.content ? '' : content),
    keep(content, visibility) {
      keeping ??= keep(content, visibility).finally(() => {
        keeping = undefined;
      });
      return keeping;
    },
  };
}

async function readNotebook(database: Database, bookId: string): Promise<OpenNotebook> {
  const [book, marks, thoughts, unplaced] = await Promise.all([
    database.books.get(bookId),
    marksOfBook(database, bookId),
    thoughtsOfBook(database, bookId),
    unplacedMarks(database, bookId),
  ]);
  return {
    bookId,
    title: book?.title ?? bookId,
    author: book?.author ?? '',
    notes: inOrder([
      ...marks.map((mark): Note => {
        const { bookmarkId } = mark;
        return { kind: 'mark', id: bookmarkId, mark, unplaced: mark.unplaced === 1 || unplaced.has(bookmarkId) };
      }),
      ...thoughts.map((thought): Note => ({ kind: 'thought', id: thought.thoughtId, thought })),
    ]),
  };
}

function inOrder(notes: Note[]): Note[] {
  return notes.sort((one, other) => {
    const [a, b] = [placeOf(one), placeOf(other)];
    return a.chapterUid - b.chapterUid || a.start - b.start || a.createTime - b.createTime;
  });
}

const styles = ['line', 'wave', 'marker'] as const;

/** What kind of note it is, for filters and icons. */
export function kindOf(note: Note): Exclude<NoteFilter, 'all'> {
  if (note.kind === 'thought') return 'thought';
  return note.mark.type === 0 ? 'bookmark' : styles[note.mark.style];
}

export function filtered(notes: readonly Note[], filter: NoteFilter): readonly Note[] {
  return filter === 'all' ? notes : notes.filter((note) => kindOf(note) === filter);
}
