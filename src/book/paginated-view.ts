// The book in its container: one opening of it is seen. Turns scroll it by a page or swap it for a neighbour that was
// laid out in idle time. Everything a reader asks for runs through one queue.

import { afterPaint, delay } from './after-paint.ts';
import type { ViewEvents } from './book.ts';
import {
  BookError,
  type BookView,
  type Box,
  type DrawnMark,
  type PageText,
  type Place,
  type ReadingStyle,
  type Selected,
  type Target,
  type TextSpan,
} from './book.ts';
import { BookGauge } from './counting/book-gauge.ts';
import type { PageCounts } from './counting/page-counts.ts';
import { Crossings } from './crossings.ts';
import type { ShownPictures } from './excerpt.ts';
import { ChapterPictures } from './excerpts/chapter-pictures.ts';
import { DrawnMarks } from './highlights/drawn-marks.ts';
import { clearSelection, drawBeside, drawSelection } from './highlights/drawn-selection.ts';
import { FoundSpans } from './highlights/found-spans.ts';
import { listenInFrame } from './input/frame-input.ts';
import { Links } from './input/links.ts';
import { LaidOutText } from './input/page-text.ts';
import { pressableOn } from './input/pressable-parts.ts';
import { viewInput } from './input/view-input.ts';
import type { Chapters } from './layout/chapters.ts';
import { sizeOf } from './layout/container-size.ts';
import { type FoundOpening, findHeld, findOpening, type WhereToFind } from './layout/find-opening.ts';
import { makePlace, pageNumbers } from './layout/make-place.ts';
import type { Opening } from './layout/opening.ts';
import { Openings } from './layout/openings.ts';
import { pageOfOffset } from './layout/page-map.ts';
import { pictureShare } from './layout/pictures.ts';
import { Preloader } from './layout/preloader.ts';
import type { Layout, Slot } from './layout/slot.ts';
import { Slots } from './layout/slots.ts';
import { TurnQueue } from './layout/turn-queue.ts';
import { ViewListeners } from './layout/view-events.ts';
import type { Phrase } from './overlay/phrase.ts';
import { SpokenElement } from './overlay/spoken-element.ts';
import { Pace } from './pace.ts';
import { fixedStyle, type PageControl, type PageStyle } from './pages/page-style.ts';

/** Milliseconds that a page's drawing usually takes beside the main thread. */
const drawingTime = 25;

export interface ViewParts {
  chapters: Chapters;
  pages: PageCounts;
  /** The same chapters once more, for measuring. */
  measured: () => Chapters;
  /** How fixed pages are shown at first. */
  pageStyle: PageStyle | undefined;
}

export class PaginatedView implements BookView {
  readonly #container: HTMLElement;
  readonly #chapters: Chapters;
  readonly #pages: PageCounts;
  readonly #marks = new DrawnMarks();
  readonly #spoken: SpokenElement;
  readonly #found = new FoundSpans();
  readonly #pictures: ChapterPictures;
  readonly #listeners = new ViewListeners();
  readonly #queue = new TurnQueue();
  readonly #crossings = new Crossings();
  readonly #slots: Slots;
  readonly #openings: Openings;
  readonly pages?: PageControl;
  readonly pressable: NonNullable<BookView['pressable']>;
  readonly #preloader: Preloader;
  readonly #gauge: BookGauge;
  #current: Opening | undefined;
  #layout: Layout;
  /** Of two pages side by side, the one that the reader's finger is on. */
  #held: Slot | undefined;
  #place: Place | undefined;
  #pageText: LaidOutText | undefined;
  /** The offset to keep in sight when style or size change; set anew by every turn and jump. */
  #anchor = 0;
  readonly #closing = new AbortController();

  constructor(container: HTMLElement, parts: ViewParts, style: ReadingStyle) {
    const { chapters, pages } = parts;
    this.#container = container;
    this.#chapters = chapters;
    this.#spoken = new SpokenElement(chapters.publication.spoken);
    this.#pages = pages;
    this.#layout = { style, pageStyle: fixedStyle(parts.pageStyle), size: sizeOf(container), version: 0 };
    if (getComputedStyle(container).position === 'static') container.style.position = 'relative';
    container.style.overflow = 'hidden';
    container.style.contain = 'strict';
    const links = new Links({
      chapters: this.#chapters,
      view: this,
      shown: () => this.#shown().map((slot) => slot.shell),
      closed: () => this.#closed,
      emit: (event, value) => this.#listeners.emit(event, value),
    });
    this.#pictures = new ChapterPictures(chapters);
    const pressed = { links, marks: this.#marks, listeners: this.#listeners };
    this.pressable = () => pressableOn(this.#shown(), pressed);
    const input = viewInput({
      ...{ ...pressed, container, pictures: this.#pictures, closed: this.#closing.signal },
      touched: (slot) => {
        this.#held = slot;
      },
    });
    this.#slots = new Slots({
      ...{ container, chapters },
      layout: () => this.#layout,
      shown: () => this.#shown(),
      most: () => (this.#openings.spread ? 6 : 3),
      made: (slot) => listenInFrame(slot, input).catch(reportError),
      loaded: (slot) => this.#loaded(slot),
      assertOpen: () => this.#assertOpen(),
    });
    this.#slots.add();
    this.#openings = new Openings({
      ...{ chapters, slots: this.#slots },
      layout: () => this.#layout,
      shown: () => this.#shown(),
      busy: () => this.#queue.busy,
    });
    this.#preloader = new Preloader({
      busy: () => this.#queue.busy || this.#closed,
      neighbour: async (direction) => {
        try {
          await this.#prepare(direction);
        } catch (error) {
          // Closing the view under a load that nobody waits for is no error; its frames may go before it is told so.
          if (!this.#closed && container.isConnected) throw error;
        }
      },
    });
    if (chapters.publication.facts.layout === 'fixed') this.pages = this.#pageControl();
    this.#gauge = new BookGauge(container, pages, {
      layout: () => this.#layout,
      section: () => this.#current?.lead.unit?.section ?? 0,
      chapters: (section) => (chapters.keepsWhole(section) ? chapters : parts.measured()),
    });
  }

  /** Ready to be seen: the first page is painted together with what stands around it, so nobody waits for its paint. */
  begin(target: Target): Promise<Place> {
    return this.#run(async () => this.#report(await this.#arrive(target)));
  }

  goTo(target: Target): Promise<Place> {
    this.#crossings.giveUp();
    return this.#run(() => this.#jump(target));
  }

  next(given?: AbortSignal): Promise<Place | undefined> {
    return this.#crossings.turn(1, (any) => this.#run(() => this.#turn(1, any)), given);
  }

  previous(given?: AbortSignal): Promise<Place | undefined> {
    return this.#crossings.turn(-1, (any) => this.#run(() => this.#turn(-1, any)), given);
  }

  place(): Place | undefined {
    return this.#place;
  }

  pageOf(chapterUid: number, offset: number): number | undefined {
    const { unit, shell, failure } = this.#current?.slotOf(chapterUid - 1) ?? {};
    const text = shell?.text;
    if (!unit || !text || failure || offset < text.base || offset > text.end) return undefined;
    return this.#pages.inSection(unit, pageOfOffset(shell, offset)).page;
  }

  pictureShare(): number {
    const shares = this.#shown().map(({ shell }) => pictureShare(shell.document));
    return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
  }

  picturesHere(): Promise<ShownPictures | undefined> {
    return this.#pictures.onPage(this.#shown());
  }

  setStyle(style: ReadingStyle): Promise<Place> {
    return this.#run(() => this.#relayout({ style }));
  }

  resize(style = this.#layout.style): Promise<Place> {
    return this.#run(() => this.#relayout({ style, size: sizeOf(this.#container) }));
  }

  setMarks(marks: readonly DrawnMark[]): string[] {
    this.#marks.replace(marks);
    const sections = this.#chapters.publication.spine.length;
    const nowhere = marks.filter((mark) => mark.chapterUid < 1 || mark.chapterUid > sections).map((mark) => mark.id);
    const unplaced = this.#slots.laidOut.flatMap((slot) => this.#marks.draw(slot));
    return [...new Set([...nowhere, ...unplaced])];
  }

  text(): PageText | undefined {
    const shown = this.#shown();
    const { unit, shell, failure } = shown.find((slot) => slot === this.#held) ?? shown[0] ?? {};
    const text = shell?.text;
    if (!unit || !text || failure || text.end === text.base) return undefined;
    if (!this.#pageText?.belongsTo(text)) this.#pageText = new LaidOutText(unit.section + 1, shell, text);
    return this.#pageText;
  }

  select(span: TextSpan, along: readonly TextSpan[] = []): Selected | undefined {
    const slot = this.#current?.slotOf(span.chapterUid - 1);
    if (!slot) return undefined;
    this.#held = slot;
    drawBeside(this.#shown(), slot, along);
    return drawSelection(slot, span, this.#chapters.publication.spine[span.chapterUid - 1]?.cfiBase ?? '');
  }

  readOn(direction: 1 | -1): boolean {
    const shown = this.#shown();
    const next = shown[Math.max(0, this.#held ? shown.indexOf(this.#held) : 0) + direction];
    if (next) this.#held = next;
    return next !== undefined;
  }

  showFound(spans: readonly TextSpan[], here: TextSpan | undefined): void {
    this.#found.replace(spans, here);
    for (const slot of this.#slots.laidOut) this.#found.draw(slot);
  }

  bookPageAt(section: number, at: number | string): { page: number; exact: boolean } | undefined {
    return this.#pages.at(section, at, (offset) => this.pageOf(section + 1, offset));
  }

  setSpoken(spoken: Pick<Phrase, 'section' | 'fragment'> | undefined): Box[] {
    return this.#spoken.replace(spoken, this.#slots.laidOut, this.#shown());
  }

  clearSelection(): void {
    for (const slot of this.#slots.all) clearSelection(slot);
  }

  on<E extends keyof ViewEvents>(event: E, listener: (value: ViewEvents[E]) => void): () => void {
    return this.#listeners.on(event, listener);
  }

  close(): void {
    this.#closing.abort();
    this.#crossings.giveUp();
    this.#preloader.stop();
    this.#gauge.close();
    this.#listeners.clear();
    for (const slot of this.#slots.all) slot.shell.close();
  }

  get #closed(): boolean {
    return this.#closing.signal.aborted;
  }

  #run<T>(step: () => Promise<T>): Promise<T> {
    this.#preloader.stop();
    this.#gauge.stop();
    return this.#queue.run(() => {
      this.#assertOpen();
      return step();
    });
  }

  #assertOpen(): void {
    if (this.#closed) throw new BookError('unsupported', 'The book has been closed.');
  }

  async #turn(direction: 1 | -1, given: AbortSignal): Promise<Place | undefined> {
    const page = (this.#current?.page ?? 0) + direction;
    if (this.#current && page >= 0 && page < this.#current.pages) {
      this.#current.turnTo(page);
    } else {
      const neighbour = await this.#openings.across(direction, given);
      this.#assertOpen();
      if (!neighbour) {
        this.#rest();
        return undefined;
      }
      this.#swapTo(neighbour);
    }
    return this.#settle();
  }

  async #jump(target: Target): Promise<Place> {
    return this.#settle(await this.#arrive(target));
  }

  /** Gives the offset to keep in sight, where the target names one. */
  async #arrive(target: Target): Promise<number | undefined> {
    return this.#show(await findOpening(target, this.#where));
  }

  /** `around`: a point of fixed pages that stays in sight. */
  async #relayout(change: Partial<Layout>, around?: { x: number; y: number }): Promise<Place> {
    const held = this.#current?.hold(around);
    const anchor = this.#anchor;
    this.#layout = { ...this.#layout, ...change, version: this.#layout.version + 1 };
    await this.#pages.open(this.#layout);
    if (!held) return this.#jump({ section: this.#chapters.firstSection() });
    return this.#settle(await this.#show(await findHeld(held, anchor, this.#where)));
  }

  /** Before it is wanted: the page before or after, and the opening there. */
  async #prepare(direction: 1 | -1): Promise<void> {
    const { page, pages } = this.#current ?? { page: 0, pages: 0 };
    const next = page + direction;
    if (next >= 0 && next < pages) await this.#current?.sharp(next);
    const neighbour = await this.#openings.beside(direction, { pace: new Pace() });
    await neighbour?.sharp(neighbour.page);
  }

  get #where(): WhereToFind {
    const parts = { chapters: this.#chapters, pages: this.#pages, openings: this.#openings };
    return { ...parts, layout: () => this.#layout };
  }

  #shown(): readonly Slot[] {
    return this.#current?.slots ?? [];
  }

  #pageControl(): PageControl {
    return {
      style: () => this.#layout.pageStyle,
      change: (pageStyle, around) => this.#run(() => this.#relayout({ pageStyle: fixedStyle(pageStyle) }, around)),
    };
  }

  /** Nothing that is seen changes before everything is ready to be seen. Gives the offset to keep in sight. */
  async #show({ opening, page, anchor }: FoundOpening): Promise<number | undefined> {
    await opening.sharp(page, this.#shown());
    this.#assertOpen();
    opening.turnTo(page);
    this.#swapTo(opening);
    return anchor;
  }

  #swapTo(opening: Opening): void {
    const before = this.#shown().filter((slot) => !opening.slots.includes(slot));
    const { activeElement } = this.#container.ownerDocument;
    this.#current = opening;
    opening.show(true);
    for (const slot of before) {
      slot.shell.show(false);
      clearSelection(slot);
      // Keys go on arriving where the reader typed the last one.
      if (activeElement === slot.shell.frame) opening.lead.shell.frame.focus();
    }
  }

  /** Reports the turn, waits for its paint, reports the place. */
  async #settle(anchor?: number): Promise<Place> {
    const opening = this.#current;
    if (!opening) throw new Error('Nothing is shown that could settle.');
    this.#listeners.emit('turning', pageNumbers(opening, this.#chapters, this.#pages));
    // On few cores, finding the place would compete with the drawing of the page; nothing that is seen waits for it, and
    // what waits for frames would run in the one that shows the page.
    if (!this.#queue.waiting) await delay(drawingTime);
    await afterPaint();
    this.#assertOpen();
    return this.#report(anchor);
  }

  #report(anchor?: number): Place {
    const opening = this.#current;
    if (!opening) throw new Error('Nothing is shown that has a place.');
    for (const { shell } of opening.slots) shell.lockScroll();
    const place = makePlace(opening, this.#chapters, this.#pages, anchor);
    this.#place = place;
    this.#anchor = anchor ?? place.chapterOffset;
    const { failure } = opening;
    if (failure) this.#listeners.emit('sectionFailed', { section: place.section, reason: failure });
    this.#listeners.emit('place', place);
    this.#rest();
    return place;
  }

  /** The reader reads: time for what may be wanted next. */
  #rest(): void {
    this.#preloader.start();
    this.#gauge.start();
  }

  #loaded(slot: Slot): void {
    const { text, pages } = slot.shell;
    const { unit } = slot;
    // A chapter that was begun in another style says nothing about this one's pages.
    if (unit && text && slot.holds(unit, this.#layout))
      this.#pages.learn(unit, this.#chapters.knownPieces(unit.section), pages);
    this.#found.draw(slot);
    this.#spoken.draw(slot);
    const ids = this.#marks.draw(slot);
    if (ids.length > 0) this.#listeners.emit('marksUnplaced', { ids });
  }
}
