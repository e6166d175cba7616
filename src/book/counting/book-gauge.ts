// Measures how many pages every section has, by laying each one out unseen in idle time, so that pages of the whole book
// can be numbered. Gives way to whatever the reader does.

import { spareTime } from '../after-paint.ts';
import { BookError } from '../book.ts';
import { type Chapters, type Unit, within } from '../layout/chapters.ts';
import { Shell } from '../layout/shell.ts';
import type { Layout } from '../layout/slot.ts';
import { Pace } from '../pace.ts';
import type { PageCounts } from './page-counts.ts';
import { type MeasuredPlaces, measurePlaces, onePage } from './page-starts.ts';

export interface GaugeTasks {
  layout(): Layout;
  /** The section that is read. */
  section(): number;
  /** Chapters of their own, so that those that are read stay prepared; the same where a long one is kept anyway. */
  chapters(section: number): Chapters;
}

interface Measured {
  pages: number;
  pieces: number;
  places: MeasuredPlaces;
}

/** Milliseconds after the reader's last action: the chapters beside the page come first, and nobody leafs any more. */
const pause = 1000;
/** Milliseconds after which the counts are kept, should the program end before all are known. */
const saveEvery = 4000;

export class BookGauge {
  readonly #container: HTMLElement;
  readonly #pages: PageCounts;
  readonly #tasks: GaugeTasks;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shell: Shell | undefined;
  /** Of what is being measured. */
  #pace = new Pace();
  #measuring = false;
  #held = true;
  /** How often the reader has come between. */
  #holds = 0;
  /** Number of the layout that was measured last. */
  #version = -1;
  #closed = false;

  constructor(container: HTMLElement, pages: PageCounts, tasks: GaugeTasks) {
    this.#container = container;
    this.#pages = pages;
    this.#tasks = tasks;
  }

  /** Goes on where it was, after a while. */
  start(): void {
    this.stop();
    if (this.#closed) return;
    // What is being laid out in another style or size would be thrown away.
    if (this.#version !== this.#tasks.layout().version) this.#shell?.giveUp();
    if (!this.#measuring && this.#pages.kept && !this.#pages.missing(0)) return;
    this.#timer = setTimeout(() => {
      this.#held = false;
      this.#pace.goOn();
      if (!this.#measuring) this.#measureAll().catch(reportError);
    }, pause);
  }

  /** At once, in the middle of a chapter too, which stays as far as it has come. */
  stop(): void {
    this.#held = true;
    this.#holds++;
    this.#pace.hold();
    clearTimeout(this.#timer);
  }

  close(): void {
    this.stop();
    this.#closed = true;
    this.#shell?.close();
    this.#shell = undefined;
    this.#pace.goOn();
    // It says itself what cannot be kept.
    void this.#pages.save();
  }

  async #measureAll(): Promise<void> {
    this.#measuring = true;
    try {
      await spareTime();
      let saved = performance.now();
      while (!this.#closed) {
        const unit = this.#pages.missing(this.#tasks.section());
        if (!unit) break;
        const layout = this.#tasks.layout();
        this.#version = layout.version;
        const measured = await this.#measure(unit, layout);
        if (this.#closed) return;
        if (!measured || layout.version !== this.#tasks.layout().version) {
          // Whatever came between has time first.
          await this.#nextPace().rest();
          continue;
        }
        this.#pages.learn(unit, measured.pieces, measured.pages, measured.places);
        if (performance.now() - saved < saveEvery) continue;
        await this.#pages.save();
        saved = performance.now();
      }
      await this.#pages.save();
    } finally {
      this.#measuring = false;
    }
    this.#shell?.close();
    this.#shell = undefined;
  }

  /** `undefined` when it has to be begun anew. */
  async #measure(unit: Unit, layout: Layout): Promise<Measured | undefined> {
    let chapters = this.#tasks.chapters(unit.section);
    const item = chapters.publication.spine[unit.section];
    // A fixed page is a page; so is a picture.
    const single = () => onePage(chapters.publication, unit.section);
    if (item?.fixed || item?.type.startsWith('image/')) return { pages: 1, pieces: 1, places: single() };
    const holds = this.#holds;
    try {
      const shell = await this.#standing();
      // That may have taken long: of the chapters that are read, only those that are kept are asked in spare time.
      chapters = this.#tasks.chapters(unit.section);
      const content = await chapters.content(unit, this.#nextPace());
      // A pace of its own: whoever reads the same long chapter may have hurried the other.
      const pace = this.#nextPace();
      await pace.rest();
      if (!shell || this.#closed || layout.version !== this.#tasks.layout().version) return undefined;
      if (!(await within(chapters.limit, shell.load(content, layout.style, layout.size, pace)))) return undefined;
      const places = await measurePlaces(shell, unit, chapters.publication, pace);
      return { pages: shell.pages, pieces: chapters.knownPieces(unit.section), places };
    } catch (error) {
      // Its frames may go before it is told so; what was being measured says nothing then.
      if (this.#closed || !this.#container.isConnected) return undefined;
      // Nor does the time that the reader took of it.
      if (holds !== this.#holds && error instanceof BookError && error.reason === 'timeout') {
        this.#shell?.giveUp();
        return undefined;
      }
      if (!(error instanceof BookError)) reportError(error);
      // What cannot be shown has its error page.
      return { pages: 1, pieces: chapters.knownPieces(unit.section), places: single() };
    }
  }

  /** The frame to lay out in; making one is the longest step of all, and has a piece of spare time of its own. */
  async #standing(): Promise<Shell | undefined> {
    await this.#nextPace().rest();
    if (this.#shell || this.#closed) return this.#shell;
    await spareTime();
    if (this.#closed) return undefined;
    this.#shell ??= new Shell(this.#container, true);
    const shell = this.#shell;
    await shell.ready();
    await spareTime();
    return shell;
  }

  #nextPace(): Pace {
    this.#pace = new Pace();
    if (this.#held && !this.#closed) this.#pace.hold();
    return this.#pace;
  }
}
