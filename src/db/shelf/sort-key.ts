// What titles, authors and folders are sorted by: text whose plain comparison is the order that readers expect, as an
// index of the database compares nothing else. Pure; must not know the database. docs/decisions/order-of-titles.md

import { hanKey } from './han-order.ts';
import { fold } from './search-words.ts';

/** To be raised with every change of what is made here: the keys of stored rows are then made anew. */
export const sortKeyVersion = 2;

/** Letters that are no letter with an accent to Unicode, and stand with one all the same. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i', ŋ: 'n' },
  ...{ æ: 'ae', œ: 'oe', ß: 'ss', þ: 'th' },
};
const special = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu');
const longest = 120;

/** Without case, width, accents and what stands before the first letter; Chinese by Pinyin. */
export function sortKey(text: string): string {
  const folded = fold(text);
  const begun = folded.replace(/^[^\p{L}\p{N}]+/u, '') || folded;
  const key = begun
    .slice(0, longest)
    .replace(special, (letter) => plainLetters[letter] ?? letter)
    // Katakana among Hiragana.
    .replace(/[ァ-ヶ]/gu, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replace(/\p{Script=Han}/gu, hanKey);
  return key === '' ? '\uffff' : key.slice(0, longest);
}

/** The same without a leading English article; the "À" of a French title is none. */
export function titleSortKey(title: string): string {
  return sortKey(title.normalize('NFC').replace(/^[^\p{L}\p{N}]*(?:the|an|a)\s+(?=.*[\p{L}\p{N}])/iu, ''));
}
