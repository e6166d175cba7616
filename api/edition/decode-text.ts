// Finds out which encoding a text is in and decodes it: by its mark, by being valid, and then by which guess gives text
// that looks like a language. What a library guesses is one voice among these, never the last word.

import chardet from 'chardet';
import { hangul, simplified, traditional } from './frequent-characters.ts';
import { decoderOf } from './text-decoder.ts';

export interface DecodedText {
  text: string;
  encoding: string;
}

/** Enough to tell every encoding, and little enough to try a dozen. */
const sampleBytes = 65_536;

/** The text without its mark, and the encoding by its name of the web. Never fails: U+FFFD stands for what does not fit. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = markOf(bytes) ?? unmarkedUnicode(bytes) ?? bestGuess(bytes);
  const text = decoderOf(encoding).decode(bytes);
  return { text: text.replace(/^\ufeff/, ''), encoding };
}

function markOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

function unmarkedUnicode(bytes: Uint8Array): string | undefined {
  if (isValid(bytes, 'utf-8') && !looksLikeUtf16(bytes)) return 'utf-8';
  return looksLikeUtf16(bytes);
}

function isValid(bytes: Uint8Array, encoding: string): boolean {
  try {
    decoderOf(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Only there does a text have zero bytes; which half comes first is told by what is then written. */
function looksLikeUtf16(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, Math.min(bytes.length, sampleBytes) & ~1);
  if (sample.length < 4 || !sample.includes(0)) return undefined;
  const [best] = ['utf-16le', 'utf-16be']
    .map((encoding) => ({ encoding, share: shareOfFrequent(decoderOf(encoding).decode(sample)) }))
    .toSorted((a, b) => b.share - a.share);
  return best && best.share > 0.4 ? best.encoding : undefined;
}

function shareOfFrequent(text: string): number {
  let frequent = 0;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    // Programs and pictures are full of it, and no text has it.
    if (code === 0) return 0;
    const isLetter = (code >= 0x20 && code < 0x250 && code !== 0x7f) || (code >= 0x370 && code < 0x700);
    const isKana = code >= 0x3000 && code <= 0x30ff;
    const isKnown = simplified.has(character) || traditional.has(character) || hangul.has(character);
    if (isLetter || isKana || isKnown || code === 0x0a || code === 0x0d || code === 0x09) frequent++;
  }
  return frequent / text.length;
}

const eastern = ['gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr'];
const western = [
  ...['windows-1252', 'windows-1251', 'windows-1250', 'windows-1253', 'windows-1254'],
  ...['windows-1255', 'windows-1256', 'windows-1257', 'windows-1258', 'koi8-r'],
];

function bestGuess(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, sampleBytes);
  const voices = new Map(chardet.analyse(sample).map(({ name, confidence }) => [labelOf(name), confidence]));
  const guesses = [...eastern, ...western].map((encoding) => {
    const text = decoderOf(encoding).decode(sample);
    const looks = eastern.includes(encoding) ? easternLooks(encoding, text) : westernLooks(encoding, text);
    return { encoding, score: looks + (voices.get(encoding) ?? 0) / 400 };
  });
  return guesses.reduce((best, guess) => (guess.score > best.score ? guess : best)).encoding;
}

/** The library's names for what `TextDecoder` calls otherwise. */
function labelOf(name: string): string {
  const label = name.toLowerCase();
  const same: Record<string, string> = {
    'iso-8859-1': 'windows-1252',
    'iso-8859-2': 'windows-1250',
    'iso-8859-5': 'windows-1251',
    'iso-8859-7': 'windows-1253',
    'iso-8859-8': 'windows-1255',
    'iso-8859-6': 'windows-1256',
    'iso-8859-9': 'windows-1254',
  };
  return same[label] ?? label;
}

/** From 0 to 1: the share of characters beyond ASCII that the language uses most, less what no text has. */
function easternLooks(encoding: string, text: string): number {
  let frequent = 0;
  let known = 0;
  let wrong = 0;
  let all = 0;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    if (code < 0x80) continue;
    all++;
    if (isWrong(code)) wrong++;
    if (isFrequent(encoding, character, code)) frequent++;
    else if ((code >= 0x3000 && code <= 0x303f) || (code >= 0xff00 && code <= 0xff60)) known++;
  }
  if (all === 0) return 0;
  // The last character of a sample is often cut.
  return Math.min(1, (frequent * 2.5 + known) / all) - (Math.max(0, wrong - 1) * 4) / all;
}

function isFrequent(encoding: string, character: string, code: number): boolean {
  if (encoding === 'gb18030') return simplified.has(character);
  if (encoding === 'big5') return traditional.has(character);
  if (encoding === 'euc-kr') return hangul.has(character);
  return code >= 0x3041 && code <= 0x30fe;
}

/** Replacement, private use, controls, and half-width kana, which hardly anyone has written since the typewriter. */
function isWrong(code: number): boolean {
  return code === 0xfffd || (code >= 0xe000 && code <= 0xf8ff) || (code < 0xa0 && code >= 0x80) || isHalfKana(code);
}

const isHalfKana = (code: number) => code >= 0xff61 && code <= 0xff9f;

const scripts: Record<string, RegExp> = {
  'windows-1251': /\p{Script=Cyrillic}/gu,
  'koi8-r': /\p{Script=Cyrillic}/gu,
  'windows-1253': /\p{Script=Greek}/gu,
  'windows-1255': /\p{Script=Hebrew}/gu,
  'windows-1256': /\p{Script=Arabic}/gu,
};
/** What stands beyond ASCII in the languages of each. */
const letters: Record<string, RegExp> = {
  'windows-1252': /[àâäáãåæçèéêëìíîïñòóôöõøœùúûüÿßÀÂÄÉÈÊÖÜÇØÅ]/g,
  'windows-1250': /[áäčďéěíĺľňóôöőŕřšťúůüűýžąćęłńśźżăâîșțşţđÁČĎÉŁŚŘŠŽŻ]/g,
  'windows-1254': /[çğıöşüâîûÇĞİÖŞÜ]/g,
  'windows-1257': /[āčēģīķļņšūžąęėįųõäöüĀČĒŠŪŽ]/g,
  'windows-1258': /[ăâđêôơưàảãáạ]/g,
};
const marks = /[\u2018-\u201e\u2013\u2014\u2026\u00ab\u00bb\u00a0\u00b0]/g;

/** From 0 to 1, and below the eastern ones when most bytes are beyond ASCII. */
function westernLooks(encoding: string, text: string): number {
  let all = 0;
  let wrong = 0;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    if (code < 0x80) continue;
    all++;
    if (isWrong(code)) wrong++;
  }
  if (all === 0) return 0.5;
  const own = text.match(scripts[encoding] ?? (letters[encoding] as RegExp))?.length ?? 0;
  const share = (own + (text.match(marks)?.length ?? 0)) / all;
  return share * 0.8 - mixed(text) - (wrong * 4) / all;
}

/** Capitals beyond ASCII behind small letters: what a wrong table of the same script gives. */
function mixed(text: string): number {
  let beyond = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0x80) beyond++;
  const jumps = text.match(/\p{Ll}(?=[\u0080-\uffff])\p{Lu}/gu)?.length ?? 0;
  return Math.min(0.5, (jumps * 2) / Math.max(1, beyond));
}
