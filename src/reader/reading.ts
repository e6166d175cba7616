// An open book: what the reader does with it, and what that changes. Knows the engine, the store and the screen's
// intents; knows no component.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Book, BookView, PageNumbers, Place, Target, ViewEvents } from '../book/book.ts';
import { openBook } from '../book/open-book.ts';
import type { Database } from '../db/database.ts';
import { declinedOffer, declineOffer } from '../db/declined-offers.ts';
import type { MarkRow } from '../db/marks.ts';
import type { ReadingSettings } from '../db/reading-settings.ts';
import { removeFile } from '../db/resources.ts';
import type { Intend } from '../screen/intents.ts';
import { handleKey } from '../ui/keys.ts';
import { type BookMarks, openBookMarks } from './book-marks.ts';
import { type PageAction, swipeAction, tapAction } from './input.ts';
import { createJumpHistory } from './jump-history.ts';
import { loadFile } from './load-file.ts';
import { bookmarkOfPlace, markOfSelection } from './new-mark.ts';
import { createPlaceKeeper, type PlaceKeeper } from './place-keeper.ts';
import { offerOf, openingPlace, targetOf, targetOfPlace } from './places.ts';
import { problemOf } from './problem-of.ts';
import { createReadingClock, type ReadingClock } from './reading-clock.ts';
import { type Chosen, loadingState, type PageLine, type Panel, type ReadingState } from './reading-state.ts';
import { type PageRoom, readingStyle } from './reading-style.ts';

export interface ReadingParts {
  database: Database;
  bookId: string;
  deviceId: string;
  /** Opened from a mark or a link: this place, not the last one. */
  at?: { chapterUid: number; offset: number; cfi?: string; quote?: string };
  settings: {
    reading(): ReadingSettings;
    /** Stores the change. */
    change(change: Partial<ReadingSettings>): Promise<void>;
  };
  /** Reads the book's places and marks from the service; resolves either way. */
  syncBook: () => Promise<void>;
  /** Something was recorded and waits to be sent. */
  onChange: () => void;
  intend: Intend;
  report: (error: unknown) => void;
  /** Milliseconds that run evenly. */
  clock?: () => number;
  /** Unix seconds. */
  now?: () => number;
}

/** Turns that may wait; more of a key that is held down would go on after it is let go. */
const heldTurns = 2;

export class Reading {
  readonly state: StoreApi<ReadingState>;
  readonly #parts: ReadingParts;
  readonly #clock: ReadingClock;
  readonly #history = createJumpHistory();
  readonly #abort = new AbortController();
  readonly #now: () => number;
  #container: HTMLElement | undefined;
  #book: Book | undefined;
  #view: BookView | undefined;
  #marks: BookMarks | undefined;
  #keeper: PlaceKeeper | undefined;
  #version = 0;
  #pendingTurns = 0;
  /** The page is laid out anew; nobody turned it. */
  #relaying = false;
  #turned = false;
  /** What the next turn shows along with its page. */
  #withNextPage: Partial<ReadingState> = {};
  readonly #watchers = new Set<() => void>();

  constructor(parts: ReadingParts) {
    this.#parts = parts;
    this.#now = parts.now ?? (() => Math.floor(Date.now() / 1000));
    this.#clock = createReadingClock(parts.clock ?? (() => performance.now()));
    this.state = createStore<ReadingState>(() => loadingState(parts.settings.reading()));
  }

  get place(): Place | undefined {
    return this.#view?.place();
  }

  /** Called after the first paint, and after the paint of every turn. */
  watchPlace(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  get direction(): 'ltr' | 'rtl' {
    return this.#book?.facts.direction ?? 'ltr';
  }

  /** Opens the book in the container; a failure becomes the state's problem. */
  async open(container: HTMLElement): Promise<void> {
    this.#container = container;
    try {
      await this.#open(container);
    } catch (error) {
      if (this.#abort.signal.aborted) return;
      this.#parts.report(error);
      this.#book?.close();
      this.#book = undefined;
      this.#set({ stage: 'failed', problem: problemOf(error) });
    }
  }

  /** `afresh`: without the stored file, which is fetched again. */
  async retry(afresh: boolean): Promise<void> {
    const { database, bookId } = this.#parts;
    if (!this.#container) return;
    if (afresh) await removeFile(database, bookId);
    this.state.setState(loadingState(this.#parts.settings.reading()), true);
    await this.open(this.#container);
  }

  async close(): Promise<void> {
    this.#abort.abort();
    const { place } = this;
    const kept = place ? this.#keepTime(place) : undefined;
    this.#view?.close();
    this.#book?.close();
    await kept;
  }

  /** The window was hidden or is shown again. */
  seen(visible: boolean): void {
    if (visible) this.#clock.resume();
    else this.#clock.pause();
    if (!visible && this.place) void this.#keepTime(this.place);
  }

  touch(): void {
    this.#clock.touch();
  }

  /** `held`: the key repeats because it is held down. */
  act(action: PageAction, held = false): void {
    this.touch();
    switch (action) {
      case 'next':
      case 'previous':
        if (!held || this.#pendingTurns < heldTurns) this.#later(this.#turn(action));
        return;
      case 'menu':
        this.show('menu');
        return;
      case 'start':
        this.jump({ section: this.#linear()[0] ?? 0, offset: 0 });
        return;
      case 'end':
        this.jump({ section: this.#linear().at(-1) ?? 0, offset: Number.MAX_SAFE_INTEGER });
        return;
      case 'bookmark':
        this.#later(this.toggleBookmark());
    }
  }

  show(panel: Panel | undefined): void {
    this.touch();
    if (panel === 'menu') this.#view?.clearSelection();
    this.#set({ panel, chosen: undefined });
  }

  /** Goes somewhere else in the book; the place that is left can be gone back to. Panels close with the new page. */
  jump(target: Target): void {
    const { place } = this;
    if (!this.#view || !place) return;
    this.#history.leave(targetOfPlace(place));
    this.#later(this.#goTo(target));
  }

  back(): void {
    const target = this.#history.back();
    if (target) this.#later(this.#goTo(target));
  }

  /** Lays the page out with other settings; they are stored, and shown with the page. */
  async changeStyle(change: Partial<ReadingSettings>): Promise<void> {
    this.touch();
    await this.#parts.settings.change(change);
    await this.#relay((view) => view.setStyle(this.#style()));
  }

  /** After the window's size changed. */
  async resize(): Promise<void> {
    await this.#relay(async (view) => {
      await view.setStyle(this.#style());
      await view.resize();
    });
  }

  async toggleBookmark(): Promise<void> {
    const { place } = this;
    const marks = this.#marks;
    if (!marks || !place) return;
    const { bookId } = this.#parts;
    const here = this.state.getState().bookmarks;
    await marks.record(
      here.length > 0
        ? here.map((bookmarkId) => ({ kind: 'mark.remove', bookId, bookmarkId }))
        : [{ kind: 'mark.add', mark: bookmarkOfPlace(place, this.#markOf()) }],
    );
    this.#marked({});
  }

  /** Marks what is selected, or gives the chosen mark another style. */
  async mark(style: MarkRow['style']): Promise<void> {
    const { chosen } = this.state.getState();
    if (!chosen || !this.#marks) return;
    this.touch();
    await this.#marks.record([
      chosen.kind === 'new'
        ? { kind: 'mark.add', mark: markOfSelection(chosen.selected, style, this.#markOf()) }
        : { kind: 'mark.change', mark: chosen.mark, change: { style } },
    ]);
    this.#marked({ chosen });
  }

  async deleteMark(): Promise<void> {
    const { chosen } = this.state.getState();
    if (chosen?.kind !== 'mark' || !this.#marks) return;
    this.touch();
    const { bookId, bookmarkId } = chosen.mark;
    await this.#marks.record([{ kind: 'mark.remove', bookId, bookmarkId }]);
    this.#marked({ chosen });
  }

  /** Ends a selection, or closes a mark's menu. */
  unchoose(): void {
    this.touch();
    this.#view?.clearSelection();
    this.#set({ chosen: undefined });
  }

  async answerOffer(go: boolean): Promise<void> {
    const { offer } = this.state.getState();
    if (!offer) return;
    this.touch();
    await declineOffer(this.#parts.database, this.#parts.bookId, offer.place.updateTime);
    if (go) this.jump(targetOf(offer.place));
    else this.#set({ offer: undefined });
  }

  closeOutside(): void {
    this.touch();
    this.#set({ outside: undefined });
  }

  /** Removes the panel's ghosts as soon as nothing happens. */
  clean(): void {
    this.#parts.intend('clean', this.#region());
    this.#set({ panel: undefined });
  }

  async #open(container: HTMLElement): Promise<void> {
    const { database, bookId, at } = this.#parts;
    const row = await database.books.get(bookId);
    if (row) this.#set({ title: row.title, author: row.author });
    const load = { database, report: this.#parts.report, now: this.#now };
    const { signal } = this.#abort;
    const { file, version } = await loadFile(load, bookId, (tenths) => this.#set({ tenths }), signal);
    const [book, position, marks] = await Promise.all([
      openBook(file),
      database.positions.get(bookId),
      openBookMarks(database, bookId, this.#parts.report),
    ]);
    if (signal.aborted) return book.close();
    this.#book = book;
    this.#marks = marks;
    this.#version = version;
    const opening = openingPlace(position);
    const target: Target | undefined = at ?? (opening && targetOf(opening));
    if (at && opening) this.#history.leave(targetOf(opening));
    const view = await book.show(container, this.#style(), target);
    if (signal.aborted) return view.close();
    this.#view = view;
    this.#keeper = this.#createKeeper();
    this.#listen(view);
    marks.attach(view);
    await this.#showFirst(book, view);
  }

  /** One commit: page, marks, line and an offer that is known already. */
  async #showFirst(book: Book, view: BookView): Promise<void> {
    const place = view.place();
    const offer = await this.#offer();
    this.#clock.resume();
    if (!place || this.#abort.signal.aborted) return;
    this.#set({
      stage: 'open',
      title: this.state.getState().title || book.facts.title,
      author: this.state.getState().author || book.facts.authors.join(', '),
      facts: book.facts,
      toc: book.toc,
      style: this.#parts.settings.reading(),
      side: this.#style().margin.left,
      line: this.#line(place),
      bookmarks: this.#bookmarksOn(place),
      canReturn: this.#history.size > 0,
      offer,
    });
    this.#parts.intend('page', this.#region(), { turn: false });
    for (const watcher of this.#watchers) watcher();
    void this.#marks?.settle(place.chapterUid);
    void this.#sync();
  }

  /** What other devices did comes in the background, and is shown with the next turn. */
  async #sync(): Promise<void> {
    await this.#parts.syncBook();
    if (this.#abort.signal.aborted) return;
    await this.#marks?.refresh();
    const offer = this.state.getState().offer ?? (await this.#offer());
    if (offer && !this.#turned) this.#withNextPage = { ...this.#withNextPage, offer };
  }

  async #offer() {
    const { database, bookId, deviceId, at } = this.#parts;
    if (at) return undefined;
    const [row, declined] = await Promise.all([database.positions.get(bookId), declinedOffer(database, bookId)]);
    return offerOf(row, deviceId, declined);
  }

  #createKeeper(): PlaceKeeper {
    const { database, bookId, deviceId, onChange, report } = this.#parts;
    return createPlaceKeeper({
      database,
      bookId,
      bookVersion: this.#version,
      deviceId,
      clock: this.#clock,
      now: this.#now,
      onChange,
      onProblem: (error) => {
        if (error) report(error);
        // Shown with the next page: the line below the text never changes by itself.
        this.#withNextPage = { ...this.#withNextPage, unsaved: error !== undefined };
      },
    });
  }

  #listen(view: BookView): void {
    const on = <E extends keyof ViewEvents>(event: E, listener: (value: ViewEvents[E]) => void) =>
      view.on(event, (value) => {
        this.touch();
        listener(value);
      });
    view.on('turning', (numbers) => this.#turning(numbers));
    view.on('place', (place) => this.#placed(place));
    view.on('marksUnplaced', ({ ids }) => this.#marks?.missed(ids));
    view.on('sectionFailed', ({ reason }) => this.#parts.report(new Error(`A section cannot be shown: ${reason}`)));
    on('followed', ({ from }) => this.#history.leave(targetOfPlace(from)));
    on('outsideLink', ({ url }) => this.#set({ outside: url }));
    on('selected', (selected) => this.#choose(selected && { kind: 'new', selected, box: selected.box }));
    on('markTapped', ({ id, box }) => {
      const mark = this.#marks?.find(id);
      if (mark) this.#choose({ kind: 'mark', mark, box });
    });
    on('tap', ({ x }) => {
      // A tap beside a selection ends it, and turns nothing.
      if (this.state.getState().chosen) return this.unchoose();
      this.act(tapAction(x, this.#container?.clientWidth ?? 1, this.direction));
    });
    on('key', (event) => {
      if (handleKey(event)) event.preventDefault();
    });
    on('swipe', ({ direction }) => this.act(swipeAction(direction, this.direction)));
  }

  #choose(chosen: Chosen | undefined): void {
    // A selection that was given up says nothing about a mark's menu.
    if (!chosen && this.state.getState().chosen?.kind !== 'new') return;
    this.#set({ chosen });
  }

  async #turn(action: 'next' | 'previous'): Promise<void> {
    const view = this.#view;
    if (!view) return;
    this.#pendingTurns += 1;
    try {
      await (action === 'next' ? view.next() : view.previous());
    } finally {
      this.#pendingTurns -= 1;
    }
  }

  async #goTo(target: Target): Promise<void> {
    // Per cents are exact only once every chapter has been counted.
    if ('progress' in target) await this.#book?.counted();
    await this.#view?.goTo(target);
  }

  async #relay(change: (view: BookView) => Promise<unknown>): Promise<void> {
    const view = this.#view;
    if (!view) return;
    this.#relaying = true;
    try {
      await change(view);
    } finally {
      this.#relaying = false;
    }
  }

  /** In the task that turns the page: everything here is painted in its frame. */
  #turning(numbers: PageNumbers): void {
    const before = this.state.getState().line;
    this.#marks?.draw();
    const along = this.#withNextPage;
    this.#withNextPage = {};
    const closed = this.#relaying ? {} : { panel: undefined, offer: undefined };
    if (!this.#relaying) this.#view?.clearSelection();
    this.#set({
      chosen: undefined,
      outside: undefined,
      ...closed,
      ...along,
      style: this.#parts.settings.reading(),
      side: this.#style().margin.left,
      line: this.#line(numbers),
      bookmarks: this.#bookmarksOn(numbers),
      canReturn: this.#history.size > 0,
    });
    this.#parts.intend('page', this.#region(), {
      turn: !this.#relaying,
      chapterStart: before !== undefined && before.section !== numbers.section,
      imageShare: this.#view?.pictureShare() ?? 0,
    });
  }

  /** After the paint. */
  #placed(place: Place): void {
    for (const watcher of this.#watchers) watcher();
    if (this.#relaying) return;
    this.#turned = true;
    void this.#keeper?.keep(place);
    void this.#marks?.settle(place.chapterUid);
    void this.#marks?.refresh();
  }

  /** Time at a place that nobody turned to is no news about the place, where another device's is being offered. */
  async #keepTime(place: Place): Promise<void> {
    const offered = this.state.getState().offer ?? this.#withNextPage.offer;
    if (!this.#turned && (offered || this.#parts.at)) return;
    await this.#keeper?.keepTime(place);
  }

  #marked({ chosen }: { chosen?: Chosen }): void {
    this.#view?.clearSelection();
    const { place } = this;
    this.#set({ chosen: undefined, panel: undefined, ...(place ? { bookmarks: this.#bookmarksOn(place) } : {}) });
    this.#parts.intend('key', chosen ? chosen.box : this.#ribbonRegion());
    if (place) void this.#marks?.settle(place.chapterUid);
    this.#parts.onChange();
  }

  #bookmarksOn(page: Pick<PageNumbers, 'chapterUid' | 'page'>): string[] {
    const view = this.#view;
    if (!view) return [];
    return (this.#marks?.shown() ?? [])
      .filter(({ type, chapterUid }) => type === 0 && chapterUid === page.chapterUid)
      .filter(({ chapterUid, start }) => view.pageOf(chapterUid, start) === page.page)
      .map(({ bookmarkId }) => bookmarkId);
  }

  #line(numbers: PageNumbers): PageLine {
    const { page, pages, section, progress, bookPage, bookPages } = numbers;
    return {
      chapter: numbers.chapterTitle,
      page,
      pages,
      section,
      // Only the last page is the end.
      progress: numbers.atEnd ? 100 : Math.min(99, Math.floor(progress)),
      time: new Date(this.#now() * 1000),
      ...(bookPage === undefined ? {} : { bookPage }),
      ...(bookPages === undefined ? {} : { bookPages }),
    };
  }

  #markOf() {
    return {
      bookId: this.#parts.bookId,
      bookVersion: this.#version,
      chapterName: this.place?.chapterTitle ?? '',
      now: this.#now(),
    };
  }

  /** Sections that turning pages comes through. */
  #linear(): number[] {
    return (this.#book?.sections ?? []).filter(({ linear }) => linear).map(({ index }) => index);
  }

  #style() {
    return readingStyle(this.#parts.settings.reading(), this.#room());
  }

  #room(): PageRoom {
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    return { width: this.#container?.clientWidth ?? 1, height: this.#container?.clientHeight ?? 1, rem };
  }

  #region() {
    const { width, height } = this.#room();
    return { x: 0, y: 0, width, height };
  }

  #ribbonRegion() {
    const { width, rem } = this.#room();
    return { x: width - 4 * rem, y: 0, width: 4 * rem, height: 4 * rem };
  }

  #set(change: Partial<ReadingState>): void {
    this.state.setState(change);
  }

  #later(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!this.#abort.signal.aborted) this.#parts.report(error);
    });
  }
}
