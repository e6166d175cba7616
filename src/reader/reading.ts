// An open book: what the reader does with it, and what that changes. Knows the engine, the store and the screen's
// intents; knows no component.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BookView, PageNumbers, Place, Target, ViewEvents } from '../book/book.ts';
import { declineOffer } from '../db/declined-offers.ts';
import type { ReadingSettings } from '../db/reading-settings.ts';
import { removeFile } from '../db/resources.ts';
import { handleKey } from '../ui/keys.ts';
import { findOffer } from './find-offer.ts';
import { type PageAction, swipeAction, tapAction } from './input.ts';
import { createJumpHistory } from './jump-history.ts';
import { Marking } from './marking.ts';
import { type Opened, openParts } from './open-parts.ts';
import { bookmarksOn, pageLine } from './page-facts.ts';
import { cornerRegion, pageRegion, roomOf } from './page-room.ts';
import { createPlaceKeeper, type PlaceKeeper } from './place-keeper.ts';
import { type Offer, targetOf } from './places.ts';
import { problemOf } from './problem-of.ts';
import { createReadingClock, type ReadingClock } from './reading-clock.ts';
import type { ReadingParts } from './reading-parts.ts';
import { loadingState, type Panel, type ReadingState } from './reading-state.ts';
import { readingStyle } from './reading-style.ts';
import { createSteps } from './steps.ts';

/** Turns that may wait; more of a key that is held down would go on after it is let go. */
const heldTurns = 2;

export class Reading {
  readonly state: StoreApi<ReadingState>;
  readonly #parts: ReadingParts;
  readonly #clock: ReadingClock;
  readonly #history = createJumpHistory();
  readonly #steps = createSteps();
  readonly #abort = new AbortController();
  readonly #now: () => number;
  readonly #watchers = new Set<() => void>();
  #container: HTMLElement | undefined;
  #opened: Opened | undefined;
  #marking: Marking | undefined;
  #keeper: PlaceKeeper | undefined;
  #pendingTurns = 0;
  /** The page is laid out anew; nobody turned it. */
  #relaying = false;
  #turned = false;
  /** What the next turn shows along with its page. */
  #withNextPage: Partial<ReadingState> = {};

  constructor(parts: ReadingParts) {
    this.#parts = parts;
    this.#now = parts.now ?? (() => Math.floor(Date.now() / 1000));
    this.#clock = createReadingClock(parts.clock ?? (() => performance.now()));
    this.state = createStore<ReadingState>(() => loadingState(parts.settings.reading()));
  }

  get place(): Place | undefined {
    return this.#opened?.view.place();
  }

  get direction(): 'ltr' | 'rtl' {
    return this.#opened?.book.facts.direction ?? 'ltr';
  }

  /** What is done to marks; absent until the book is open. */
  get marking(): Marking | undefined {
    this.touch();
    return this.#marking;
  }

  /** Called after the first paint, and after the paint of every turn. */
  watchPlace(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Opens the book in the container; a failure becomes the state's problem. */
  async open(container: HTMLElement): Promise<void> {
    this.#container = container;
    const { database, bookId, at, report } = this.#parts;
    const { signal } = this.#abort;
    const parts = {
      ...{ database, bookId, at, report, signal },
      now: this.#now,
      onFacts: (facts: { title: string; author: string }) => this.#set(facts),
      onProgress: (tenths: number) => this.#set({ tenths }),
    };
    try {
      const opened = await openParts(parts, container, () => this.#style());
      if (opened) await this.#begin(opened);
    } catch (error) {
      if (signal.aborted) return;
      report(error);
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
    this.#opened?.marks.detach();
    this.#opened?.book.close();
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
        if (this.#marking) this.#later(this.#marking.toggleBookmark(cornerRegion(this.#room())));
    }
  }

  show(panel: Panel | undefined): void {
    this.touch();
    this.#opened?.view.clearSelection();
    this.#set({ panel, chosen: undefined });
  }

  /** Goes somewhere else in the book; the place that is left can be gone back to. Panels close with the new page. */
  jump(target: Target): void {
    const { place } = this;
    if (!place) return;
    this.touch();
    this.#history.leave(targetOf(place));
    this.#later(this.#goTo(target));
  }

  back(): void {
    this.touch();
    const target = this.#history.back();
    if (target) this.#later(this.#goTo(target));
  }

  /** Lays the page out with other settings; they are stored, and shown with the page. */
  async changeStyle(change: Partial<ReadingSettings>): Promise<void> {
    this.touch();
    await this.#parts.settings.change(change);
    await this.#relay(async (view) => {
      // Of many presses that came meanwhile, the last one says it all.
      if (this.state.getState().style !== this.#parts.settings.reading()) await view.setStyle(this.#style());
    });
  }

  /** After the window's size changed. */
  async resize(): Promise<void> {
    await this.#relay(async (view) => {
      await view.setStyle(this.#style());
      await view.resize();
    });
  }

  async answerOffer(go: boolean): Promise<void> {
    const { offer } = this.state.getState();
    if (!offer) return;
    this.touch();
    await declineOffer(this.#parts.database, this.#parts.bookId, offer.place.updateTime);
    if (go) this.jump(targetOf(offer.place));
    else this.#set({ offer: undefined });
  }

  /** Closes what only informs or asks. */
  dismiss(): void {
    this.touch();
    this.#set({ outside: undefined, unkept: false });
  }

  /** Removes the panel's ghosts as soon as nothing happens. */
  clean(): void {
    this.touch();
    this.#parts.intend('clean', pageRegion(this.#room()));
    this.#set({ panel: undefined });
  }

  /** One commit: page, marks, line and an offer that is known already. */
  async #begin(opened: Opened): Promise<void> {
    const { book, view, marks, version, left } = opened;
    this.#opened = opened;
    this.#keeper = this.#createKeeper(version);
    const { state } = this;
    const { bookId, onChange, intend, report } = this.#parts;
    this.#marking = new Marking({
      ...{ state, view, marks, bookId, bookVersion: version, now: this.#now, onChange, report },
      onPainted: (region) => intend('key', region),
    });
    if (left) this.#history.leave(left);
    this.#listen(view);
    const offer = await this.#offer();
    const place = view.place();
    if (!place || this.#abort.signal.aborted) return;
    this.#clock.resume();
    this.#set({
      stage: 'open',
      title: state.getState().title || book.facts.title,
      author: state.getState().author || book.facts.authors.join(', '),
      facts: book.facts,
      toc: book.toc,
      ...this.#pageState(place),
      offer,
    });
    intend('page', pageRegion(this.#room()), { turn: false });
    for (const watcher of this.#watchers) watcher();
    this.#later(marks.settle(place.chapterUid));
    this.#later(this.#sync(opened));
  }

  /** What other devices did comes in the background, and is shown with the next turn. */
  async #sync({ marks }: Opened): Promise<void> {
    await this.#parts.syncBook();
    if (this.#abort.signal.aborted) return;
    await marks.refresh();
    if (this.#abort.signal.aborted) return;
    const offer = this.state.getState().offer ? undefined : await this.#offer();
    if (offer && !this.#turned) this.#withNextPage = { ...this.#withNextPage, offer };
  }

  async #offer(): Promise<Offer | undefined> {
    const { database, bookId, deviceId, at } = this.#parts;
    return at ? undefined : findOffer(database, bookId, deviceId);
  }

  #createKeeper(bookVersion: number): PlaceKeeper {
    const { database, bookId, deviceId, onChange, report } = this.#parts;
    return createPlaceKeeper({
      ...{ database, bookId, bookVersion, deviceId, onChange },
      clock: this.#clock,
      now: this.#now,
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
    view.on('marksUnplaced', ({ ids }) => this.#opened?.marks.missed(ids));
    view.on('sectionFailed', ({ reason }) => this.#parts.report(new Error(`A section cannot be shown: ${reason}`)));
    on('followed', ({ from }) => this.#history.leave(targetOf(from)));
    on('outsideLink', ({ url }) => this.#set({ outside: url }));
    on('selected', (selected) => this.#marking?.selected(selected));
    on('markTapped', (tapped) => this.#marking?.tapped(tapped));
    on('tap', ({ x }) => {
      // A tap beside a selection ends it, and turns nothing.
      if (this.state.getState().chosen) this.#marking?.unchoose();
      else this.act(tapAction(x, this.#room().width, this.direction));
    });
    on('swipe', ({ direction }) => this.act(swipeAction(direction, this.direction)));
    on('key', (event) => {
      if (handleKey(event)) event.preventDefault();
    });
  }

  async #turn(action: 'next' | 'previous'): Promise<void> {
    this.#pendingTurns += 1;
    try {
      await this.#inOrder((view) => (action === 'next' ? view.next() : view.previous()));
    } finally {
      this.#pendingTurns -= 1;
    }
  }

  async #goTo(target: Target): Promise<void> {
    await this.#inOrder(async (view) => {
      // Per cents are exact only once every chapter has been counted.
      if ('progress' in target) await this.#opened?.book.counted();
      await view.goTo(target);
    });
  }

  async #relay(change: (view: BookView) => Promise<unknown>): Promise<void> {
    await this.#inOrder(async (view) => {
      this.#relaying = true;
      try {
        await change(view);
      } finally {
        this.#relaying = false;
      }
    });
  }

  async #inOrder(step: (view: BookView) => Promise<unknown>): Promise<void> {
    const view = this.#opened?.view;
    if (view) await this.#steps.run(async () => this.#abort.signal.aborted || step(view));
  }

  /** In the task that turns the page: everything here is painted in its frame. */
  #turning(numbers: PageNumbers): void {
    const view = this.#opened?.view;
    const before = this.state.getState().line;
    this.#opened?.marks.draw();
    const along = this.#withNextPage;
    this.#withNextPage = {};
    if (!this.#relaying) view?.clearSelection();
    this.#set({
      chosen: undefined,
      outside: undefined,
      ...(this.#relaying ? {} : { panel: undefined, offer: undefined }),
      ...along,
      ...this.#pageState(numbers),
    });
    this.#parts.intend('page', pageRegion(this.#room()), {
      turn: !this.#relaying,
      chapterStart: before !== undefined && before.section !== numbers.section,
      imageShare: view?.pictureShare() ?? 0,
    });
  }

  /** After the paint. */
  #placed(place: Place): void {
    for (const watcher of this.#watchers) watcher();
    if (this.#relaying || !this.#opened) return;
    this.#turned = true;
    const { marks } = this.#opened;
    if (this.#keeper) this.#later(this.#keeper.keep(place));
    this.#later(marks.settle(place.chapterUid));
    this.#later(marks.refresh());
  }

  /** Time at a place that nobody turned to is no news about the place, where another device's is being offered. */
  async #keepTime(place: Place): Promise<void> {
    const offered = this.state.getState().offer ?? this.#withNextPage.offer;
    if (!this.#turned && (offered || this.#parts.at)) return;
    await this.#keeper?.keepTime(place);
  }

  #pageState(numbers: PageNumbers) {
    const { view, marks } = this.#opened ?? {};
    return {
      style: this.#parts.settings.reading(),
      side: this.#style().margin.left,
      line: pageLine(numbers, new Date(this.#now() * 1000)),
      bookmarks: view && marks ? bookmarksOn(view, marks.shown(), numbers) : [],
      canReturn: this.#history.size > 0,
    };
  }

  /** Sections that turning pages comes through. */
  #linear(): number[] {
    return (this.#opened?.book.sections ?? []).filter(({ linear }) => linear).map(({ index }) => index);
  }

  #style = () => readingStyle(this.#parts.settings.reading(), this.#room());
  #room = () => roomOf(this.#container);

  #set(change: Partial<ReadingState>): void {
    this.state.setState(change);
  }

  #later(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!this.#abort.signal.aborted) this.#parts.report(error);
    });
  }
}
