// The open book read aloud by its own recordings: phrase after phrase, section after section, with the page turned where
// the voice is. Whoever turns a page meanwhile is read from there.

import { createStore } from 'zustand/vanilla';
import { BookError, type Box, type PageNumbers, type Place, type TextSpan } from '../../book/book.ts';
import type { Narration } from '../../book/overlay/phrase.ts';
import { changeSetting, readSetting, setting } from '../../db/settings/settings.ts';
import type { Feature, FeatureParts } from '../feature.ts';
import {
  offsetReached,
  type PlacedPhrase,
  phraseAt,
  phraseBeside,
  phraseFrom,
  placePhrases,
  silentSeconds,
} from './phrase-list.ts';
import { type OpenPlayer, openRecordingPlayer, type RecordingPlayer } from './recording-player.ts';

export interface NarrationState {
  /** The book has recordings of its own. */
  available: boolean;
  /** The bar is shown. */
  open: boolean;
  playing: boolean;
  /** The voice is in a table, a list or the like, which can be left. */
  canLeave: boolean;
  /** 1 as it was recorded. */
  rate: number;
  /** Notes, page numbers and the like are left out. */
  skip: boolean;
}

/** One after the other, from the last one on to the first. */
const rates = [0.75, 1, 1.25, 1.5, 2];
const kept = setting('narration', { rate: 1, skip: true });

export class Narrating implements Feature {
  readonly state;
  readonly #parts: FeatureParts;
  readonly #narration: Narration | undefined;
  readonly #openPlayer: OpenPlayer;
  readonly #addresses = new Map<string, Promise<string | undefined>>();
  #player: RecordingPlayer | undefined;
  #phrases: readonly PlacedPhrase[] = [];
  #section = -1;
  #index = -1;
  /** Every order to read somewhere else; older ones give up. */
  #run = 0;
  /** The page is being turned for the voice. */
  #turning = false;
  /** It is marked with the page that is turned to. */
  #coming: PlacedPhrase | undefined;
  /** It was marked with the page that the reader turned to, and is read once that page is painted. */
  #turnedTo: PlacedPhrase | undefined;
  #marked: PlacedPhrase | undefined;
  /** A section that was gone to and is not in sight there: of two pages side by side, the one that cannot be shown. */
  #unseen: { section: number; place: Place } | undefined;

  constructor(parts: FeatureParts, openPlayer: OpenPlayer = openRecordingPlayer) {
    this.#parts = parts;
    this.#narration = parts.book.narration;
    this.#openPlayer = openPlayer;
    this.state = createStore<NarrationState>(() => ({
      ...{ available: this.#narration !== undefined, open: false, playing: false, canLeave: false },
      ...kept.initial,
    }));
    if (this.#narration) parts.later(this.#readSettings());
  }

  /** Shows the bar and reads from the page on. */
  begin(): void {
    this.#parts.touch();
    this.#parts.state.setState({ panel: undefined });
    this.state.setState({ open: true });
    this.play();
  }

  /** Reads from words on that were chosen. */
  beginAt({ chapterUid, start }: Pick<TextSpan, 'chapterUid' | 'start'>): void {
    this.#parts.touch();
    this.#parts.view.clearSelection();
    this.#parts.state.setState({ panel: undefined, chosen: undefined, selection: undefined });
    this.state.setState({ open: true, playing: true });
    this.#parts.later(this.#readFrom({ section: chapterUid - 1, chapterOffset: start }, phraseAt));
  }

  play(): void {
    const place = this.#parts.view.place();
    if (!this.#narration || !place) return;
    this.#parts.touch();
    this.state.setState({ playing: true });
    if (this.#player && this.#index >= 0) this.#player.resume();
    else this.#parts.later(this.#readFrom(place));
  }

  pause(): void {
    this.#parts.touch();
    this.#player?.pause();
    this.state.setState({ playing: false });
  }

  /** The one key for the voice: it begins, pauses and goes on. Nothing in a book without one. */
  toggle(): void {
    const { available, open, playing } = this.state.getState();
    if (!available) return;
    if (!open) this.begin();
    else if (playing) this.pause();
    else this.play();
  }

  /** The phrase before or after, over the ends of sections. */
  step(direction: 1 | -1): void {
    this.#parts.touch();
    this.#parts.later(this.#goOn(direction, ++this.#run));
  }

  /** Goes on behind the table, list or the like that the voice is in. */
  leave(): void {
    const after = this.#phrases[this.#index]?.after;
    if (after === undefined) return;
    this.#parts.touch();
    this.#index = after - 1;
    this.#parts.later(this.#goOn(1, ++this.#run));
  }

  /** To the next speed. */
  changeSpeed(): void {
    const next = rates.indexOf(this.state.getState().rate) + 1;
    this.#change({ rate: rates[next % rates.length] ?? kept.initial.rate });
  }

  toggleSkip(): void {
    this.#change({ skip: !this.state.getState().skip });
  }

  #change(change: Partial<Pick<NarrationState, 'rate' | 'skip'>>): void {
    this.#parts.touch();
    this.state.setState(change);
    this.#parts.later(changeSetting(this.#parts.database, kept, change));
    if (change.rate !== undefined && this.state.getState().playing) this.#parts.later(this.#speak(++this.#run));
  }

  /** Ends the reading and closes the bar. */
  end(): void {
    this.#run++;
    this.#player?.close();
    this.#player = undefined;
    this.#index = -1;
    this.#section = -1;
    this.#mark(undefined);
    this.state.setState({ open: false, playing: false, canLeave: false });
  }

  /** In the frame of the page that the phrase stands on: a mark that came after it would be a second one. */
  turning(numbers: PageNumbers, relaid: boolean): void {
    const { open, playing } = this.state.getState();
    const byHand = open && playing && !this.#turning && !relaid;
    this.#turnedTo = byHand ? this.#phraseOn(numbers) : undefined;
    const phrase = this.#turnedTo ?? this.#coming;
    if (!phrase) return;
    this.#coming = undefined;
    this.#setMarked(phrase);
    if (!this.#turnedTo) return;
    // Whatever was about to be read on the page before would mark that once more.
    this.#run++;
    this.state.setState({ canLeave: phrase.after !== undefined });
  }

  /** The reader turned the page: the voice follows. */
  placed(place: Place): void {
    const index = this.#turnedTo ? this.#phrases.indexOf(this.#turnedTo) : -1;
    this.#turnedTo = undefined;
    if (this.#turning || !this.state.getState().open) return;
    this.#index = -1;
    if (!this.state.getState().playing) return;
    if (index >= 0) {
      this.#index = index;
      this.#parts.later(this.#speak(++this.#run));
    } else this.#parts.later(this.#readFrom(place));
  }

  close(): void {
    this.end();
    for (const address of this.#addresses.values()) {
      address.then((made) => made && URL.revokeObjectURL(made)).catch(this.#parts.report);
    }
    this.#addresses.clear();
  }

  async #readSettings(): Promise<void> {
    this.state.setState(await readSetting(this.#parts.database, kept));
  }

  async #readFrom(
    { section, chapterOffset }: Pick<Place, 'section' | 'chapterOffset'>,
    first = phraseFrom,
  ): Promise<void> {
    const run = ++this.#run;
    const wanted = this.#narration?.sections.find((other) => other >= section);
    if (wanted === undefined) return this.#stop();
    if (!(await this.#load(wanted, run))) return;
    this.#index = wanted === section ? first(this.#phrases, chapterOffset) : 0;
    if (this.#index < 0 || (this.state.getState().skip && this.#phrases[this.#index]?.skippable)) {
      return this.#goOn(1, run);
    }
    await this.#speak(run);
  }

  /**
   * What is read first of the page that comes. `undefined` where that stands on another page, and in a chapter whose
   * phrases have yet to be loaded: its mark takes a frame of its own.
   */
  #phraseOn({ section, page }: PageNumbers): PlacedPhrase | undefined {
    if (section !== this.#section) return undefined;
    const { view } = this.#parts;
    const text = view.text();
    // Of two pages side by side, the text may be the other one's.
    const start = text?.chapterUid === section + 1 ? text.shown().start : page === 0 ? 0 : undefined;
    if (start === undefined) return undefined;
    const { skip } = this.state.getState();
    const index = phraseBeside(this.#phrases, phraseFrom(this.#phrases, start) - 1, 1, skip);
    const phrase = index === undefined ? undefined : this.#phrases[index];
    return phrase && view.pageOf(section + 1, phrase.start) === page ? phrase : undefined;
  }

  /** `false`: there was an order to read somewhere else meanwhile, whose phrases stand. */
  async #load(section: number, run: number): Promise<boolean> {
    if (this.#section === section) return true;
    const { book } = this.#parts;
    const [phrases, text] = await Promise.all([this.#narration?.phrases(section), book.sectionText(section)]);
    if (run !== this.#run) return false;
    this.#phrases = placePhrases(phrases ?? [], text);
    this.#section = section;
    this.#index = -1;
    return true;
  }

  async #goOn(direction: 1 | -1, run: number): Promise<void> {
    const { skip } = this.state.getState();
    for (;;) {
      const next = phraseBeside(this.#phrases, this.#index, direction, skip);
      if (next !== undefined) {
        this.#index = next;
        return this.#speak(run);
      }
      const section = this.#sectionBeside(direction);
      if (section === undefined) return direction > 0 ? this.#stop() : this.#speak(run);
      if (!(await this.#load(section, run))) return;
      this.#index = direction > 0 ? -1 : this.#phrases.length;
    }
  }

  #sectionBeside(direction: 1 | -1): number | undefined {
    const sections = this.#narration?.sections ?? [];
    return direction > 0
      ? sections.find((section) => section > this.#section)
      : sections.findLast((section) => section < this.#section);
  }

  async #speak(run: number): Promise<void> {
    const phrase = this.#phrases[this.#index];
    if (!phrase) return this.#stop();
    const address = phrase.audio && (await this.#addressOf(phrase.audio.path));
    if (run !== this.#run) return;
    await this.#show(phrase);
    if (run !== this.#run || this.#parts.signal.aborted) return;
    this.state.setState({ canLeave: phrase.after !== undefined });
    this.#player ??= this.#openPlayer({
      progress: (seconds, ofSeconds) => this.#parts.later(this.#follow(seconds, ofSeconds)),
      ended: () => {
        // What the page that is being painted begins with comes next.
        if (!this.#turnedTo) this.#parts.later(this.#goOn(1, ++this.#run));
      },
      failed: () => this.#playSilently(),
    });
    const { begin = 0, end } = phrase.audio ?? {};
    this.#player.play({ address, begin, end, seconds: silentSeconds(phrase) }, this.state.getState().rate);
    if (!this.state.getState().playing) this.#player.pause();
  }

  /** The phrase is marked in the frame that shows its page. */
  async #show(phrase: PlacedPhrase): Promise<void> {
    const { section, start } = phrase;
    if (this.#isShown(section, start)) return this.#mark(phrase);
    this.#coming = phrase;
    await this.#turnTo(section, start);
    // The page was there already.
    if (this.#coming === phrase) this.#mark(phrase);
  }

  /** On the page that is shown: the one that was marked is free again. */
  #mark(phrase: PlacedPhrase | undefined): void {
    this.#coming = undefined;
    if (phrase === this.#marked) return;
    const changed = this.#setMarked(phrase);
    for (const box of this.#parts.signal.aborted ? [] : changed) this.#parts.intend('key', box);
  }

  #setMarked(phrase: PlacedPhrase | undefined): readonly Box[] {
    this.#marked = phrase;
    return this.#parts.view.setSpoken?.(phrase) ?? [];
  }

  /** Turns the page as soon as the voice has come to its end. */
  async #follow(seconds: number, ofSeconds: number): Promise<void> {
    const phrase = this.#phrases[this.#index];
    if (!phrase || this.#turning || ofSeconds <= 0) return;
    const reached = offsetReached(phrase, seconds / ofSeconds);
    if (!this.#isShown(phrase.section, reached)) await this.#turnTo(phrase.section, reached);
  }

  #isShown(section: number, offset: number): boolean {
    const { view } = this.#parts;
    const place = view.place();
    if (!place) return false;
    const page = view.pageOf(section + 1, offset);
    if (page === undefined) return this.#standsIn(place, section);
    // Of two pages side by side, both are in sight.
    return place.section === section ? page === place.page : place.pages === 1;
  }

  /** What is seen instead of a section that cannot be shown: going there once more would show the same. */
  #standsIn(place: Place, section: number): boolean {
    if (place.failed && place.section === section) return true;
    return this.#unseen?.section === section && this.#unseen.place === place;
  }

  async #turnTo(section: number, offset: number): Promise<void> {
    this.#turning = true;
    try {
      await this.#parts.inOrder(async (view) => {
        const place = await view.goTo({ section, offset });
        this.#unseen = view.pageOf(section + 1, offset) === undefined ? { section, place } : undefined;
      });
    } finally {
      this.#turning = false;
    }
  }

  #playSilently(): void {
    const phrase = this.#phrases[this.#index];
    if (!phrase || !this.#player) return;
    const silence = { address: undefined, begin: 0, end: undefined, seconds: silentSeconds(phrase) };
    this.#player.play(silence, this.state.getState().rate);
    if (!this.state.getState().playing) this.#player.pause();
  }

  #stop(): void {
    this.#player?.pause();
    this.#index = -1;
    this.#mark(undefined);
    this.state.setState({ playing: false, canLeave: false });
  }

  /** `undefined` where the book lacks the recording: its words are shown in their time all the same. */
  #addressOf(path: string): Promise<string | undefined> {
    const known = this.#addresses.get(path) ?? this.#makeAddress(path);
    this.#addresses.set(path, known);
    return known;
  }

  async #makeAddress(path: string): Promise<string | undefined> {
    try {
      const recording = await this.#narration?.recording(path);
      return recording && URL.createObjectURL(recording);
    } catch (error) {
      if (!(error instanceof BookError)) throw error;
      console.warn(`The recording “${path}” cannot be played.`, error);
      return undefined;
    }
  }
}
