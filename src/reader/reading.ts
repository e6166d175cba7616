// An open book: its life from opening to closing, and what each page shows along with it. What else can be done with
// it are features; knows the engine, the store and the screen's intents, and no component.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Book, BookView, PageNumbers, Place, Target } from '../book/book.ts';
import { fontChoices } from '../db/settings/reading-choices.ts';
import type { ReadingSettings } from '../db/settings/reading-settings.ts';
import { handleKey } from '../ui/keys.ts';
import type { Feature, FeatureParts } from './feature.ts';
import { type Features, openFeatures } from './features.ts';
import { type BookLengths, bookLengths } from './footer/book-lengths.ts';
import type { PageAction } from './input/input.ts';
import { listenToView } from './input/listen-to-view.ts';
import { act } from './input/page-actions.ts';
import type { Marking } from './marks/marking.ts';
import { OpenLife } from './open-life.ts';
import { askPassword } from './opening/ask-password.ts';
import { hearOfOthers } from './opening/hear-of-others.ts';
import { type Opened, openParts } from './opening/open-parts.ts';
import { problemOf } from './opening/problem-of.ts';
import type { ReadingParts } from './reading-parts.ts';
import { loadingState, type Panel, type ReadingState } from './reading-state.ts';
import { LaidOut } from './turning/laid-out.ts';
import { isOtherChapter } from './turning/page-facts.ts';
import { pageRegion, roomOf } from './turning/page-room.ts';
import { pageState } from './turning/page-state.ts';
import { PageTurns } from './turning/page-turns.ts';
import { directionOf } from './turning/reading-style.ts';
import { createSteps } from './turning/steps.ts';

export class Reading {
  readonly state: StoreApi<ReadingState>;
  readonly #parts: ReadingParts;
  readonly #abort = new AbortController();
  readonly #life: OpenLife;
  #opening = false;
  readonly #now: () => number;
  readonly #watchers = new Set<() => void>();
  #container: HTMLElement | undefined;
  #opened: Opened | undefined;
  #turns: PageTurns | undefined;
  readonly #restyling = createSteps();
  #features: Features | undefined;
  #moved = false;
  /** Where the book was left to be opened anew, if it was in a chapter that could not be shown: such places are not kept. */
  #unread: ReadingParts['at'];
  readonly #laid: LaidOut;
  /** What the next turn shows along with its page. */
  #withNextPage: Partial<ReadingState> = {};

  constructor(parts: ReadingParts) {
    this.#parts = parts;
    this.#life = new OpenLife(parts.report);
    this.#laid = new LaidOut(parts.settings, this.room);
    this.#now = parts.now ?? (() => Math.floor(Date.now() / 1000));
    this.state = createStore<ReadingState>(() => loadingState(parts.settings.reading()));
  }

  get place(): Place | undefined {
    return this.#opened?.view.place();
  }

  /** What taps and swipes do. */
  get controls() {
    return this.#parts.settings.controls();
  }

  get direction(): 'ltr' | 'rtl' {
    const { facts } = this.#opened?.book ?? {};
    return facts ? directionOf(facts, this.#laid.settings) : 'ltr';
  }

  /** Its file can be fetched once more. */
  get canFetch(): boolean {
    return this.#parts.canFetch;
  }

  /** The reader has gone on from where the book was opened. */
  get moved(): boolean {
    return this.#moved || (this.#features?.keeping.turned ?? false);
  }

  /** Lengths of the book's parts, once they are counted. */
  lengths(): BookLengths | undefined {
    return bookLengths(this.#opened?.book.sections ?? []);
  }

  /** Absent until it is open, as are its turns and features. */
  get book(): Book | undefined {
    return this.#opened?.book;
  }

  get turns(): PageTurns | undefined {
    return this.#turns;
  }

  get features(): Features | undefined {
    return this.#features;
  }

  /** Asking for it is a sign of the reader. */
  get marking(): Marking | undefined {
    this.touch();
    return this.#features?.marking;
  }

  /** Called after the first paint, and after the paint of every turn. */
  watchPlace(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /**
   * Opens the book in the container; a failure becomes the state's problem. Nothing while it is being opened. `afresh`:
   * with a file that is fetched anew.
   */
  async open(container: HTMLElement, afresh = false): Promise<void> {
    if (this.#opening) return;
    this.#opening = true;
    this.#container = container;
    const { signal } = this.#abort;
    const parts = {
      ...{ ...this.#parts, signal, afresh, at: this.#unread ?? this.#at, now: this.#now },
      onFacts: this.#set,
      onProgress: (tenths: number) => this.#set({ tenths }),
      onLocked: (again: boolean) => askPassword(this.state, signal, again),
    };
    try {
      const opened = await openParts(parts, container, () => this.#laid.take());
      if (opened) this.#begin(opened);
    } catch (error) {
      if (signal.aborted) return;
      this.#parts.report(error);
      this.#restart({ stage: 'failed', problem: problemOf(error) });
    } finally {
      this.#opening = false;
    }
  }

  /** `afresh`: with a file that is fetched again, and takes the stored one's place once it is here. */
  async retry(afresh: boolean): Promise<void> {
    // A second tap would wipe away what the try that is under way has told.
    if (!this.#container || this.#opening) return;
    this.#restart();
    await this.open(this.#container, afresh);
  }

  /** In another form, at the same place; the page stays until that is there. */
  async reopen(): Promise<void> {
    const { place } = this;
    const keeping = this.#features?.keeping;
    if (!this.#container || !place || this.#opening || this.state.getState().reopening) return;
    this.#set({ reopening: true });
    // From here on nobody turns it, or lays it out anew: what comes in its place is fitted then.
    this.#turns = undefined;
    keeping?.placed(place);
    await keeping?.keepTime(place).catch(this.#parts.report);
    if (place.failed) this.#unread = { chapterUid: place.chapterUid, offset: place.chapterOffset };
    await this.open(this.#container);
  }

  async close(): Promise<void> {
    this.#abort.abort();
    const kept = this.place ? this.#keepTime(this.place) : undefined;
    this.#letGo();
    await kept;
  }

  #letGo(): void {
    this.#moved = this.moved;
    const { marks, book, stage } = this.#opened ?? {};
    const features = this.#each().map((feature) => () => feature.close?.());
    this.#life.end([...features, () => marks?.detach(), () => book?.close(), () => stage?.remove()]);
    this.#opened = undefined;
    this.#turns = undefined;
    this.#features = undefined;
  }

  /** The window was hidden or is shown again. */
  seen(visible: boolean): void {
    for (const feature of this.#each()) feature.seen?.(visible);
    if (!visible && this.place) void this.#keepTime(this.place);
  }

  touch(): void {
    for (const feature of this.#each()) feature.touched?.();
  }

  /** A key that a frame of the book received. */
  pressed(event: KeyboardEvent): void {
    this.touch();
    if (handleKey(event)) event.preventDefault();
  }

  /** `held`: the key repeats because it is held down. */
  act(action: PageAction, held = false): void {
    this.touch();
    act(this, action, held);
  }

  show(panel: Panel | undefined): void {
    this.touch();
    this.#opened?.view.clearSelection();
    this.#set({ panel, chosen: undefined, selection: undefined });
  }

  /** Goes somewhere else in the book; the place that is left can be gone back to. Panels close with the new page. */
  jump(target: Target): void {
    this.touch();
    this.later(this.#turns?.jump(target));
  }

  back(): void {
    this.touch();
    this.later(this.#turns?.back());
  }

  forward(): void {
    this.touch();
    this.later(this.#turns?.forward());
  }

  /** `change`: of what was asked for last, which the page may not show yet. */
  async changeStyle(change: (wanted: ReadingSettings) => Partial<ReadingSettings>): Promise<void> {
    await this.restyle((settings) => settings.change(change(settings.reading())));
  }

  get fontChoices(): ReadingSettings['fontFamily'][] {
    return fontChoices(this.#parts.settings.fonts());
  }

  /** Lays the page out with other settings; they are stored, and shown with the page. */
  async restyle(step: (settings: ReadingParts['settings']) => Promise<void>): Promise<void> {
    this.touch();
    const { settings, report } = this.#parts;
    try {
      // Each begins with what the one before has kept; who asked for that is told of its failure.
      await this.#restyling.run(() => step(settings));
    } catch (error) {
      report(error);
      this.#set({ unkept: true });
    }
    await this.fit();
    if (this.#laid.fits()) this.#set({ ownStyle: settings.own() });
  }

  /** Lays the page out as settings and window are by now; of many changes that came meanwhile, the last one says it all. */
  async fit(): Promise<void> {
    await this.#turns?.relay((view) => this.#laid.renew(view));
  }

  /** Closes what only informs or asks. */
  dismiss(): void {
    this.touch();
    this.#set({ outside: undefined, unkept: false });
  }

  /** Removes the panel's ghosts as soon as nothing happens. */
  clean(): void {
    this.touch();
    this.#parts.intend('clean', pageRegion(this.room()));
    this.#set({ panel: undefined });
  }

  /** Lets work go on by itself; its failure is reported, unless what was open has ended since. */
  later(work: Promise<unknown> | undefined): void {
    this.#life.later(work);
  }

  room = () => roomOf(this.#container);

  /** One commit: page, marks, line and an offer that is known already; what was open before ends in it. */
  #begin(opened: Opened): void {
    const { book, view, marks, left, offer } = opened;
    this.#restart();
    opened.stage.reveal();
    this.#opened = opened;
    this.#unread = undefined;
    this.#life.begin();
    const turns = new PageTurns({ book, view, signal: this.#life.signal });
    const features = this.#openFeatures(opened, turns);
    this.#turns = turns;
    this.#features = features;
    if (left) turns.leave(left);
    this.#listen(view);
    const place = view.place();
    if (!place || this.#abort.signal.aborted) return;
    for (const feature of this.#each()) feature.seen?.(!document.hidden);
    const { title, author } = this.state.getState();
    this.#set({
      stage: 'open',
      title: title || book.facts.title,
      author: author || book.facts.authors.join(', '),
      facts: book.facts,
      toc: book.toc,
      ...this.#pageState(place),
      offer,
    });
    this.#parts.intend('page', pageRegion(this.room()), { turn: false, imageShare: view.pictureShare() });
    for (const watcher of this.#watchers) watcher();
    // What changed while the book was opened told nobody.
    if (!this.#laid.fits()) this.later(this.fit());
    this.later(marks.settle(place.chapterUid));
    const stays = () => Boolean(this.#at ?? this.state.getState().offer);
    this.later(hearOfOthers(opened, features, { ...this.#parts, signal: this.#life.signal, stays }));
  }

  #openFeatures(opened: Opened, turns: PageTurns): Features {
    const { book, view, marks, version } = opened;
    const parts: Omit<FeatureParts, 'page'> = {
      ...this.#parts,
      ...{ book, view, marks, form: opened.form, bookVersion: version, state: this.state, now: this.#now },
      room: this.room,
      clock: this.#parts.clock ?? (() => performance.now()),
      signal: this.#life.signal,
      style: () => this.#laid.style,
      touch: () => this.touch(),
      key: (event) => this.pressed(event),
      act: (action) => this.act(action),
      jump: (target) => this.jump(target),
      goTo: (target) => turns.goTo(target),
      inOrder: (step) => turns.inOrder(step),
      relay: (change) => turns.relay(change),
      reopen: () => this.later(this.reopen()),
      withNextPage: (change) => Object.assign(this.#withNextPage, change),
      later: (work) => this.later(work),
    };
    return openFeatures(parts, opened);
  }

  #listen(view: BookView): void {
    view.on('turning', (numbers) => this.#turning(numbers));
    view.on('place', (place) => this.#placed(place));
    view.on('marksUnplaced', ({ ids }) => this.#opened?.marks.missed(ids));
    view.on('sectionFailed', ({ reason }) => this.#parts.report(new Error(`A section cannot be shown: ${reason}`)));
    listenToView(this, view, this.#parts.hand);
  }

  /** In the task that turns the page: everything here is painted in its frame. A form that is left shows nothing more. */
  #turning(numbers: PageNumbers): void {
    const { view, book } = this.#opened ?? {};
    const relaid = this.#turns?.relaying;
    if (relaid === undefined) return;
    const { line: before, style } = this.state.getState();
    this.#opened?.marks.draw();
    const along = this.#withNextPage;
    this.#withNextPage = {};
    for (const feature of this.#each()) feature.turning?.(numbers, relaid);
    this.#set({
      outside: undefined,
      ...(relaid ? {} : { panel: undefined, offer: undefined }),
      ...along,
      ...this.#pageState(numbers),
    });
    this.#parts.intend('page', pageRegion(this.room()), {
      ...{ turn: !relaid, again: relaid, ghosts: style.night !== this.#laid.settings.night },
      chapterStart: before && book ? isOtherChapter(book, before.section, numbers.section) : false,
      imageShare: view?.pictureShare() ?? 0,
    });
  }

  /** After the paint. */
  #placed(place: Place): void {
    const { marks } = this.#opened ?? {};
    if (!marks || !this.#turns) return;
    for (const watcher of this.#watchers) watcher();
    if (this.#turns.relaying) return;
    this.later(marks.settle(place.chapterUid));
    this.later(marks.catchUp());
    for (const feature of this.#each()) feature.placed?.(place);
  }

  /** Time at a place that nobody turned to is no news about the place, where another device's is being offered. */
  async #keepTime(place: Place): Promise<void> {
    const { keeping, offering } = this.#features ?? {};
    if (!keeping?.turned && (offering?.pending || this.#at)) return;
    await keeping?.keepTime(place);
  }

  #pageState(numbers: PageNumbers): Partial<ReadingState> {
    const { footer } = this.#features ?? {};
    return pageState(numbers, { laid: this.#laid, opened: this.#opened, footer, turns: this.#turns });
  }

  /** Where the book is to be opened, unless its last place says more by now. */
  get #at() {
    return this.moved ? undefined : this.#parts.at;
  }

  #each = (): Feature[] => Object.values(this.#features ?? {});

  /** Nothing of what was open before is left, but its names. */
  #restart(change: Partial<ReadingState> = {}): void {
    if (this.#opened) this.#letGo();
    const { title, author } = this.state.getState();
    this.state.setState({ ...loadingState(this.#parts.settings.reading()), title, author, ...change }, true);
  }

  #set = (change: Partial<ReadingState>) => this.state.setState(change);
}
