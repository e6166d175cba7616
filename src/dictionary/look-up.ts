// Looks words up in every installed dictionary, in their order: as they stand, and after that as forms of other words
// ("found" is also of "find"); in Chinese and Japanese the longest word that begins at a character. Works without a
// network, on a few pages of words.

import type { Database } from '../db/database.ts';
import {
  type DictionaryPageRow,
  type DictionaryRow,
  dictionaryText,
  installedDictionaries,
  pagesWithKey,
} from '../db/reading/dictionaries.ts';
import { type BaseForms, baseForms, formsOfHeadword, spellings } from './base-forms.ts';
import { readEntry } from './read-entry.ts';
import { keyOf } from './read-index.ts';
import { type Rich, richEntry } from './rich.ts';

export interface Asked {
  text: string;
  /** What follows in the book from the first character on, for longest matches. */
  following?: string;
  /** BCP 47; of the book. */
  language: string;
}

export interface Found {
  dictionaryId: string;
  dictionary: string;
  /** As the dictionary writes it. */
  word: string;
  entry: Rich[];
}

const cjk = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const longestWord = 16;
const entriesPerWord = 12;
/** Bytes; an entry that is longer is cut. */
const entryLimit = 512 * 1024;
const pagesKept = 24;

export class Dictionaries {
  readonly #database: Database;
  readonly #texts = new Map<string, Blob>();
  readonly #pages = new Map<string, DictionaryPageRow[]>();

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * In the dictionaries' order; nothing when no dictionary has the word or none is installed. `failed`: a dictionary
   * cannot be read, and the others are asked all the same.
   */
  async lookUp(asked: Asked, failed: (name: string, error: unknown) => void): Promise<Found[]> {
    const dictionaries = await installedDictionaries(this.#database);
    const found: Found[] = [];
    const words = written(asked);
    const forms = formsOf(asked);
    for (const dictionary of dictionaries) {
      try {
        found.push(...(await this.#asWrittenAndAsForm(dictionary, words, forms)));
      } catch (error) {
        failed(dictionary.name, error);
      }
    }
    return found;
  }

  /** No entry twice, however many words lead to it. */
  async #asWrittenAndAsForm(dictionary: DictionaryRow, words: readonly string[], forms: Forms): Promise<Found[]> {
    const shown = new Set<number>();
    const headword = await this.#first(dictionary, words, shown);
    if (headword.length > 0) return [...headword, ...(await this.#all(dictionary, await forms.ofHeadword(), shown))];
    const { known, guessed } = await forms.ofOther();
    const entries = await this.#all(dictionary, known, shown);
    return entries.length > 0 ? entries : this.#first(dictionary, guessed, shown);
  }

  /** Entries of the first of the words that the dictionary has. */
  async #first(dictionary: DictionaryRow, words: readonly string[], shown: Set<number>): Promise<Found[]> {
    for (const word of words) {
      const entries = await this.#entries(dictionary, keyOf(word), shown);
      if (entries.length > 0) return entries;
    }
    return [];
  }

  /** Entries of the words, which are few, as far as the dictionary has them. */
  async #all(dictionary: DictionaryRow, words: readonly string[], shown: Set<number>): Promise<Found[]> {
    const found: Found[] = [];
    for (const word of words) found.push(...(await this.#entries(dictionary, keyOf(word), shown)));
    return found;
  }

  /** `shown`: where in the text the entries begin that were found before. */
  async #entries(dictionary: DictionaryRow, key: string, shown: Set<number>): Promise<Found[]> {
    const places = await this.#places(dictionary.dictionaryId, key, shown);
    if (places.length === 0) return [];
    const text = await this.#text(dictionary.dictionaryId);
    if (!text) throw new Error(`The text of the dictionary “${dictionary.name}” is gone.`);
    const found: Found[] = [];
    for (const { word, offset, size } of places) {
      const slice = text.slice(offset, offset + Math.min(size, entryLimit));
      const parts = readEntry(new Uint8Array(await slice.arrayBuffer()), dictionary.types);
      const { dictionaryId, name } = dictionary;
      if (parts.length > 0) found.push({ dictionaryId, dictionary: name, word, entry: richEntry(parts) });
    }
    return found;
  }

  async #places(dictionaryId: string, key: string, shown: Set<number>) {
    const pages = await this.#pagesOf(dictionaryId, key);
    const places = pages.flatMap((page) => placesIn(page, key));
    return places.filter(({ offset }) => !shown.has(offset) && shown.add(offset)).slice(0, entriesPerWord);
  }

  /** Words that begin alike stand on the same page, so the last few pages answer most questions. */
  async #pagesOf(dictionaryId: string, key: string): Promise<DictionaryPageRow[]> {
    for (const pages of this.#pages.values()) {
      const [page] = pages;
      if (pages.length === 1 && page?.dictionaryId === dictionaryId && spans(page, key)) return pages;
    }
    const pages = await pagesWithKey(this.#database, dictionaryId, key);
    this.#pages.set(`${dictionaryId} ${key}`, pages);
    for (const old of [...this.#pages.keys()].slice(0, -pagesKept)) this.#pages.delete(old);
    return pages;
  }

  async #text(dictionaryId: string): Promise<Blob | undefined> {
    const known = this.#texts.get(dictionaryId);
    if (known) return known;
    const text = await dictionaryText(this.#database, dictionaryId);
    if (text) this.#texts.set(dictionaryId, text);
    return text;
  }
}

/** The words that one is a form of: where it is a headword itself, and where it is none. */
interface Forms {
  ofHeadword(): Promise<string[]>;
  ofOther(): Promise<BaseForms>;
}

/** Found out at most once for all dictionaries, and only where one of them asks. */
function formsOf({ text, language }: Asked): Forms {
  let ofHeadword: Promise<string[]> | undefined;
  let ofOther: Promise<BaseForms> | undefined;
  if (cjk.test(text.trim())) {
    return { ofHeadword: async () => [], ofOther: async () => ({ known: [], guessed: [] }) };
  }
  return {
    ofHeadword: () => (ofHeadword ??= formsOfHeadword(text, language)),
    ofOther: () => (ofOther ??= baseForms(text, language)),
  };
}

/** The word as it stands, and in Chinese what begins where it does. */
function written({ text, following = '' }: Asked): string[] {
  const asked = text.trim();
  if (!cjk.test(asked)) return spellings(asked);
  const characters = [...(following.startsWith(asked) ? following : asked)].slice(0, longestWord);
  // The words that were selected first, then the longest that begins where they do.
  const prefixes = characters.map((_, length) => characters.slice(0, characters.length - length).join(''));
  return [...new Set([asked, ...prefixes])];
}

/** The key would stand between the first and the last word of the page, and of no other. */
function spans({ first, keys }: DictionaryPageRow, key: string): boolean {
  const last = keys.slice(keys.lastIndexOf('\n') + 1);
  return first < key && key < last;
}

function placesIn(page: DictionaryPageRow, key: string): { word: string; offset: number; size: number }[] {
  const keys = page.keys.split('\n');
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  if (keys[low] !== key) return [];
  const words = page.words.split('\n');
  const places: { word: string; offset: number; size: number }[] = [];
  for (let at = low; keys[at] === key; at++) {
    places.push({ word: words[at] ?? key, offset: page.places[2 * at] ?? 0, size: page.places[2 * at + 1] ?? 0 });
  }
  return places;
}
