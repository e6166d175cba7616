// The marks of the open book: what is stored, what is drawn, and which could not be placed. A change that came from
// elsewhere is drawn with the next turn, never by itself.

import type { BookView } from '../book/book.ts';
import type { Database } from '../db/database.ts';
import type { MarkEvent } from '../db/events.ts';
import { type MarkRow, marksOfBook } from '../db/marks.ts';
import { recordEvent } from '../db/record-event.ts';
import { changeUnplaced } from '../db/unplaced-marks.ts';
import { drawnMarks } from './new-mark.ts';

export interface BookMarks {
  /** Marks as they are drawn now. */
  shown(): readonly MarkRow[];
  find(bookmarkId: string): MarkRow | undefined;
  /** Records what the reader did, and draws the result in the task that resolves it. */
  record(events: readonly MarkEvent[]): Promise<void>;
  /** Reads the store; what is new waits for the next turn. */
  refresh(): Promise<void>;
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
  let stored = await marksOfBook(database, bookId);
  let shown: readonly MarkRow[] = stored;
  let view: BookView | undefined;
  const missing = new Set<string>();
  const settled = new Map<number, string>();

  const draw = () => {
    if (shown === stored || !view) return;
    shown = stored;
    drawAll(view);
  };
  const drawAll = (on: BookView) => {
    for (const id of on.setMarks(drawnMarks(shown))) missing.add(id);
  };
  const refresh = async () => {
    const read = await marksOfBook(database, bookId);
    if (!sameMarks(read, stored)) stored = read;
  };
  return {
    attach(opened) {
      view = opened;
      drawAll(opened);
    },
    detach() {
      view = undefined;
    },
    attached: () => view !== undefined,
    shown: () => shown,
    find: (bookmarkId) => stored.find((mark) => mark.bookmarkId === bookmarkId),
    async record(events) {
      for (const event of events) await recordEvent(database, event);
      await refresh();
      draw();
    },
    refresh,
    draw,
    missed(ids) {
      for (const id of ids) missing.add(id);
    },
    async settle(chapterUid) {
      const here = shown.filter((mark) => mark.chapterUid === chapterUid).map((mark) => mark.bookmarkId);
      const lost = here.filter((id) => missing.has(id));
      const outcome = `${here.join()} ${lost.join()}`;
      if (settled.get(chapterUid) === outcome) return;
      settled.set(chapterUid, outcome);
      const nowhere = shown.filter((mark) => missing.has(mark.bookmarkId)).map((mark) => mark.bookmarkId);
      await changeUnplaced(database, bookId, { placed: here, lost: nowhere }).catch(onProblem);
    },
  };
}

function sameMarks(a: readonly MarkRow[], b: readonly MarkRow[]): boolean {
  return a.length === b.length && a.every((mark, index) => sameMark(mark, b[index]));
}

function sameMark(a: MarkRow, b: MarkRow | undefined): boolean {
  return a.bookmarkId === b?.bookmarkId && a.style === b.style && a.colorStyle === b.colorStyle;
}
