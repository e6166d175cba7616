// A book of drawn pages in its container: three leaves, of which one is seen. The ones before and after are drawn in
// idle time, and a turn swaps them. Everything a reader asks for runs through one queue.

import { afterPaint } from '../after-paint.ts';
import {
  BookError,
  type BookView,
  type Box,
  type DrawnMark,
  type Place,
  type Pressable,
  type ReadingStyle,
  type Selected,
  type Target,
  type TextSpan,
  type ViewEvents,
} from '../book.ts';
import { sizeOf } from '../layout/container-size.ts';
import { Preloader } from '../layout/preloader.ts';
import { TurnQueue } from '../layout/turn-queue.ts';
import { ViewListeners } from '../layout/view-events.ts';
import type { PageSize } from '../styles/page-style.ts';
import { DrawnText } from './drawn-text.ts';
import { type LaidPage, Leaf, type LeafState, spareLeaf } from './leaf.ts';
import { PageFit } from './page-fit.ts';
import { listenOnPages } from './page-input.ts';
import { PageMarks, type PlacedMark } from './page-marks.ts';
import { findPagePoint, numbersOf, type PagePoint, placeOf } from './page-place.ts';
import { PageSequence, type Spot } from './page-sequence.ts';
import type { PageLink, ViewedPages } from './page-source.ts';
import type { PageControl, PageStyle } from './page-style.ts';
import { markEndsOn, pressableOnPages } from './pressable-on-pages.ts';
import { isWithin, onPage, type Placement, partAt } from './screens.ts';
import { characterOnPage } from './seen-on-page.ts';
import { leafCss } from './text-layer.ts';
import { toneTable } from './tone.ts';

interface Point {
  x: number;
  y: number;
}

export class PagesView implements BookView {
  readonly pages: PageControl;
  readonly #container: HTMLElement;
  readonly #root: HTMLElement;
  readonly #css: HTMLStyleElement;
  readonly #book: ViewedPages;
  readonly #sequence: PageSequence;
  readonly #marks = new PageMarks();
  readonly #listeners = new ViewListeners();
  readonly #queue = new TurnQueue();
  readonly #preloader: Preloader;
  readonly #leaves: Leaf[] = [];
  #current: Leaf | undefined;
  #spot: Spot = { page: 0, part: 0 };
  /** The parts that the page is shown in. */
  #screens: readonly Placement[][] = [];
  #place: Place | undefined;
  /** Of two pages side by side, the one that the reader's finger is on. */
  #heldPage: LaidPage | undefined;
  #text: DrawnText | undefined;
  #night: boolean;
  #version = 0;
  #closed = false;
  readonly bookPageAt = (section: number) => ({ page: section + 1, exact: true });

  constructor(container: HTMLElement, book: ViewedPages, style: ReadingStyle, pageStyle: PageStyle) {
    this.#container = container;
    this.#book = book;
    this.#night = style.night;
    if (getComputedStyle(container).position === 'static') container.style.position = 'relative';
    container.style.overflow = 'hidden';
    container.style.contain = 'strict';
    this.#css = document.createElement('style');
    this.#css.textContent = leafCss(style.night);
    this.#root = document.createElement('div');
    this.#root.style.cssText = 'position:absolute;inset:0';
    container.append(this.#css, this.#root);
    const layout = { size: sizeOf(container), margin: style.margin, style: pageStyle };
    this.#sequence = new PageSequence(book.source, new PageFit(book.source), book.direction, layout);
    listenOnPages(this.#root, {
      tapped: (x, y, again) => this.#tapped(this.#inContainer(x, y), again),
      held: (stage, x, y) => this.#held(stage, this.#inContainer(x, y)),
      swiped: (direction) => this.#listeners.emit('swipe', { direction }),
      pinched: (ratio, x, y) => this.#listeners.emit('pinch', { ratio, ...this.#inContainer(x, y) }),
    });
    this.#preloader = new Preloader({
      busy: () => this.#queue.busy || this.#closed,
      neighbour: (direction) => this.#prepareBeside(direction),
    });
    this.pages = {
      style: () => this.#sequence.layout.style,
      change: (changed, around) => this.#run(() => this.#relayout({ style: changed }, around)),
    };
  }

  /** Ready to be seen: the first page is painted together with what stands around it, so nobody waits for its paint. */
  begin(target: Target): Promise<Place> {
    return this.#run(async () => {
      await this.#swapTo(await this.#sequence.spotOf(await findPagePoint(target, this.#book.source)));
      return this.#report(await this.#findPlace());
    });
  }

  goTo(target: Target): Promise<Place> {
    return this.#run(async () => this.#showPoint(await findPagePoint(target, this.#book.source)));
  }

  next(): Promise<Place | undefined> {
    return this.#run(() => this.#turn(1));
  }

  previous(): Promise<Place | undefined> {
    return this.#run(() => this.#turn(-1));
  }

  place(): Place | undefined {
    return this.#place;
  }

  pageOf(chapterUid: number, offset: number): number | undefined {
    const laid = this.#current?.pages.find(({ placement }) => placement.page + 1 === chapterUid);
    if (!laid || !this.#place) return undefined;
    const at = characterOnPage(offset, laid, this.#container);
    if (!at || isWithin(at, laid.placement.region)) return this.#place.page;
    return partAt(this.#screens, at) ?? this.#place.page;
  }

  pictureShare(): number {
    return this.#current?.pages.every(({ runs }) => runs.length === 0) ? 1 : 0;
  }

  setStyle({ night, margin }: ReadingStyle): Promise<Place> {
    return this.#run(() => this.#change(night, margin, this.#sequence.layout.size));
  }

  resize(style?: ReadingStyle): Promise<Place> {
    return this.#run(() => {
      const { night, margin } = style ?? { night: this.#night, margin: this.#sequence.layout.margin };
      return this.#change(night, margin, sizeOf(this.#container));
    });
  }

  #change(night: boolean, margin: ReadingStyle['margin'], size: PageSize): Promise<Place> {
    const before = this.#sequence.layout;
    const sameSize = size.width === before.size.width && size.height === before.size.height;
    const same = night === this.#night && sameSize && JSON.stringify(margin) === JSON.stringify(before.margin);
    if (same && this.#current) return this.#settle();
    this.#night = night;
    return this.#relayout({ margin, size });
  }

  setMarks(marks: readonly DrawnMark[]): string[] {
    this.#marks.replace(marks);
    const { count } = this.#book.source;
    const nowhere = marks.filter((mark) => mark.chapterUid < 1 || mark.chapterUid > count).map((mark) => mark.id);
    return [...new Set([...nowhere, ...this.#marks.draw(this.#leaves)])];
  }

  pressable(): Pressable[] {
    return pressableOnPages(this.#current?.pages ?? [], this.#marksHere(), this.#container, {
      mark: (id, box) => this.#listeners.emit('markTapped', { id, box }),
      link: (link) => this.#follow(link),
    });
  }

  markEnds(): ReadonlyMap<string, Box> {
    return markEndsOn(this.#marksHere(), this.#container);
  }

  #marksHere(): PlacedMark[] {
    return this.#current ? this.#marks.on(this.#current) : [];
  }

  text(): DrawnText | undefined {
    const pages = this.#current?.pages ?? [];
    const page = pages.find((each) => each === this.#heldPage) ?? pages.find(({ runs }) => runs.length > 0);
    if (!page || page.runs.length === 0) return undefined;
    if (this.#text?.page !== page) this.#text = new DrawnText(page, this.#container);
    return this.#text;
  }

  select(span: TextSpan, along: readonly TextSpan[] = []): Selected | undefined {
    const pages = this.#current?.pages ?? [];
    const page = pages.find(({ placement }) => placement.page + 1 === span.chapterUid);
    if (!page) return undefined;
    this.#heldPage = page;
    this.#marks.select(pages, [...along.filter(({ chapterUid }) => chapterUid !== span.chapterUid), span]);
    return this.text()?.describe(span);
  }

  readOn(direction: 1 | -1): boolean {
    const pages = this.#current?.pages ?? [];
    const here = this.text()?.page;
    const next = here && pages[pages.indexOf(here) + direction];
    if (!next || next.runs.length === 0) return false;
    this.#heldPage = next;
    return true;
  }

  showFound(spans: readonly TextSpan[], here: TextSpan | undefined): void {
    this.#marks.find(spans, here);
    this.#marks.drawFound(this.#leaves);
  }

  clearSelection(): void {
    this.#marks.select([], []);
  }

  on<E extends keyof ViewEvents>(event: E, listener: (value: ViewEvents[E]) => void): () => void {
    return this.#listeners.on(event, listener);
  }

  close(): void {
    this.#closed = true;
    this.#preloader.stop();
    this.#listeners.clear();
    for (const leaf of this.#leaves) leaf.close();
    this.#root.remove();
    this.#css.remove();
  }

  #run<T>(step: () => Promise<T>): Promise<T> {
    this.#preloader.stop();
    return this.#queue.run(() => {
      this.#assertOpen();
      return step();
    });
  }

  #assertOpen(): void {
    if (this.#closed) throw new BookError('unsupported', 'The book has been closed.');
  }

  async #turn(direction: 1 | -1): Promise<Place | undefined> {
    const spot = await this.#sequence.neighbour(this.#spot, direction);
    if (!spot) {
      this.#preloader.start();
      return undefined;
    }
    return this.#show(spot);
  }

  async #showPoint(point: PagePoint): Promise<Place> {
    return this.#show(await this.#sequence.spotOf(point));
  }

  /** What stands at the point stays in sight, else what stands at the top of the page. */
  async #relayout(change: Partial<PageSequence['layout']>, around?: Point): Promise<Place> {
    const held = around && this.#current?.pageAt(around.x, around.y)?.placement;
    const top = this.#current?.pages[0]?.placement;
    const { page, part } = this.#spot;
    const parts = this.#screens.length;
    this.#version++;
    this.#sequence.layout = { ...this.#sequence.layout, ...change };
    if (held) return this.#show(await this.#sequence.spotAround(held.page, onPage(held, around.x, around.y)));
    const same = parts > 0 && (await this.#sequence.screens(page)).length === parts;
    return this.#showPoint({
      page: top?.page ?? page,
      seen: { y: top ? top.region.y + top.region.height * 0.02 : 0, height: 0 },
      // Parts repeat a little of one another: by its height alone it may be the one before.
      ...(same ? { share: part / parts } : {}),
    });
  }

  async #show(spot: Spot): Promise<Place> {
    await this.#swapTo(spot);
    return this.#settle();
  }

  async #swapTo(spot: Spot): Promise<void> {
    const leaf = await this.#leafFor(spot);
    this.#assertOpen();
    this.#spot = spot;
    const before = this.#current;
    this.#current = leaf;
    this.#css.textContent = leafCss(this.#night);
    leaf.show(true);
    if (before && before !== leaf) before.show(false);
  }

  /** The leaf with that screen, drawn. */
  async #leafFor(spot: Spot): Promise<Leaf> {
    const key = this.#keyOf(spot);
    for (;;) {
      const held = this.#leaves.find((leaf) => leaf.key === key);
      const leaf = held ?? this.#spare();
      const state = held ? await held.ready : await this.#draw(spot, key, () => leaf);
      this.#assertOpen();
      if (leaf.key === key && state !== 'overtaken') return leaf;
    }
  }

  /** `choose`: asked in the task that begins to draw; without a leaf nothing is drawn. */
  async #draw(spot: Spot, key: string, choose: () => Leaf | undefined): Promise<LeafState> {
    const screens = await this.#sequence.screens(spot.page);
    const leaf = choose();
    if (!leaf) return 'overtaken';
    const tone = toneTable(this.#sequence.layout.style.darken, this.#night);
    const state = await leaf.load({ key, placements: screens[spot.part] ?? [], tone });
    if (state === 'overtaken' || this.#closed) return state;
    this.#marks.drawFound([leaf]);
    const ids = this.#marks.draw([leaf]);
    if (ids.length > 0) this.#listeners.emit('marksUnplaced', { ids });
    return state;
  }

  async #prepareBeside(direction: 1 | -1): Promise<void> {
    const here = this.#spot;
    const spot = await this.#sequence.neighbour(here, direction);
    const other = await this.#sequence.neighbour(here, direction > 0 ? -1 : 1);
    // What the reader has turned to meanwhile, or is turning to, has whichever leaf it took.
    const stale = () => this.#closed || this.#queue.busy || this.#spot !== here;
    if (!spot || stale()) return;
    const key = this.#keyOf(spot);
    const held = this.#leaves.find((leaf) => leaf.key === key);
    const spare = () => (stale() ? undefined : this.#spare(other && this.#keyOf(other)));
    await (held?.ready ?? this.#draw(spot, key, spare));
  }

  /** Not the leaf that holds what is kept. */
  #spare(kept?: string): Leaf {
    return spareLeaf(this.#leaves, this.#current, kept, () => new Leaf(this.#root, this.#book.source));
  }

  #keyOf({ page, part }: Spot): string {
    return `${this.#version} ${page} ${part}`;
  }

  /** Reports the turn, waits for its paint, reports the place. */
  async #settle(): Promise<Place> {
    const place = await this.#findPlace();
    this.#listeners.emit('turning', place);
    await afterPaint();
    this.#assertOpen();
    return this.#report(place);
  }

  /** Of the page that is shown now, and known from here on. */
  async #findPlace(): Promise<Place> {
    const screens = await this.#sequence.screens(this.#spot.page);
    this.#screens = screens;
    const leaf = this.#current;
    const lastPage = Math.max(...(leaf?.pages.map(({ placement }) => placement.page) ?? []), this.#spot.page);
    const numbers = numbersOf({
      ...{ spot: this.#spot, parts: screens.length, lastPage },
      ...{ count: this.#book.source.count, toc: this.#book.toc },
    });
    const read = leaf?.pages.find(({ placement }) => placement.page === this.#spot.page);
    const place = placeOf(numbers, read);
    this.#place = place;
    return place;
  }

  #report(place: Place): Place {
    const failure = this.#current?.failure;
    if (failure) this.#listeners.emit('sectionFailed', { section: place.section, reason: failure });
    this.#listeners.emit('place', place);
    this.#preloader.start();
    return place;
  }

  #inContainer(x: number, y: number): Point {
    const { left, top } = this.#container.getBoundingClientRect();
    return { x: x - left, y: y - top };
  }

  #held(stage: 'held' | 'dragged' | 'released', at: Point): void {
    if (stage === 'held') this.#heldPage = this.#current?.pageAt(at.x, at.y);
    this.#listeners.emit(stage, at);
  }

  #tapped(at: Point, again: boolean): void {
    const mark = this.#current && this.#marks.at(this.#current, at, this.#container);
    if (mark) {
      this.#listeners.emit('markTapped', mark);
      return;
    }
    this.#heldPage = this.#current?.pageAt(at.x, at.y);
    const link = this.#current?.linkAt(at.x, at.y);
    if (link) this.#follow(link);
    else this.#listeners.emit('tap', { ...at, again });
  }

  #follow({ target }: PageLink): void {
    if ('url' in target) {
      this.#listeners.emit('outsideLink', { url: target.url });
      return;
    }
    if (this.#place) this.#listeners.emit('followed', { from: this.#place });
    this.#run(() => this.#showPoint({ page: target.page, seen: { y: target.top ?? 0, height: 0 } })).catch(
      (error: unknown) => {
        if (!this.#closed) reportError(error);
      },
    );
  }
}
