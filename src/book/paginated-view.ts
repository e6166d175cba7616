// The book in its container: three shells, of which one is seen. Turns scroll it by a page or swap it for a neighbour
// that was laid out in idle time. Everything a reader asks for runs through one queue.

import { afterPaint, delay } from './after-paint.ts';
import type { ViewEvents } from './book.ts';
import {
  BookError,
  type BookView,
  type DrawnMark,
  type PageText,
  type Place,
  type ReadingStyle,
  type Selected,
  type Target,
  type TextSpan,
} from './book.ts';
import { BookGauge } from './book-gauge.ts';
import { ChapterText } from './chapter-text.ts';
import type { Chapters, Unit } from './chapters.ts';
import { DrawnMarks } from './drawn-marks.ts';
import { clearSelection, drawSelection } from './drawn-selection.ts';
import { type FoundPosition, findPosition, findSection, type SectionTarget } from './find-target.ts';
import { FoundSpans } from './found-spans.ts';
import { type FrameListener, listenInFrame } from './frame-input.ts';
import { Links } from './links.ts';
import { makePlace, pageNumbers } from './make-place.ts';
import { Pace } from './pace.ts';
import type { PageCounts } from './page-counts.ts';
import { pageOfNode, pageOfOffset } from './page-map.ts';
import { LaidOutText } from './page-text.ts';
import { pictureShare } from './pictures.ts';
import { Preloader } from './preloader.ts';
import { type Layout, Slot, sameUnit } from './slot.ts';
import { pieceAt } from './split-section.ts';
import { TurnQueue } from './turn-queue.ts';
import { ViewListeners } from './view-events.ts';
import { viewInput } from './view-input.ts';

/** Milliseconds that a page's drawing usually takes beside the main thread. */
const drawingTime = 25;

export interface ViewParts {
  chapters: Chapters;
  pages: PageCounts;
  /** The same chapters once more, for measuring. */
  measured: () => Chapters;
}

export class PaginatedView implements BookView {
  readonly #container: HTMLElement;
  readonly #chapters: Chapters;
  readonly #pages: PageCounts;
  readonly #marks = new DrawnMarks();
  readonly #found = new FoundSpans();
  readonly #listeners = new ViewListeners();
  readonly #queue = new TurnQueue();
  /** At most three; the second and third are made when they are first needed. */
  readonly #slots: Slot[] = [];
  readonly #input: FrameListener;
  readonly #preloader: Preloader;
  readonly #gauge: BookGauge;
  #current: Slot;
  #layout: Layout;
  #place: Place | undefined;
  #pageText: LaidOutText | undefined;
  /** The offset to keep in sight when style or size change; set anew by every turn and jump. */
  #anchor = 0;
  #closed = false;

  constructor(container: HTMLElement, parts: ViewParts, style: ReadingStyle) {
    const { chapters, pages } = parts;
    this.#container = container;
    this.#chapters = chapters;
    this.#pages = pages;
    this.#layout = { style, size: sizeOf(container), version: 0 };
    if (getComputedStyle(container).position === 'static') container.style.position = 'relative';
    container.style.overflow = 'hidden';
    container.style.contain = 'strict';
    const links = new Links({
      chapters: this.#chapters,
      view: this,
      shown: () => this.#current.shell,
      closed: () => this.#closed,
      emit: (event, value) => this.#listeners.emit(event, value),
    });
    this.#input = viewInput({ container, links, marks: this.#marks, listeners: this.#listeners });
    this.#current = this.#addSlot();
    this.#preloader = new Preloader({
      busy: () => this.#queue.busy || this.#closed,
      neighbour: async (direction) => {
        try {
          await this.#neighbour(direction, new Pace());
        } catch (error) {
          // Closing the view under a load that nobody waits for is no error.
          if (!this.#closed) throw error;
        }
      },
    });
    this.#gauge = new BookGauge(container, pages, {
      busy: () => this.#queue.busy || this.#closed,
      layout: () => this.#layout,
      section: () => this.#current.unit?.section ?? 0,
      chapters: parts.measured,
    });
  }

  goTo(target: Target): Promise<Place> {
    return this.#run(() => this.#jump(target));
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
    const { unit, shell } = this.#current;
    const { text } = shell;
    if (!unit || !text || unit.section + 1 !== chapterUid || offset < text.base || offset > text.end) return undefined;
    return this.#pages.inSection(unit, pageOfOffset(shell, offset)).page;
  }

  pictureShare(): number {
    return pictureShare(this.#current.shell.document);
  }

  setStyle(style: ReadingStyle): Promise<Place> {
    return this.#run(() => this.#relayout({ ...this.#layout, style, version: this.#layout.version + 1 }));
  }

  resize(): Promise<Place> {
    return this.#run(() => {
      const size = sizeOf(this.#container);
      return this.#relayout({ ...this.#layout, size, version: this.#layout.version + 1 });
    });
  }

  setMarks(marks: readonly DrawnMark[]): string[] {
    this.#marks.replace(marks);
    const sections = this.#chapters.publication.spine.length;
    const nowhere = marks.filter((mark) => mark.chapterUid < 1 || mark.chapterUid > sections).map((mark) => mark.id);
    const unplaced = this.#slots.flatMap((slot) => (slot.shell.text ? this.#marks.draw(slot) : []));
    return [...new Set([...nowhere, ...unplaced])];
  }

  text(): PageText | undefined {
    const { unit, shell, failure } = this.#current;
    const { text } = shell;
    if (!unit || !text || failure || text.end === text.base) return undefined;
    if (!this.#pageText?.belongsTo(text)) this.#pageText = new LaidOutText(unit.section + 1, shell, text);
    return this.#pageText;
  }

  select(span: TextSpan): Selected | undefined {
    return drawSelection(this.#current, span, this.#chapters.publication.spine[span.chapterUid - 1]?.cfiBase ?? '');
  }

  showFound(spans: readonly TextSpan[], here: TextSpan | undefined): void {
    this.#found.replace(spans, here);
    for (const slot of this.#slots) if (slot.shell.text) this.#found.draw(slot);
  }

  bookPageAt(section: number, offset: number): { page: number; exact: boolean } | undefined {
    const laidOut = this.pageOf(section + 1, offset);
    const { bookPage } = laidOut === undefined ? {} : this.#pages.inBook(section, laidOut);
    if (bookPage !== undefined) return { page: bookPage, exact: true };
    const length = this.#chapters.counts.lengths[section] ?? 0;
    const page = this.#pages.near(section, length > 0 ? offset / length : 0);
    return page === undefined ? undefined : { page, exact: offset <= 0 };
  }

  clearSelection(): void {
    for (const slot of this.#slots) clearSelection(slot);
  }

  on<E extends keyof ViewEvents>(event: E, listener: (value: ViewEvents[E]) => void): () => void {
    return this.#listeners.on(event, listener);
  }

  close(): void {
    this.#closed = true;
    this.#preloader.stop();
    this.#gauge.close();
    this.#listeners.clear();
    for (const slot of this.#slots) slot.shell.close();
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

  async #turn(direction: 1 | -1): Promise<Place | undefined> {
    const { shell } = this.#current;
    const page = shell.page + direction;
    if (page >= 0 && page < shell.pages) {
      shell.turnTo(page);
    } else {
      const neighbour = await this.#neighbour(direction);
      if (!neighbour) {
        this.#rest();
        return undefined;
      }
      this.#assertOpen();
      this.#swapTo(neighbour);
    }
    return this.#settle();
  }

  async #jump(target: Target): Promise<Place> {
    const { publication, counts } = this.#chapters;
    await this.#pages.open(this.#layout);
    if ('bookPage' in target) return this.#jumpToPage(target.bookPage);
    const found = findSection(target, publication, counts) ?? { section: this.#firstSection(), offset: 0 };
    const unit = await this.#unitOf(found);
    const slot = await this.#slotFor(unit);
    const { shell } = slot;
    const position = shell.text ? findPosition(found, shell.document, shell.text) : { offset: 0 };
    shell.turnTo(this.#pageOf(slot, position));
    await shell.sharp();
    this.#assertOpen();
    this.#swapTo(slot);
    return this.#settle(found.offset === undefined && !found.quote && !found.cfi ? undefined : position.offset);
  }

  async #jumpToPage(bookPage: number): Promise<Place> {
    const found = this.#pages.find(bookPage);
    if (!found) return this.#jump({ section: this.#firstSection() });
    const slot = await this.#slotFor(found.unit);
    slot.shell.turnTo(found.page);
    await slot.shell.sharp();
    this.#assertOpen();
    this.#swapTo(slot);
    return this.#settle();
  }

  async #relayout(layout: Layout): Promise<Place> {
    const unit = this.#current.unit;
    const anchor = this.#anchor;
    this.#layout = layout;
    await this.#pages.open(layout);
    if (!unit) return this.#jump({ section: this.#firstSection() });
    const slot = await this.#slotFor(unit);
    slot.shell.turnTo(pageOfOffset(slot.shell, anchor));
    await slot.shell.sharp();
    this.#assertOpen();
    this.#swapTo(slot);
    return this.#settle(anchor);
  }

  /** The slot that holds the unit, loading it into one that is not seen if none does. */
  async #slotFor(unit: Unit): Promise<Slot> {
    const kept = await this.#chapters.neighbour(unit, 1);
    for (;;) {
      const held = this.#slots.find((slot) => slot.holds(unit, this.#layout));
      const slot = held ?? this.#spare(kept);
      slot.hurry();
      const state = held ? await held.ready : await slot.load(unit, this.#layout);
      this.#assertOpen();
      if (slot.holds(unit, this.#layout) && state !== 'overtaken') return slot;
    }
  }

  /** The neighbour ready to be shown at the page that a turn shows; `undefined` at the book's ends. */
  async #neighbour(direction: 1 | -1, pace?: Pace): Promise<Slot | undefined> {
    const here = this.#current.unit;
    const unit = here && (await this.#chapters.neighbour(here, direction));
    if (!unit) return undefined;
    const slot = await this.#slotBeside(unit, direction, pace);
    this.#assertOpen();
    if (slot !== this.#current) {
      slot.shell.turnTo(direction > 0 ? 0 : slot.shell.pages - 1);
      await slot.shell.sharp();
    }
    return slot;
  }

  async #slotBeside(unit: Unit, direction: 1 | -1, pace?: Pace): Promise<Slot> {
    const held = this.#slots.find((slot) => slot.holds(unit, this.#layout));
    if (!pace) held?.hurry();
    if (held && (await held.ready) !== 'overtaken' && held.holds(unit, this.#layout)) return held;
    const here = this.#current.unit;
    const other = here && (await this.#chapters.neighbour(here, direction > 0 ? -1 : 1));
    const spare = this.#spare(other);
    const state = await spare.load(unit, this.#layout, pace);
    return state === 'overtaken' || !spare.holds(unit, this.#layout) ? this.#slotFor(unit) : spare;
  }

  /** A slot that nobody sees, if possible not the one that holds `kept`. */
  #spare(kept: Unit | undefined): Slot {
    if (!this.#current.unit) return this.#current;
    const unseen = this.#slots.filter((slot) => slot !== this.#current);
    const free = unseen.find((slot) => !sameUnit(slot.unit, kept));
    return free ?? (this.#slots.length < 3 ? this.#addSlot() : (unseen[0] as Slot));
  }

  #addSlot(): Slot {
    const slot = new Slot(this.#container, this.#chapters, (loaded) => this.#loaded(loaded));
    this.#slots.push(slot);
    listenInFrame(slot, this.#input).catch(reportError);
    return slot;
  }

  #swapTo(slot: Slot): void {
    const before = this.#current;
    this.#current = slot;
    slot.shell.show(true);
    if (slot === before) return;
    before.shell.show(false);
    clearSelection(before);
    // Keys go on arriving where the reader typed the last one.
    if (this.#container.ownerDocument.activeElement === before.shell.frame) slot.shell.frame.focus();
  }

  /** Reports the turn, waits for its paint, reports the place. */
  async #settle(anchor?: number): Promise<Place> {
    const slot = this.#current;
    this.#listeners.emit('turning', pageNumbers(slot, this.#chapters, this.#pages));
    await afterPaint();
    // On few cores, finding the place would compete with the drawing of the page; nothing that is seen waits for it.
    if (!this.#queue.waiting) await delay(drawingTime);
    this.#assertOpen();
    const place = makePlace(slot, this.#chapters, this.#pages);
    this.#place = place;
    this.#anchor = anchor ?? place.chapterOffset;
    if (slot.failure) this.#listeners.emit('sectionFailed', { section: place.section, reason: slot.failure });
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
    if (unit && text) this.#pages.learn(unit, this.#chapters.knownPieces(unit.section), pages);
    this.#found.draw(slot);
    const ids = this.#marks.draw(slot);
    if (ids.length > 0) this.#listeners.emit('marksUnplaced', { ids });
  }

  async #unitOf(target: SectionTarget): Promise<Unit> {
    const { section } = target;
    if ((await this.#chapters.pieceCount(section)) === 1) return { section, piece: 0 };
    const { document, pieces } = await this.#chapters.prepare(section);
    const { offset } = findPosition(target, document, new ChapterText(document.body));
    return { section, piece: pieceAt(pieces, offset) };
  }

  #pageOf(slot: Slot, position: FoundPosition): number {
    const { node, nodeOffset = 0, offset } = position;
    return (node && pageOfNode(slot.shell, node, nodeOffset)) ?? pageOfOffset(slot.shell, offset);
  }

  #firstSection(): number {
    const { spine } = this.#chapters.publication;
    return Math.max(
      0,
      spine.findIndex((item) => item.linear),
    );
  }
}

function sizeOf(container: HTMLElement): { width: number; height: number } {
  return { width: Math.max(1, container.clientWidth), height: Math.max(1, container.clientHeight) };
}
