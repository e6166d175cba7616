// The notes of all books, and of the one that is open. Read before they are shown and after the reader changed them,
// never by themselves: a page of notes must not change under the finger.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Database } from '../db/database.ts';
import { type MarkRow, marksOfBook } from '../db/marks/marks.ts';
import { type Notebook, readNotebooks } from '../db/marks/notebooks.ts';
import { type ThoughtChange, type ThoughtRow, thoughtsOfBook } from '../db/marks/thoughts.ts';
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

export interface NotesState {
  notebooks: readonly Notebook[];
  open: OpenNotebook | undefined;
  filter: NoteFilter;
}

export interface Notes {
  state: StoreApi<NotesState>;
  /** Reads a book's notes, or the list of all books. Call before the view is shown. */
  load(bookId?: string): Promise<void>;
  show(filter: NoteFilter): void;
  restyle(mark: MarkRow, style: MarkRow['style']): Promise<void>;
  changeThought(thought: ThoughtRow, change: ThoughtChange): Promise<void>;
  remove(note: Note): Promise<void>;
}

export function createNotes(database: Database, onChange: () => void): Notes {
  const state = createStore<NotesState>(() => ({ notebooks: [], open: undefined, filter: 'all' }));
  const load = async (bookId?: string) => {
    if (bookId === undefined) {
      state.setState({ notebooks: await readNotebooks(database), open: undefined });
      return;
    }
    const { open, filter } = state.getState();
    const read = await readNotebook(database, bookId);
    state.setState({ open: read, filter: open?.bookId === bookId ? filter : 'all' });
  };
  const record = async (bookId: string, event: MarkEvent | ThoughtEvent) => {
    await recordEvent(database, event);
    onChange();
    const read = await readNotebook(database, bookId);
    // Unless the reader has gone back to the list meanwhile.
    state.setState(({ open }) => (open?.bookId === bookId ? { open: read } : {}));
  };
  return {
    state,
    load,
    show: (filter) => state.setState({ filter }),
    restyle: (mark, style) => record(mark.bookId, { kind: 'mark.change', mark, change: { style } }),
    changeThought: (thought, change) => record(thought.bookId, { kind: 'thought.change', thought, change }),
    remove: (note) => {
      const { bookId } = placeOf(note);
      return note.kind === 'mark'
        ? record(bookId, { kind: 'mark.remove', bookId, bookmarkId: note.mark.bookmarkId })
        : record(bookId, { kind: 'thought.remove', bookId, thoughtId: note.thought.thoughtId });
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
