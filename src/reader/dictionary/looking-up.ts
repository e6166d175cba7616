// Looks words of the open book up in the installed dictionaries, and remembers which.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { installedDictionaries, keepLookup } from '../../db/reading/dictionaries.ts';
import { Dictionaries, type Found } from '../../dictionary/look-up.ts';
import type { Feature, FeatureParts } from '../feature.ts';
import { stillAsked } from '../selection/still-asked.ts';
import type { Subject } from '../selection/subject.ts';

export interface LookupState {
  word: string;
  /** `undefined` while it is being looked for. */
  found: readonly Found[] | undefined;
  /** There is no dictionary to look in. */
  none: boolean;
  /** Names of dictionaries that cannot be read. */
  unreadable: readonly string[];
  /** Words that were left for others that they refer to. */
  before: readonly string[];
}

/** Longer selections are passages, not words. */
const wordLimit = 120;

export class LookingUp implements Feature {
  readonly state: StoreApi<LookupState>;
  readonly #parts: FeatureParts;
  readonly #dictionaries: Dictionaries;
  /** Every word asked for; answers to older ones are late. */
  #asked = 0;

  constructor(parts: FeatureParts) {
    this.#parts = parts;
    this.#dictionaries = new Dictionaries(parts.database);
    this.state = createStore<LookupState>(() => ({
      ...{ word: '', found: undefined, none: false },
      ...{ unreadable: [], before: [] },
    }));
  }

  /** What was found is there when the sheet opens: it is painted once. */
  async open(about: Subject): Promise<void> {
    const { state, view } = this.#parts;
    const isWanted = stillAsked(this.#parts);
    const text = view.text();
    const following = text?.chapterUid === about.chapterUid ? text.following(about.start, 24) : '';
    const answered = await this.#ask(about.words.trim().slice(0, wordLimit), [], following);
    if (answered && isWanted()) state.setState({ about, panel: 'dictionary', chosen: undefined });
  }

  /** Another word that an entry refers to. */
  async follow(word: string): Promise<void> {
    const { word: left, before } = this.state.getState();
    await this.#ask(word, [...before, left]);
  }

  async back(): Promise<void> {
    const { before } = this.state.getState();
    const last = before.at(-1);
    if (last !== undefined) await this.#ask(last, before.slice(0, -1));
  }

  /** In the task that turns the page nothing of it is left. */
  close(): void {
    this.#asked += 1;
    this.state.setState({ word: '', found: undefined, before: [] });
  }

  /** `false`: something else was asked for meanwhile, and this is not shown. */
  async #ask(word: string, before: readonly string[], following = ''): Promise<boolean> {
    const { database, bookId, book, now, later, report } = this.#parts;
    const asked = ++this.#asked;
    const unreadable: string[] = [];
    const failed = (name: string, error: unknown) => {
      unreadable.push(name);
      report(error);
    };
    const question = { text: word, following, language: book.facts.language };
    const found = await this.#dictionaries.lookUp(question, failed);
    const none = found.length === 0 && (await installedDictionaries(database)).length === 0;
    if (asked !== this.#asked) return false;
    this.state.setState({ word, found, none, unreadable, before });
    if (found.length > 0) later(keepLookup(database, { word, bookId, at: now() }));
    return true;
  }
}
