// Reads the index and the synonyms of a StarDict dictionary, sorts their words by folded key, and cuts them into pages.
// The files come from anywhere: every number is checked against what is there. Runs in a worker.

import { fold } from '../db/shelf/search-words.ts';
import { DictionaryError } from './dictionary-error.ts';

export interface IndexSource {
  index: Uint8Array;
  synonyms: Uint8Array | undefined;
  /** Of an offset: 32 or 64. */
  bits: 32 | 64;
  /** Bytes of the dictionary's text; no entry may reach beyond it. */
  textSize: number;
}

export interface IndexPage {
  first: string;
  part: number;
  keys: string;
  words: string;
  places: Float64Array;
}

/** A word's key in every dictionary: case, accents and width do not count. */
export function keyOf(word: string): string {
  return fold(word).replace(/[\s\u00a0]+/gu, ' ');
}

export const indexLimits = { words: 5_000_000, wordBytes: 1024, bytes: 512 * 1024 * 1024 };
const wordsPerPage = 256;

interface Entry {
  key: string;
  word: string;
  offset: number;
  size: number;
}

/** Throws `DictionaryError`. The pages in ascending order of their keys. */
export function* readIndex(source: IndexSource): Generator<IndexPage> {
  const entries = readEntries(source);
  const own = entries.length;
  if (source.synonyms) for (const entry of readSynonyms(source.synonyms, entries, own)) entries.push(entry);
  const usable = entries.filter(({ key, size }) => key !== '' && size >= 0);
  if (usable.length === 0) throw new DictionaryError('damaged', 'The index has no word that the text contains.');
  usable.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.offset - b.offset));
  let first = '';
  let part = 0;
  for (let at = 0; at < usable.length; at += wordsPerPage) {
    const page = usable.slice(at, at + wordsPerPage);
    const begins = page[0]?.key ?? '';
    part = begins === first ? part + 1 : 0;
    first = begins;
    yield {
      ...{ first, part },
      keys: page.map(({ key }) => key).join('\n'),
      words: page.map(({ word }) => word).join('\n'),
      places: Float64Array.from(page.flatMap(({ offset, size }) => [offset, size])),
    };
  }
}

function readEntries({ index, bits, textSize }: IndexSource): Entry[] {
  const view = new DataView(index.buffer, index.byteOffset, index.byteLength);
  const decoder = new TextDecoder();
  const entries: Entry[] = [];
  const tail = bits / 8 + 4;
  for (let at = 0; at < index.length; ) {
    const end = wordEnd(index, at);
    if (end + 1 + tail > index.length) throw new DictionaryError('damaged', 'The index is cut short.');
    const offset = bits === 64 ? Number(view.getBigUint64(end + 1)) : view.getUint32(end + 1);
    const size = view.getUint32(end + 1 + bits / 8);
    const word = plain(decoder.decode(index.subarray(at, end)));
    // Synonyms count every word, so one that leads nowhere keeps its number.
    const reaches = offset + size <= textSize;
    entries.push({ key: reaches ? keyOf(word) : '', word, offset, size: reaches ? size : -1 });
    if (entries.length > indexLimits.words) throw tooManyWords();
    at = end + 1 + tail;
  }
  return entries;
}

function* readSynonyms(bytes: Uint8Array, entries: readonly Entry[], own: number): Generator<Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decoder = new TextDecoder();
  let count = 0;
  for (let at = 0; at < bytes.length; ) {
    const end = wordEnd(bytes, at);
    if (end + 5 > bytes.length) throw new DictionaryError('damaged', 'The list of synonyms is cut short.');
    const number = view.getUint32(end + 1);
    const meant = number < own ? entries[number] : undefined;
    if (meant && meant.size >= 0) yield { ...meant, key: keyOf(plain(decoder.decode(bytes.subarray(at, end)))) };
    if (++count > indexLimits.words) throw tooManyWords();
    at = end + 5;
  }
}

function wordEnd(bytes: Uint8Array, from: number): number {
  const end = bytes.indexOf(0, from);
  if (end < 0 || end - from > indexLimits.wordBytes) throw new DictionaryError('damaged', 'The index is broken.');
  return end;
}

/** Words stand one a line in a page. */
function plain(word: string): string {
  return word.replace(/[\r\n]+/gu, ' ');
}

function tooManyWords(): DictionaryError {
  return new DictionaryError('tooLarge', `The dictionary has more than ${indexLimits.words} words.`);
}
