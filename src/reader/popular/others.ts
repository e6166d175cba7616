// What other readers underlined and thought: off until the reader asks for it in a book, fetched beside the reading and
// kept, shown with the next page and never by itself.

import { AppError } from '../../../api/errors.ts';
import { delay } from '../../book/after-paint.ts';
import type { Place } from '../../book/book.ts';
import {
  keepOthersThoughts,
  keepPopular,
  type OthersThoughtsRow,
  type PopularRange,
  popularOfBook,
  showsOthers,
} from '../../db/marks/popular.ts';
import { changeSetting, readSetting } from '../../db/settings/settings.ts';
import type { Feature, FeatureParts } from '../feature.ts';
import { signsOn } from '../marks/signs.ts';
import type { ReadingState } from '../reading-state.ts';
import { pageRegion } from '../turning/page-room.ts';

/** What the application asks the service for; every call rejects with an AppError. */
export interface OthersService {
  /** Chapters in which anybody underlined anything. */
  chapters(bookId: string): Promise<ReadonlySet<number>>;
  ranges(bookId: string, chapterUid: number): Promise<PopularRange[]>;
  thoughts(
    bookId: string,
    chapterUid: number,
    range: string,
    maxIdx: number,
  ): Promise<Pick<OthersThoughtsRow, 'thoughts' | 'totalCount' | 'maxIdx'>>;
}

/** Seconds after which a chapter is asked for again, and after which a service that did not answer is. */
const freshFor = 24 * 60 * 60;
const patience = 5 * 60;
/** Milliseconds that a sheet waits for what stands in it. */
const soon = 400;
/** Milliseconds that the page waits, where the reader has just asked for it. */
const soonShown = 1000;

/** What the service or the store says; failed: the service cannot tell now, whatever the cause. */
export type Answer = { row: OthersThoughtsRow | undefined } | 'failed';

/** A sheet about a range. */
export interface Opened {
  chapterUid: number;
  range: string;
  answer: Promise<Answer>;
  /** What it was when the sheet opened, where that did not take too long. */
  known: Answer | undefined;
}

export class Others implements Feature {
  readonly #parts: FeatureParts;
  /** Chapter → when it was asked for, Unix seconds. */
  readonly #asked = new Map<number, number>();
  #popular: PopularRange[] = [];
  #chapters: Promise<ReadonlySet<number>> | undefined;
  #shown = false;
  #opened: Opened | undefined;
  #toggled = 0;

  constructor(parts: FeatureParts) {
    this.#parts = parts;
    parts.later(this.#open());
    parts.view.on('markTapped', ({ id }) => this.#tapped(id));
  }

  /** Only where there is somebody to ask. */
  get possible(): boolean {
    return this.#parts.others() !== undefined;
  }

  get shown(): boolean {
    return this.#shown;
  }

  /**
   * Because the reader asked, the page changes now: with what is kept, and what the service tells soon. What it tells later
   * comes with the next page.
   */
  async toggle(): Promise<void> {
    const { database, bookId, marks, state, page, signal, report, later } = this.#parts;
    const asked = ++this.#toggled;
    const { panel } = state.getState();
    try {
      const { shown } = await changeSetting(database, showsOthers(bookId), (before) => ({ shown: !before.shown }));
      this.#shown = shown;
    } catch (error) {
      report(error);
      return state.setState({ unkept: true });
    }
    if (this.#shown) await this.#load();
    else marks.setPopular([]);
    this.#asked.clear();
    this.#chapters = undefined;
    const here = page();
    if (this.#shown && here) {
      const fetched = this.#fetch(here.chapterUid);
      later(fetched);
      await Promise.race([fetched.catch(() => undefined), delay(soonShown)]);
    }
    if (!signal.aborted && asked === this.#toggled) this.#draw(panel);
  }

  /** `panel`: where it was asked for; another one that was opened meanwhile stays. */
  #draw(panel: ReadingState['panel']): void {
    const { marks, state, view, page, intend, room } = this.#parts;
    marks.draw();
    const here = page();
    state.setState({
      ...(state.getState().panel === panel ? { panel: undefined } : {}),
      signs: here ? signsOn(view, marks.beside(), here) : [],
    });
    intend('page', pageRegion(room()), { turn: false, again: true, imageShare: view.pictureShare() });
  }

  placed({ chapterUid }: Place): void {
    if (this.#shown) this.#parts.later(this.#fetch(chapterUid));
  }

  /** The sheet about what others underlined here. */
  show(chapterUid: number, ranges: readonly { start: number; end: number }[]): void {
    const [first] = this.on(chapterUid, ranges);
    if (first) this.#parts.later(this.#showFirst(first, ranges));
  }

  /** What the sheet about a range begins with. */
  opened(chapterUid: number, range: string): Opened | undefined {
    return this.#opened?.chapterUid === chapterUid && this.#opened.range === range ? this.#opened : undefined;
  }

  /** It is painted once where the thoughts come soon. */
  async #showFirst(first: PopularRange, ranges: readonly { start: number; end: number }[]): Promise<void> {
    const { chapterUid, start, end, quote } = first;
    const range = `${start}-${end}`;
    const answer = this.thoughts(chapterUid, range).then(
      (row) => ({ row }),
      () => 'failed' as const,
    );
    const opened: Opened = { chapterUid, range, answer, known: undefined };
    this.#opened = opened;
    opened.known = await Promise.race([answer, delay(soon).then(() => undefined)]);
    if (this.#opened !== opened || this.#parts.signal.aborted) return;
    const box = { x: 0, y: 0, width: 0, height: 0 };
    const about = { chapterUid, start, end, text: quote, words: quote, before: '', after: '', cfi: '', box };
    this.#parts.state.setState({ about, ranges, panel: 'others', chosen: undefined });
  }

  on(chapterUid: number, ranges: readonly { start: number; end: number }[]): PopularRange[] {
    return this.#popular
      .filter((range) => range.chapterUid === chapterUid)
      .filter((range) => ranges.some(({ start, end }) => range.start === start && range.end === end));
  }

  /** Thoughts on a range: what is kept at first, then what the service has; more of them with each `more`. */
  async thoughts(chapterUid: number, range: string, more?: OthersThoughtsRow): Promise<OthersThoughtsRow | undefined> {
    const { database, bookId, now } = this.#parts;
    const kept = await database.othersThoughts.get([bookId, chapterUid, range]);
    const told = this.#popular.find((one) => one.chapterUid === chapterUid && `${one.start}-${one.end}` === range);
    const fresh = kept && now() - kept.readAt < freshFor && kept.totalCount === (told?.thoughts ?? kept.totalCount);
    if (!more && fresh) return kept;
    const service = this.#parts.others();
    if (!service) return kept;
    try {
      const reply = await service.thoughts(bookId, chapterUid, range, more?.maxIdx ?? 0);
      const known = new Set(more?.thoughts.map(({ reviewId }) => reviewId));
      const thoughts = [...(more?.thoughts ?? []), ...reply.thoughts.filter(({ reviewId }) => !known.has(reviewId))];
      const row: OthersThoughtsRow = { bookId, chapterUid, range, ...reply, thoughts, readAt: now() };
      await keepOthersThoughts(database, row);
      return row;
    } catch (error) {
      if (kept) return kept;
      throw error;
    }
  }

  async #open(): Promise<void> {
    const { database, bookId, view } = this.#parts;
    this.#shown = (await readSetting(database, showsOthers(bookId))).shown;
    if (!this.#shown) return;
    await this.#load();
    const place = view.place();
    if (place) await this.#fetch(place.chapterUid);
  }

  async #load(): Promise<void> {
    const { database, bookId, marks } = this.#parts;
    const rows = await popularOfBook(database, bookId);
    for (const { chapterUid, readAt } of rows) this.#asked.set(chapterUid, readAt);
    this.#popular = rows.flatMap(({ ranges }) => ranges);
    // They may have been switched off while the store was read.
    if (this.#shown) marks.setPopular(this.#popular);
  }

  async #fetch(chapterUid: number): Promise<void> {
    const { database, bookId, marks, now, signal } = this.#parts;
    const service = this.#parts.others();
    if (!service || now() - (this.#asked.get(chapterUid) ?? 0) < freshFor) return;
    this.#asked.set(chapterUid, now());
    try {
      this.#chapters ??= service.chapters(bookId);
      const ranges = (await this.#chapters).has(chapterUid) ? await service.ranges(bookId, chapterUid) : [];
      if (signal.aborted) return;
      await keepPopular(database, { bookId, chapterUid, ranges, readAt: now() });
      this.#popular = [...this.#popular.filter((range) => range.chapterUid !== chapterUid), ...ranges];
      if (this.#shown) marks.setPopular(this.#popular);
    } catch (error) {
      // Without a network the kept ones stand; a later page of the chapter asks again, not every one.
      this.#chapters = undefined;
      this.#asked.set(chapterUid, now() - freshFor + patience);
      if (!(error instanceof AppError)) throw error;
    }
  }

  #tapped(id: string): void {
    const [kind, chapterUid, range = ''] = id.split(':');
    const [start = 0, end = 0] = range.split('-').map(Number);
    if (kind === 'others') this.show(Number(chapterUid), [{ start, end }]);
  }
}
