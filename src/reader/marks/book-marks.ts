// What stands beside the words of the open book: the reader's marks and thoughts, and what others underlined. What is
// stored, what is drawn, and which could not be placed. A change that came from elsewhere is drawn with the next turn,
// never by itself.

import type { BookView } from '../../book/book.ts';
import type { Database } from '../../db/database.ts';
import { type MarkRow, marksOfBook } from '../../db/marks/marks.ts';
import type { PopularRange } from '../../db/marks/popular.ts';
import { type ThoughtRow, thoughtsOfBook } from '../../db/marks/thoughts.ts';
import { changeUnplaced } from '../../db/marks/unplaced-marks.ts';
import type { MarkEvent, ThoughtEvent } from '../../db/outbox/events.ts';
import { recordEvents } from '../../db/outbox/record-event.ts';
import { watchRows } from '../../db/watch-rows.ts';
import { drawnMarks, drawnPopular, drawnThoughts } from './new-mark.ts';

/** In reading order. */
export interface Beside {
  marks: readonly MarkRow[];
  thoughts: readonly ThoughtRow[];
  popular: readonly PopularRange[];
}

export interface BookMarks {
  /** Marks as they are drawn now. */
  shown(): readonly MarkRow[];
  /** Everything as it is drawn now. */
  beside(): Beside;
  find(bookmarkId: string): MarkRow | undefined;
  /** Records what the reader did, and draws the result in the task that resolves it. */
  record(events: readonly (MarkEvent | ThoughtEvent)[]): Promise<void>;
  /** Reads the store; what is new waits for the next turn. */
  refresh(): Promise<void>;
  /** The same, where something has changed since; a turn without news costs nothing. */
  catchUp(): Promise<void>;
  /** What others underlined in the chapters that are known so far; waits for the next turn. */
  setPopular(popular: readonly PopularRange[]): void;
  /** Draws what is waiting. */
  draw(): void;
  /** The book is closed: nothing is drawn any more. */
  detach(): void;
  /** Whether there are pages to draw on. */
  attached(): boolean;
  /** The engine did not find these in chapters that it laid out. */
  missed(ids: readonly string[]): void;
  /** A chapter is shown, so what was not missed in it is placed. */
  settle(chapterUid: number): Promise<void>;
}

export async function openBookMarks(
  database: Database,
  bookId: string,
  onProblem: (error: unknown) => void,
): Promise<BookMarks & { attach(view: BookView): void }> {
  const read = async () => {
    const [marks, thoughts] = await Promise.all([marksOfBook(database, bookId), thoughtsOfBook(database, bookId)]);
    return { marks, thoughts };
  };
  let stored: Beside = { ...(await read()), popular: [] };
  let shown = stored;
  let view: BookView | undefined;
  const missing = new Set<string>();
  /** Of changes in the store, by whomever; it begins with the first turn, and not while the book opens. */
  let stopWatching: (() => void) | undefined;
  let changed = true;

  const drawAll = (on: BookView) => {
    const { marks, thoughts, popular } = shown;
    const drawn = [...drawnPopular(popular), ...drawnThoughts(thoughts), ...drawnMarks(marks)];
    for (const id of on.setMarks(drawn)) missing.add(id);
  };
  const draw = () => {
    if (shown === stored || !view) return;
    shown = stored;
    drawAll(view);
  };
  const refresh = async () => {
    const { marks, thoughts } = await read();
    if (!same(marks, stored.marks, sameMark)) stored = { ...stored, marks };
    if (!same(thoughts, stored.thoughts, sameThought)) stored = { ...stored, thoughts };
  };
  return {
    attach(opened) {
      view = opened;
      drawAll(opened);
    },
    detach() {
      view = undefined;
      stopWatching?.();
    },
    attached: () => view !== undefined,
    shown: () => shown.marks,
    beside: () => shown,
    find: (bookmarkId) => stored.marks.find((mark) => mark.bookmarkId === bookmarkId),
    async record(events) {
      await recordEvents(database, events);
      await refresh();
      draw();
    },
    refresh,
    async catchUp() {
      if (!changed || !view) return;
      changed = false;
      const note = () => {
        changed = true;
      };
      // After a failure nobody knows what it still hears: it is begun again with the next turn.
      const fail = (error: unknown) => {
        note();
        stopWatching?.();
        stopWatching = undefined;
        onProblem(error);
      };
      stopWatching ??= watchRows(read, note, fail);
      try {
        await refresh();
      } catch (error) {
        note();
        throw error;
      }
    },
    setPopular(popular) {
      stored = { ...stored, popular };
    },
    draw,
    missed(ids) {
      for (const id of ids) missing.add(id);
    },
    settle: settling(database, bookId, { shown: () => shown.marks, missing, onProblem }),
  };
}

interface Settling {
  shown(): readonly MarkRow[];
  missing: ReadonlySet<string>;
  onProblem: (error: unknown) => void;
}

/** Remembers which marks were looked for and not found; writes only when that changes. */
function settling(database: Database, bookId: string, { shown, missing, onProblem }: Settling) {
  const settled = new Map<number, string>();
  return async (chapterUid: number) => {
    const here = shown()
      .filter((mark) => mark.chapterUid === chapterUid)
      .map((mark) => mark.bookmarkId);
    const lost = here.filter((id) => missing.has(id));
    const outcome = `${here.join()} ${lost.join()}`;
    if (settled.get(chapterUid) === outcome) return;
    settled.set(chapterUid, outcome);
    const nowhere = shown()
      .filter((mark) => missing.has(mark.bookmarkId))
      .map((mark) => mark.bookmarkId);
    await changeUnplaced(database, bookId, { placed: here, lost: nowhere }).catch(onProblem);
  };
}

function same<T>(a: readonly T[], b: readonly T[], equal: (a: T, b: T) => boolean): boolean {
  return a.length === b.length && a.every((row, index) => equal(row, b[index] as T));
}

function sameMark(a: MarkRow, b: MarkRow): boolean {
  return a.bookmarkId === b.bookmarkId && a.style === b.style && a.colorStyle === b.colorStyle;
}

function sameThought(a: ThoughtRow, b: ThoughtRow): boolean {
  return a.thoughtId === b.thoughtId && a.content === b.content && a.visibility === b.visibility;
}
