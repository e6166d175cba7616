// The shelf's actions: turning its pages, arranging, and what the reader does to books. Every change is an event of
// the store; the page shown is read anew only when the reader did something.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Database } from '../db/database.ts';
import { deleteFolder } from '../db/outbox/delete-folder.ts';
import type { EventBody } from '../db/outbox/events.ts';
import { recordEvents } from '../db/outbox/record-event.ts';
import { removeFile } from '../db/reading/resources.ts';
import { changeSetting, readSetting, setting } from '../db/settings/settings.ts';
import type { BookRow } from '../db/shelf/books.ts';
import { readShelfPage, type ShelfFilter } from '../db/shelf/shelf-page.ts';
import { type FetchCover, type PrepareCover, pageCovers } from './covers.ts';
import { type Grid, type Room, shelfGrid } from './shelf-grid.ts';
import type { ShelfState, ShelfTaste } from './shelf-state.ts';

const taste = setting<ShelfTaste>('shelf', { sort: 'recent', layout: 'covers' });
/** Books in one event; the service takes no more of some kinds at once. */
const booksPerEvent = 200;

export interface ShelfParts {
  database: Database;
  fetchCover: FetchCover;
  prepareCover?: PrepareCover;
  /** The window as it is now. */
  room: () => Room;
  /** Something was recorded and waits to be sent. */
  onChange: () => void;
  report: (error: unknown) => void;
}

export interface Shelf {
  state: StoreApi<ShelfState>;
  /** Reads the page anew; call before the shelf is shown, and when the reader asked for something. */
  load(): Promise<void>;
  /**
   * Books came that nobody waited for: the page that is looked at stays, and the next one that is read has them. Says
   * nothing of a book that this one has already, read meanwhile.
   */
  announce(bookId?: string): Promise<void>;
  /** The reader asks for what was announced. */
  showNews(): Promise<void>;
  turn(step: number): Promise<void>;
  goToPage(page: number): Promise<void>;
  openFolder(folder: { archiveId: string; name: string }): Promise<void>;
  leaveFolder(): Promise<void>;
  show(filter: ShelfFilter): Promise<void>;
  search(text: string | undefined): Promise<void>;
  arrange(change: Partial<ShelfTaste>): Promise<void>;
  select(bookIds: ReadonlySet<string> | undefined): void;
  /** The reader has seen that a change was not saved. */
  seenNotSaved(): void;
  record(bodies: EventBody[]): Promise<void>;
  /** With or without its books. A folder that is open is left. */
  deleteFolder(archiveId: string, removeBooks: 0 | 1): Promise<void>;
  /** Splits a change of many books into events of allowed size; one for no book at all. */
  forBooks(bookIds: readonly string[], body: (bookIds: string[]) => EventBody): Promise<void>;
  freeSpace(bookIds: readonly string[]): Promise<void>;
}

const coverSize = ({ coverWidth: width, coverHeight: height }: Grid) => ({ width, height });
const emptyPage = { entries: [], page: 0, pages: 1, total: 0 };

export async function openShelf(parts: ShelfParts): Promise<Shelf> {
  const { database } = parts;
  const covers = pageCovers(database, parts.fetchCover, parts.prepareCover);
  const liked = await readSetting(database, taste);
  const state = createStore<ShelfState>(() => ({
    folder: undefined,
    pageBefore: 0,
    filter: 'all',
    search: undefined,
    ...liked,
    grid: shelfGrid(parts.room(), liked.layout),
    shown: emptyPage,
    covers: new Map(),
    selected: undefined,
    news: false,
    notSaved: false,
  }));
  /** What was announced, as far as it is known which books these were; only grows. */
  const announced: (string | undefined)[] = [];
  /** What was asked for and is not shown yet. */
  let asked: { change: Partial<ShelfState>; page: number } | undefined;
  /** Where the shelf is as soon as all that was asked for is shown. */
  const coming = () => ({ page: asked?.page ?? state.getState().shown.page, ...state.getState(), ...asked?.change });
  let wanted = 0;

  /**
   * One read, one commit: `change` becomes visible together with the page that it asks for. A change that a later request
   * finds on its way (another of the reader's, or a sync that has ended) comes with that one.
   */
  const show = async (change: Partial<ShelfState>, page: number) => {
    const turn = ++wanted;
    // Until the reader has asked for another page.
    const isWanted = () => turn === wanted;
    const mine = { change: { ...asked?.change, ...change }, page };
    asked = mine;
    const known = announced.length;
    try {
      const next = { ...state.getState(), ...mine.change };
      const grid = shelfGrid(parts.room(), next.layout);
      const { sort, filter, folder, search } = next;
      const size = grid.columns * grid.rows;
      const query = { folder: folder?.archiveId ?? '', sort, filter, search: search ?? '', page, size };
      const shown = await readShelfPage(database, query);
      const books = shown.entries.flatMap((entry) => (entry.kind === 'book' ? [entry.book] : []));
      const stored = await covers.stored(books, coverSize(grid), isWanted);
      if (!stored) return;
      // What was announced meanwhile may be on this page already.
      const here = new Set<string | undefined>(books.map(({ bookId }) => bookId));
      const news = announced.slice(known).some((bookId) => !here.has(bookId));
      state.setState({ ...mine.change, grid, shown, covers: stored, news });
      completeCovers(books, isWanted).catch(parts.report);
    } finally {
      if (asked === mine) asked = undefined;
    }
  };
  /**
   * Missing covers come in one repaint, and only while the page that lacks them is still shown. Each fills the cell that
   * its book has already: nothing moves (docs/decisions/what-comes-late.md).
   */
  const completeCovers = async (books: readonly BookRow[], isWanted: () => boolean) => {
    if (!(await covers.complete(books)) || !isWanted()) return;
    const stored = await covers.stored(books, coverSize(state.getState().grid), isWanted);
    if (stored) state.setState({ covers: stored });
  };
  const load = (change: Partial<ShelfState> = {}) => show(change, coming().page);
  const leaveFolder = () => show({ folder: undefined, selected: undefined }, coming().pageBefore);
  const keep = async (change: Promise<void>): Promise<boolean> => {
    try {
      await change;
      return true;
    } catch (error) {
      // A full disk, above all: the reader has to know that it did not happen.
      parts.report(error);
      await load({ notSaved: true });
      return false;
    }
  };
  const record = async (bodies: EventBody[]) => {
    if (!(await keep(recordEvents(database, bodies)))) return;
    parts.onChange();
    await load({ selected: undefined });
  };

  return {
    state,
    load: () => load(),
    async announce(bookId) {
      const { entries } = state.getState().shown;
      if (bookId && entries.some((entry) => entry.kind === 'book' && entry.book.bookId === bookId)) return;
      announced.push(bookId);
      // Where nothing is shown, nothing moves.
      if (state.getState().shown.total === 0) await load();
      else if (!state.getState().news) state.setState({ news: true });
    },
    showNews() {
      const { sort, page } = coming();
      // Where the newest stand first, they stand on the first page.
      return show({}, sort === 'recent' || sort === 'added' ? 0 : page);
    },
    turn: (step) => turnTo(coming().page + step),
    goToPage: (page) => turnTo(page),
    openFolder(folder) {
      const { folder: opened, page, pageBefore } = coming();
      return show({ folder, pageBefore: opened ? pageBefore : page, selected: undefined }, 0);
    },
    leaveFolder,
    async deleteFolder(archiveId, removeBooks) {
      const isDone = await keep(deleteFolder(database, archiveId, removeBooks));
      // Some of the books may have gone where the folder has not.
      parts.onChange();
      if (!isDone) return;
      if (coming().folder?.archiveId === archiveId) await leaveFolder();
      else await load({ selected: undefined });
    },
    show: (filter) => show({ filter, folder: undefined }, 0),
    async search(search) {
      const settled = !asked || !('search' in asked.change);
      // An empty field finds what is shown already: it opens at once, and nothing that is typed goes past it.
      if (settled && (state.getState().search ?? '') === (search ?? '')) state.setState({ search });
      else await show({ search }, 0);
    },
    async arrange(change) {
      await changeSetting(database, taste, change);
      await show(change, 0);
    },
    select: (selected) => state.setState({ selected }),
    seenNotSaved: () => state.setState({ notSaved: false }),
    record,
    forBooks: (bookIds, body) => record(inParts(bookIds).map(body)),
    async freeSpace(bookIds) {
      for (const bookId of bookIds) await removeFile(database, bookId);
      await load({ selected: undefined });
    },
  };

  async function turnTo(page: number): Promise<void> {
    // How many pages there are of something else is known when it is read, and no page is beyond them.
    const isElse = asked && Object.keys(asked.change).length > 0;
    const pages = isElse ? Number.POSITIVE_INFINITY : state.getState().shown.pages;
    if (page >= 0 && page < pages) await show({}, page);
  }
}

function inParts(bookIds: readonly string[]): string[][] {
  const parts = [bookIds.slice(0, booksPerEvent)];
  for (let start = booksPerEvent; start < bookIds.length; start += booksPerEvent) {
    parts.push(bookIds.slice(start, start + booksPerEvent));
  }
  return parts;
}
