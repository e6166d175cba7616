// Makes texts comparable for searching: without case, accents and the many kinds of blanks, dashes and quotation
// marks, and in either script of Chinese, with the way back to where each character stood.

import { loadSimplifiedForms } from '../../book/script/simplified-forms.ts';

export interface Folded {
  text: string;
  /** For each unit of `text`, and one past its end, where it stood. */
  from: Uint32Array;
}

const plain: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '′': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '″': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  '…': '...',
  ß: 'ss',
  ẞ: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};
/** Marks that are left out of words by those who type them. Vowel signs of Indic scripts and kana's voicing are not. */
const accents =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u0610-\u061a\u064b-\u065f\u0670]/g;
const unseen = /[\u00ad\u200b-\u200f\u2060\ufeff]/;
const blank = /[\s\u00a0\u3000]/;
/** Kana, Hangul and ideographs: composed, so that a voiced character stays one. */
const composed = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/;
const known = new Map<string, string>();

/** `exact`: case, accents and signs count; blanks are still one. `skip`: starts and ends of what is left out. */
export function foldText(
  text: string,
  start: number,
  end: number,
  exact: boolean,
  skip: readonly number[] = [],
): Folded {
  let folded = '';
  const from: number[] = [];
  let skipped = skip.findIndex((at, n) => n % 2 === 1 && at > start) - 1;
  if (skipped < 0) skipped = skip.length;
  let at = start;
  while (at < end) {
    if (skipped < skip.length && at >= (skip[skipped] ?? 0)) {
      at = skip[skipped + 1] ?? end;
      skipped += 2;
      continue;
    }
    const code = text.codePointAt(at) ?? 0;
    const length = code > 0xffff ? 2 : 1;
    const character = code < 0x80 ? text.charAt(at) : text.slice(at, at + length);
    const next = blank.test(character) ? ' ' : exact ? seen(character) : foldCharacter(character);
    // Blanks that follow one another are one, and a text begins with none.
    if (next !== ' ' || (folded !== '' && !folded.endsWith(' '))) {
      folded += next;
      for (let n = 0; n < next.length; n++) from.push(at);
    }
    at += length;
  }
  from.push(Math.min(at, end));
  return { text: folded, from: Uint32Array.from(from) };
}

let chineseLearned: Promise<void> | undefined;

/** Before a query with Chinese in it: from then on both scripts are the same. */
export function learnChinese(query: string): Promise<void> {
  if (!/\p{Script=Han}/u.test(query)) return Promise.resolve();
  chineseLearned ??= loadSimplifiedForms().then(
    (forms) => {
      for (const [traditional, simplified] of forms) known.set(traditional, simplified);
    },
    (error: unknown) => {
      // What is written alike is found all the same.
      reportError(error);
      chineseLearned = undefined;
    },
  );
  return chineseLearned;
}

/** A query as texts are folded, without blanks at its ends. */
export function foldQuery(query: string, exact: boolean): string {
  return foldText(query, 0, query.length, exact).text.trim();
}

function seen(character: string): string {
  return unseen.test(character) ? '' : character;
}

function foldCharacter(character: string): string {
  const before = known.get(character);
  if (before !== undefined) return before;
  const lower = character.toLowerCase();
  const special = plain[lower] ?? (unseen.test(lower) ? '' : undefined);
  const form = composed.test(lower) ? 'NFKC' : 'NFKD';
  const folded = special ?? lower.normalize(form).replace(accents, '').toLowerCase();
  // Some compatibility forms bring blanks along, which mean nothing here.
  const result = folded.replace(/\s+/g, '');
  known.set(character, result);
  return result;
}
