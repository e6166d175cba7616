// Measures how many pages every section has, by laying each one out unseen in idle time, so that pages of the whole book
// can be numbered. Gives way to whatever the reader does.

import { delay, moreSpareTime, spareTime } from '../after-paint.ts';
import { BookError } from '../book.ts';
import { type Chapters, type Unit, within } from '../layout/chapters.ts';
import { Shell } from '../layout/shell.ts';
import type { Layout } from '../layout/slot.ts';
import { Pace } from '../pace.ts';
import type { PageCounts } from './page-counts.ts';
import { type MeasuredPlaces, measurePlaces, onePage } from './page-starts.ts';

export interface GaugeTasks {
  /** Something more urgent runs or waits. */
  busy(): boolean;
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
const pause = 2500;
/** Milliseconds after which the counts are kept, should the program end before all are known. */
const saveEvery = 4000;

export class BookGauge {
  readonly #container: HTMLElement;
  readonly #pages: PageCounts;
  readonly #tasks: GaugeTasks;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shell: Shell | undefined;
  #run = 0;
  #closed = false;

  constructor(container: HTMLElement, pages: PageCounts, tasks: GaugeTasks) {
    this.#container = container;
    this.#pages = pages;
    this.#tasks = tasks;
  }

  start(): void {
    this.stop();
    if (this.#pages.kept && !this.#pages.missing(0)) return;
    const run = this.#run;
    this.#timer = setTimeout(() => this.#measureAll(run).catch(reportError), pause);
  }

  /** Gives up what it does, and keeps what it has. */
  stop(): void {
    this.#run++;
    clearTimeout(this.#timer);
  }

  close(): void {
    this.stop();
    this.#closed = true;
    this.#shell?.close();
    this.#shell = undefined;
    // It says itself what cannot be kept.
    void this.#pages.save();
  }

  async #measureAll(run: number): Promise<void> {
    await spareTime();
    let saved = performance.now();
    for (;;) {
      const unit = this.#pages.missing(this.#tasks.section());
      if (!unit) break;
      const layout = this.#tasks.layout();
      const measured = await this.#measure(unit, layout, run);
      if (this.#closed || layout.version !== this.#tasks.layout().version) return;
      if (!measured) return this.#pages.save();
      this.#pages.learn(unit, measured.pieces, measured.pages, measured.places);
      if (performance.now() - saved < saveEvery) continue;
      await this.#pages.save();
      saved = performance.now();
    }
    await this.#pages.save();
    this.#shell?.close();
    this.#shell = undefined;
  }

  /** `undefined` when the reader came first. */
  async #measure(unit: Unit, layout: Layout, run: number): Promise<Measured | undefined> {
    const chapters = this.#tasks.chapters(unit.section);
    const item = chapters.publication.spine[unit.section];
    // A fixed page is a page; so is a picture.
    const single = () => onePage(chapters.publication, unit.section);
    if (item?.fixed || item?.type.startsWith('image/')) return { pages: 1, pieces: 1, places: single() };
    if (!(await this.#calm(run))) return undefined;
    try {
      const pace = new Pace();
      const shell = await this.#standing();
      const content = await chapters.content(unit, pace);
      if (!shell || !(await this.#calm(run))) return undefined;
      if (!(await within(chapters.limit, shell.load(content, layout.style, layout.size, pace)))) return undefined;
      const places = await measurePlaces(shell, unit, chapters.publication, pace);
      return { pages: shell.pages, pieces: chapters.knownPieces(unit.section), places };
    } catch (error) {
      // Its frames may go before it is told so; what was being measured says nothing then.
      if (this.#closed || !this.#container.isConnected) return undefined;
      if (!(error instanceof BookError)) reportError(error);
      // What cannot be shown has its error page.
      return { pages: 1, pieces: chapters.knownPieces(unit.section), places: single() };
    }
  }

  /** The frame to lay out in; making one is the longest step of all, and has a piece of spare time of its own. */
  async #standing(): Promise<Shell | undefined> {
    if (this.#shell) return this.#shell;
    await spareTime();
    if (this.#closed) return undefined;
    this.#shell ??= new Shell(this.#container, true);
    const shell = this.#shell;
    await shell.ready();
    await spareTime();
    return shell;
  }

  /** Waits for spare time; `false` when the reader has done something meanwhile. */
  async #calm(run: number): Promise<boolean> {
    await moreSpareTime();
    while (run === this.#run && this.#tasks.busy()) await delay(pause);
    return run === this.#run;
  }
}
