// The notes of all books, and of the one that is open. Read before they are shown and after the reader changed them,
// never by themselves: a page of notes must not change under the finger.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Database } from '../db/database.ts';
import type { MarkEvent } from '../db/events.ts';
import { type MarkRow, marksOfBook } from '../db/marks.ts';
import { type Notebook, readNotebooks } from '../db/notebooks.ts';
import { recordEvent } from '../db/record-event.ts';
import { unplacedMarks } from '../db/unplaced-marks.ts';

export type NoteFilter = 'all' | 'line' | 'wave' | 'marker' | 'bookmark';

export interface Note {
  mark: MarkRow;
  /** It was looked for in the book, and is not there. */
  unplaced: boolean;
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
  remove(mark: MarkRow): Promise<void>;
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
  const record = async (bookId: string, event: MarkEvent) => {
    await recordEvent(database, event);
    onChange();
    await load(bookId);
  };
  return {
    state,
    load,
    show: (filter) => state.setState({ filter }),
    restyle: (mark, style) => record(mark.bookId, { kind: 'mark.change', mark, change: { style } }),
    remove: (mark) => record(mark.bookId, { kind: 'mark.remove', bookId: mark.bookId, bookmarkId: mark.bookmarkId }),
  };
}

async function readNotebook(database: Database, bookId: string): Promise<OpenNotebook> {
  const [book, marks, unplaced] = await Promise.all([
    database.books.get(bookId),
    marksOfBook(database, bookId),
    unplacedMarks(database, bookId),
  ]);
  return {
    bookId,
    title: book?.title ?? bookId,
    author: book?.author ?? '',
    notes: marks.map((mark) => ({ mark, unplaced: mark.unplaced === 1 || unplaced.has(mark.bookmarkId) })),
  };
}

const styles = ['line', 'wave', 'marker'] as const;

/** What kind of note a mark is, for filters and icons. */
export function kindOf({ type, style }: MarkRow): Exclude<NoteFilter, 'all'> {
  return type === 0 ? 'bookmark' : styles[style];
}

export function filtered(notes: readonly Note[], filter: NoteFilter): readonly Note[] {
  return filter === 'all' ? notes : notes.filter(({ mark }) => kindOf(mark) === filter);
}
