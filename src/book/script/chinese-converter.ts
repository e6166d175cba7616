// Writes Chinese in its other script by OpenCC's dictionaries: the longest phrase that fits decides, as one character of
// one script can be several of the other. Tells where the lengths part, so that places can be found in both texts.

import { Trie } from 'opencc-js/core';
import type { ReadingStyle } from '../book.ts';

export type Script = Exclude<ReadingStyle['script'], 'book'>;

export interface Converted {
  text: string;
  /** See `Runs`; absent when the texts go together character by character. */
  runs?: Uint32Array;
}

export type Convert = (text: string) => Converted;

/** Groups of dictionaries, one step after the other; within a group the first has the last word. */
type Steps = readonly (readonly string[])[];

const dictionary = (module: { default: string }) => module.default;
const fromSimplified = async () => [
  dictionary(await import('opencc-js/dict/STPhrases')),
  dictionary(await import('opencc-js/dict/STPhrases_GeneratedFromRegionalPhrases')),
  dictionary(await import('opencc-js/dict/STCharacters')),
];
const toSimplified = async () => [
  dictionary(await import('opencc-js/dict/TSPhrases')),
  dictionary(await import('opencc-js/dict/TSCharacters')),
];
const toTaiwan = async () => [
  dictionary(await import('opencc-js/dict/TWVariantsPhrases')),
  dictionary(await import('opencc-js/dict/TWVariants')),
];
const toHongKong = async () => [
  dictionary(await import('opencc-js/dict/HKVariantsPhrases')),
  dictionary(await import('opencc-js/dict/HKVariants')),
];
const fromTaiwan = async () => [
  dictionary(await import('opencc-js/dict/TWVariantsRevPhrases')),
  dictionary(await import('opencc-js/dict/TWVariantsRev')),
];
const fromHongKong = async () => [
  dictionary(await import('opencc-js/dict/HKVariantsRevPhrases')),
  dictionary(await import('opencc-js/dict/HKVariantsRev')),
];

/** Quotation marks go with the script: there is no other way to print them down the page. */
const corners: readonly [string, string][] = [
  ['“', '「'],
  ['”', '」'],
  ['‘', '『'],
  ['’', '』'],
];
const cornersFor = (entries: readonly [string, string][]) => entries.map(([from, to]) => `${from} ${to}`).join('|');
const toCorners = cornersFor(corners);
const fromCorners = cornersFor(corners.map(([curly, corner]) => [corner, curly]));

/** From what a text is written in, to what it shall be shown in; what is missing needs nothing done. */
const ways: Readonly<Record<string, () => Promise<Steps>>> = {
  'simplified traditional': async () => [[toCorners, ...(await fromSimplified())]],
  'simplified taiwan': async () => [[toCorners, ...(await fromSimplified())], await toTaiwan()],
  'simplified hongKong': async () => [[toCorners, ...(await fromSimplified())], await toHongKong()],
  'traditional simplified': async () => [[fromCorners, ...(await toSimplified())]],
  'traditional taiwan': async () => [await toTaiwan()],
  'traditional hongKong': async () => [await toHongKong()],
  'taiwan simplified': async () => [await fromTaiwan(), [fromCorners, ...(await toSimplified())]],
  'taiwan hongKong': async () => [await fromTaiwan(), await toHongKong()],
  'taiwan traditional': async () => [await fromTaiwan()],
  'hongKong simplified': async () => [await fromHongKong(), [fromCorners, ...(await toSimplified())]],
  'hongKong taiwan': async () => [await fromHongKong(), await toTaiwan()],
  'hongKong traditional': async () => [await fromHongKong()],
};

/** `undefined` when the text is in that script already. */
export async function loadConverter(from: Script, to: Script): Promise<Convert | undefined> {
  const steps = await ways[`${from} ${to}`]?.();
  if (!steps) return undefined;
  const tries = steps.map((group) => {
    const trie = new Trie();
    trie.loadDictGroup(group);
    return trie;
  });
  return (text) => convertBy(tries, text);
}

/** Judges by the characters that only one of the scripts has; `undefined` where there are none. */
export async function loadJudge(): Promise<(text: string) => 'simplified' | 'traditional' | undefined> {
  const keysOf = (dict: string) =>
    new Set(
      dict.split('|').flatMap((entry) => (entry.split(' ')[0] === entry.split(' ')[1] ? [] : entry.split(' ')[0])),
    );
  const simplified = keysOf(dictionary(await import('opencc-js/dict/STCharacters')));
  const traditional = keysOf(dictionary(await import('opencc-js/dict/TSCharacters')));
  return (text) => {
    let balance = 0;
    for (const character of text) {
      if (simplified.has(character) && !traditional.has(character)) balance++;
      else if (traditional.has(character) && !simplified.has(character)) balance--;
    }
    return balance > 0 ? 'simplified' : balance < 0 ? 'traditional' : undefined;
  };
}

function convertBy(tries: readonly Trie[], text: string): Converted {
  let shown = text;
  let origins: number[] | undefined;
  for (const trie of tries) {
    const step = convertStep(trie, shown);
    origins =
      step.origins && origins
        ? step.origins.map((at) => (origins as number[])[at] as number)
        : (step.origins ?? origins);
    shown = step.text;
  }
  return origins ? { text: shown, runs: runsOf(origins) } : { text: shown };
}

/** `origins`: for every place of the new text, its end included, the one of the old; absent while they are the same. */
function convertStep(trie: Trie, text: string): { text: string; origins: number[] | undefined } {
  const parts: string[] = [];
  let origins: number[] | undefined;
  let length = 0;
  let plain = 0;
  const take = (part: string, from: number, to: number) => {
    if (part.length !== to - from) origins ??= Array.from({ length }, (_, at) => at);
    // What is longer goes on at the place behind what it stands for.
    if (origins) for (let at = 0; at < part.length; at++) origins.push(Math.min(from + at, to));
    parts.push(part);
    length += part.length;
  };
  for (let at = 0; at < text.length; ) {
    const match = trie.matchPrefix(text, at);
    if (!match) {
      at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
      continue;
    }
    if (at > plain) take(text.slice(plain, at), plain, at);
    take(match.value, at, match.end);
    at = match.end;
    plain = at;
  }
  if (plain < text.length) take(text.slice(plain), plain, text.length);
  origins?.push(text.length);
  return { text: parts.join(''), origins };
}

function runsOf(origins: readonly number[]): Uint32Array {
  const runs = [0, 0];
  for (let at = 1; at < origins.length; at++) {
    const origin = origins[at] as number;
    if (origin !== (origins[at - 1] as number) + 1) runs.push(origin, at);
  }
  return Uint32Array.from(runs);
}
