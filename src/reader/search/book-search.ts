// Searches the open book: section after section in idle time, unread ones too, without a network. What was found stays
// while the reader jumps from match to match.

import { createStore } from 'zustand/vanilla';
import { spareTime } from '../../book/after-paint.ts';
import type { SectionText, TextSpan } from '../../book/book.ts';
import { recentSearches, withSearch } from '../../db/settings/recent-searches.ts';
import { changeSetting, readSetting } from '../../db/settings/settings.ts';
import { type Region, union } from '../../screen/region.ts';
import type { Feature, FeatureParts } from '../feature.ts';
import { findMatches, type Match, type Query, type WordPart } from './find-matches.ts';
import { foldQuery, learnChinese } from './fold-text.ts';

export interface FoundMatch extends Match, TextSpan {
  /** From 0. */
  section: number;
}

export interface SearchState {
  query: string;
  part: WordPart;
  exact: boolean;
  matches: readonly FoundMatch[];
  /** running: it goes on by itself. limited: it goes on when asked to. */
  stage: 'none' | 'running' | 'limited' | 'done';
  /** Share of the sections that were searched, 0–1. */
  searched: number;
  /** The match that the reader is at; the bar with the way to the next one is shown. */
  at?: number | undefined;
  recent: readonly string[];
}

/** Matches after which the search asks whether to go on. */
const batch = 300;
/** Milliseconds of one slice, and between two changes of what is shown. */
const slice = 6;
const showEvery = 2000;
/** UTF-16 units of sections' texts that are kept for the next query. */
const keptText = 2_000_000;
/** Words of a page that are freed one by one; more are freed as one region. */
const mostBoxes = 12;

const first: SearchState = {
  ...{ query: '', part: 'start', exact: false },
  ...{ matches: [], stage: 'none', searched: 0, recent: [] },
};

interface Rest {
  blocks: Generator<Match[]>;
  found: FoundMatch[];
}

export class BookSearch implements Feature {
  readonly state = createStore<SearchState>(() => first);
  readonly #parts: FeatureParts;
  readonly #texts = new Map<number, SectionText>();
  #run = 0;
  #limit = batch;
  #matches: FoundMatch[] = [];
  /** Sections that have been searched whole, of which not every one is told. */
  #searched = 0;
  /** The section that is not searched whole: what is left of it, and what was found since it was last told. */
  #rest: Rest | undefined;
  /** The match whose page is being turned to. */
  #going: number | undefined;

  constructor(parts: FeatureParts) {
    this.#parts = parts;
    parts.later(this.#readRecent());
  }

  /** There is text to search: not in comics and scans. */
  get possible(): boolean {
    const { book, view } = this.#parts;
    // What a document says of itself was seen on some of its pages only.
    return book.facts.pages?.text !== false || view.text() !== undefined;
  }

  /** The reader goes from match to match. */
  get active(): boolean {
    return this.state.getState().at !== undefined;
  }

  /** Begins anew; an empty query forgets everything. `firstShown`: matches that fill a page of the list. */
  search(query: string, change: Partial<Pick<SearchState, 'part' | 'exact'>> = {}, firstShown = 8): void {
    this.#parts.touch();
    // Behind the sheet.
    this.#unmark();
    const options = { ...this.state.getState(), ...change };
    const folded = foldQuery(query, options.exact);
    this.#limit = batch;
    this.#matches = [];
    this.#searched = 0;
    this.#rest = undefined;
    this.#run++;
    const { part, exact } = options;
    if (folded === '') {
      this.state.setState({ query, part, exact, matches: [], stage: 'none', searched: 0 });
      return;
    }
    this.state.setState({ query, part, exact, matches: [], stage: 'running', searched: 0 });
    this.#parts.later(this.#begin(this.#run, { query, part, exact }, firstShown));
  }

  /** Goes on after the limit. */
  more(): void {
    const { stage, query, part, exact } = this.state.getState();
    if (stage !== 'limited') return;
    this.#parts.touch();
    this.#limit += batch;
    this.state.setState({ stage: 'running' });
    this.#parts.later(this.#begin(this.#run, { query, part, exact }, this.#matches.length + 1));
  }

  /** Goes to a match and marks it; the bar stays with the way to the others. */
  go(index: number): void {
    const { matches } = this.state.getState();
    const match = matches[index];
    if (!match) return;
    // Of what was searched, which may be another text than the one that places are kept in.
    const target = { section: match.section, offset: match.start };
    const first = this.state.getState().at === undefined;
    this.#going = index;
    this.#parts.touch();
    if (first) this.#parts.later(this.#keepQuery());
    // The way back leads to where the reader was before the first match.
    if (first) this.#parts.jump(target);
    else this.#parts.later(this.#parts.goTo(target));
  }

  /** In the frame of the page that the match stands on. */
  turning(): void {
    if (this.#going === undefined) return;
    this.state.setState({ at: this.#going });
    this.#going = undefined;
    this.#draw();
  }

  /** Page of the book that a match stands on, where pages are known. */
  pageOf({ section, start }: FoundMatch): number | undefined {
    return this.#parts.view.bookPageAt?.(section, start)?.page;
  }

  /** To the match after or before, around the ends. */
  step(direction: 1 | -1): void {
    const { at, matches } = this.state.getState();
    const here = this.#going ?? at;
    if (here === undefined || matches.length === 0) return;
    this.go((here + direction + matches.length) % matches.length);
  }

  /** Marks nothing any more, and keeps what was found. */
  end(): void {
    if (!this.active) return;
    this.#parts.touch();
    for (const box of this.#markedBoxes()) this.#parts.intend('key', box);
    this.#unmark();
  }

  #unmark(): void {
    if (!this.active) return;
    this.state.setState({ at: undefined });
    this.#parts.view.showFound?.([], undefined);
  }

  /** Of the matches on the page that is shown. */
  #markedBoxes(): Region[] {
    const text = this.#parts.view.text();
    if (!text) return [];
    const { chapterUid, start, end } = text.shown();
    // Below zero for words of a page whose places are another text's.
    const section = Math.abs(chapterUid) - 1;
    const boxes = this.state
      .getState()
      .matches.filter((match) => match.section === section && match.start < end && match.end > start)
      .flatMap((match) => text.boxes(match.start, match.end));
    return boxes.length > mostBoxes ? [boxes.reduce(union)] : boxes;
  }

  /** Asked while the panel is closed: what nobody waits for is not sought. */
  pause(): void {
    if (this.state.getState().stage !== 'running') return;
    this.#run++;
    this.state.setState({ matches: this.#matches, searched: this.#share(), stage: 'limited' });
  }

  close(): void {
    this.#run++;
    this.#texts.clear();
  }

  async #begin(
    run: number,
    { query, part, exact }: Pick<SearchState, 'query' | 'part' | 'exact'>,
    shown: number,
  ): Promise<void> {
    await learnChinese(query);
    if (run === this.#run) await this.#go(run, { text: foldQuery(query, exact), part, exact }, shown);
  }

  #share(): number {
    return this.#searched / Math.max(1, this.#parts.book.sections.length);
  }

  async #go(run: number, query: Query, firstShown: number): Promise<void> {
    const { sections } = this.#parts.book;
    let shownAt = performance.now();
    let shown = false;
    for (let section = this.#searched; section < sections.length; section++) {
      await spareTime();
      if (run !== this.#run) return;
      const rest = this.#rest ?? { blocks: findMatches(await this.#textOf(section), query), found: [] };
      if (run !== this.#run) return;
      this.#rest = rest;
      const ended = await this.#searchBlocks(run, section, rest);
      if (run !== this.#run) return;
      // Always a new list: those who show it compare.
      if (rest.found.length > 0) this.#matches = [...this.#matches, ...rest.found];
      this.#rest = ended ? undefined : { ...rest, found: [] };
      this.#searched = section + (ended ? 1 : 0);
      const searched = this.#share();
      if (this.#matches.length > this.#limit && this.#searched < sections.length) {
        this.state.setState({ matches: this.#matches, searched, stage: 'limited' });
        return;
      }
      const now = performance.now();
      const full = !shown && this.#matches.length >= firstShown;
      if (!full && now - shownAt < showEvery) continue;
      shown ||= this.#matches.length > 0;
      shownAt = now;
      this.state.setState({ matches: this.#matches, searched });
    }
    this.state.setState({ matches: this.#matches, searched: 1, stage: 'done' });
  }

  /** `false` when there is more of the section than the limit lets in. Stops when it is paused or another search began. */
  async #searchBlocks(run: number, section: number, { blocks, found }: Rest): Promise<boolean> {
    let until = performance.now() + slice;
    while (run === this.#run) {
      const { value, done } = blocks.next();
      if (done) return true;
      for (const match of value as Match[]) found.push({ ...match, section, chapterUid: section + 1 });
      if (this.#matches.length + found.length > this.#limit) break;
      if (performance.now() < until) continue;
      await spareTime();
      until = performance.now() + slice;
    }
    return false;
  }

  async #textOf(section: number): Promise<SectionText> {
    const known = this.#texts.get(section);
    if (known) return known;
    const text = await this.#parts.book.sectionText(section);
    this.#texts.set(section, text);
    let size = [...this.#texts.values()].reduce((sum, one) => sum + one.text.length, 0);
    for (const [old, { text: kept }] of this.#texts) {
      if (size <= keptText) break;
      this.#texts.delete(old);
      size -= kept.length;
    }
    return text;
  }

  #draw(): void {
    const { matches, at } = this.state.getState();
    const here = at === undefined ? undefined : matches[at];
    this.#parts.view.showFound?.(here ? matches.filter(({ section }) => section === here.section) : [], here);
  }

  async #readRecent(): Promise<void> {
    const { queries } = await readSetting(this.#parts.database, recentSearches);
    this.state.setState({ recent: queries });
  }

  async #keepQuery(): Promise<void> {
    const { database } = this.#parts;
    const query = this.state.getState().query.trim();
    if (query === '') return;
    const { queries } = await changeSetting(
      database,
      recentSearches,
      withSearch(await readSetting(database, recentSearches), query),
    );
    this.state.setState({ recent: queries });
  }
}
