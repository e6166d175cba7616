// Cuts a style sheet into the pieces that matter to a book: what it imports, what it points at, and the text between.
// One pass over the characters, whatever they are; knows spelling (escapes, comments, old EPUB names), not meaning.

import { boundedBlur } from './bound-blurs.ts';
import {
  addressRun,
  asString,
  closes,
  colonAhead,
  doubleRun,
  endOfRun,
  endOfStatement,
  nameRun,
  numberRun,
  otherRun,
  singleRun,
  spaceRun,
  startsName,
  startsNumber,
} from './css-spelling.ts';
import { modernName, modernValue } from './epub-css.ts';
import { silencedName, silencedState } from './still-css.ts';
import { namesType, scaledLength, scaledWord } from './type-sizes.ts';
import { pageShare } from './view-sizes.ts';
import { heaviest, weighSelectors } from './weigh-selectors.ts';

export type CssPiece =
  | { kind: 'text'; text: string }
  | { kind: 'address'; reference: string }
  | { kind: 'import'; reference: string; conditions: string };

/** Rules within rules, each of which multiplies those around it. */
const deepestRule = 3;
/** Selectors that count an element's neighbours. */
const mostNth = 60;
/** Counters that one declaration changes or writes. */
const mostCounters = 12;
/** Lengths; what is longer makes pages without number. */
const longestLength = 9999;

/** Brackets within brackets; the browser's own parser goes down into each of them. */
const deepest = 120;

/** Functions within which something has another meaning. */
const contexts = new Set(['image-set(', 'repeat(', 'counters(']);

/** In place of `has`: looking through all that is around an element takes longer than any page may. */
const looksNowhere = 'not(*):is';

/** Lines of a grid; browsers make millions of them if a sheet says so. */
const mostTracks = 1000;

/** Characters that a sheet may put before or after an element, which a page has thousands of, and between counters. */
const longestString = 200;
const longestSeparator = 4;

/** `undefined` for a sheet that is nested deeper than any honest one. */
export function scanCss(css: string): CssPiece[] | undefined {
  return new Scanner(css).scan();
}

class Scanner {
  readonly #css: string;
  readonly #pieces: CssPiece[] = [];
  readonly #open: string[] = [];
  #at = 0;
  #text: string[] = [];
  /** Start of the run that is taken over as it stands. */
  #from = 0;
  /** Name of the declaration that the scanner is in, if it is in one. */
  #property = '';
  /** The next block belongs to a rule that begins with an at sign. */
  #atBlock = false;
  /** Where the selectors or the declaration begin that the scanner is in. */
  #statement = 0;
  #weight = 0;
  #rules = 0;
  #nth = 0;
  /** In the declaration. */
  #counters = 0;

  constructor(css: string) {
    this.#css = css;
  }

  scan(): CssPiece[] | undefined {
    while (this.#at < this.#css.length) {
      this.#step(this.#css.charCodeAt(this.#at));
      if (this.#open.length > deepest || this.#rules > deepestRule) return undefined;
      if (this.#weight > heaviest) break;
    }
    this.#flush(Math.min(this.#at, this.#css.length));
    return this.#pieces;
  }

  #step(code: number): void {
    const css = this.#css;
    const character = css[this.#at] ?? '';
    if (character === '/' && css[this.#at + 1] === '*') this.#comment();
    else if (character === '"' || character === "'") this.#string();
    else if (character === '@') this.#atRule();
    else if (startsNumber(css, this.#at)) this.#number();
    else if (startsName(code, css, this.#at)) this.#name();
    else {
      if (character === '{') this.#openBlock();
      else if (character === '(' || character === '[') this.#open.push(character);
      else if (character === '}' || character === ')' || character === ']') this.#close(character);
      if (character === ';' || character === '{' || character === '}') this.#endStatement();
      this.#at = endOfRun(otherRun, css, this.#at + 1);
    }
  }

  #openBlock(): void {
    this.#open.push(this.#atBlock ? '@' : '{');
    this.#weight += weighSelectors(this.#css.slice(this.#statement, this.#at));
    if (!this.#atBlock) this.#rules++;
  }

  /** What closes nothing means nothing, as in a browser. */
  #close(character: string): void {
    const last = this.#open.at(-1) ?? '';
    if (!closes(character, last)) return;
    this.#open.pop();
    if (last === '{') this.#rules--;
  }

  #endStatement(): void {
    this.#property = '';
    this.#atBlock = false;
    this.#counters = 0;
    this.#statement = this.#at + 1;
  }

  #comment(): void {
    const end = this.#css.indexOf('*/', this.#at + 2);
    this.#replace(end < 0 ? this.#css.length : end + 2, ' ');
  }

  /** Strings are addresses in `image-set()` only. */
  #string(): void {
    const start = this.#at;
    const value = this.#readString();
    const inside = this.#open.at(-1);
    if (inside === 'image-set(') this.#address(start, value);
    else {
      const most = inside === 'counters(' ? longestSeparator : longestString;
      if (value.length > most) this.#exchange(start, asString(value.slice(0, most)));
    }
  }

  /** A number and its unit, which is no name: `1x`, `2em`. */
  #number(): void {
    const start = this.#at;
    this.#at = endOfRun(numberRun, this.#css, this.#at);
    const read = this.#css.slice(start, this.#at);
    if (this.#property === 'aspect-ratio' && (Number(read) > 100 || Number(read) < 0.01)) this.#exchange(start, '1');
    const blur = boundedBlur(this.#property, read);
    if (blur !== undefined) {
      this.#exchange(start, blur);
      return;
    }
    const long = /^(?:\d{5,}|[\d.]+e\+?\d+)[\d.]*([a-z]{2,}|%)$/i.exec(read);
    if (long) {
      const length = `${longestLength}${long[1]}`;
      this.#exchange(start, (namesType(this.#property) ? scaledLength(length) : undefined) ?? length);
      return;
    }
    const from = this.#css[start - 1] === '.' ? start - 1 : start;
    if (namesType(this.#property)) this.#scale(from, scaledLength);
    else if (!this.#atBlock && this.#property && this.#css[from - 1] !== '+') this.#scale(from, pageShare);
    this.#limitTracks(start);
  }

  #scale(start: number, scaledBy: (length: string) => string | undefined): void {
    const scaled = scaledBy(this.#css.slice(start, this.#at));
    if (scaled !== undefined) this.#exchange(start, scaled);
  }

  /** Takes a text for what has been read since `start`. */
  #exchange(start: number, text: string): void {
    const end = this.#at;
    this.#at = start;
    this.#replace(end, text);
  }

  /** A whole number that counts lines of a grid and is more than a page has. */
  #limitTracks(start: number): void {
    if (!this.#property.startsWith('grid') && this.#open.at(-1) !== 'repeat(') return;
    const [, sign, digits] = /^([+-]?)(\d+)$/.exec(this.#css.slice(start, this.#at)) ?? [];
    if (!(Number(digits) > mostTracks)) return;
    const end = this.#at;
    this.#at = start;
    this.#replace(end, `${sign}${mostTracks}`);
  }

  #name(): void {
    const start = this.#at;
    const name = this.#readName();
    const lower = name.toLowerCase();
    if (this.#css[this.#at] === '(') {
      const nowhere = this.#css[start - 1] === ':' && this.#looksTooFar(lower);
      if (nowhere) this.#exchange(start, looksNowhere);
      const uncounted = lower.startsWith('counter') && ++this.#counters > mostCounters;
      this.#at++;
      if (lower === 'url' || lower === 'src') this.#address(start, this.#readAddress());
      else {
        if (uncounted) this.#rewrite(start, this.#at - 1, name, 'octavo-counter');
        else if (!nowhere) this.#rewrite(start, this.#at - 1, name, name);
        const known = lower.endsWith('image-set') ? 'image-set(' : `${lower}(`;
        this.#open.push(contexts.has(known) ? known : '(');
      }
      return;
    }
    const exchanged = this.#scaledWord(lower) ?? this.#silencedState(start, lower);
    if (exchanged !== undefined) {
      this.#exchange(start, exchanged);
      return;
    }
    if (this.#property) {
      if (this.#property.startsWith('counter-') && ++this.#counters > mostCounters) {
        this.#exchange(start, '');
        return;
      }
      this.#limitTracks(start);
      this.#rewrite(start, this.#at, name, modernValue(this.#property, lower) ?? name);
      return;
    }
    colonAhead.lastIndex = this.#at;
    const isProperty = colonAhead.test(this.#css);
    const modern = modernName(lower) ?? (isProperty ? silencedName(lower) : undefined);
    if (isProperty) this.#property = modern ?? lower;
    this.#rewrite(start, this.#at, name, modern ?? name);
  }

  /** Of a state with brackets. */
  #looksTooFar(state: string): boolean {
    return state === 'has' || (state.startsWith('nth-') && ++this.#nth > mostNth);
  }

  #scaledWord(word: string): string | undefined {
    return namesType(this.#property) ? scaledWord(word) : undefined;
  }

  /** Of a selector, whose first name is taken for a property's; what media are asked about has a colon as well. */
  #silencedState(start: number, word: string): string | undefined {
    if (this.#css[start - 1] !== ':' || this.#css[start - 2] === ':') return undefined;
    return /hover$|^--/.test(this.#property) ? undefined : silencedState(word);
  }

  #atRule(): void {
    const start = this.#at++;
    const rule = this.#readName().toLowerCase();
    this.#atBlock = true;
    // Functions of functions come to texts that no memory holds.
    if (rule === 'function') this.#exchange(start, '@octavo-function');
    if (rule !== 'import' && rule !== 'charset' && rule !== 'namespace') return;
    this.#skipSpace();
    const quote = this.#css[this.#at];
    const before = this.#at;
    let reference: string | undefined;
    if (quote === '"' || quote === "'") reference = this.#readString();
    else if (this.#readName().toLowerCase() === 'url' && this.#css[this.#at] === '(') {
      this.#at++;
      reference = this.#readAddress();
    } else this.#at = before;
    const rest = this.#at;
    const end = endOfStatement(this.#css, rest);
    this.#atBlock = false;
    if (rule === 'namespace') {
      // What a namespace is called is no address; nothing is asked for it.
      this.#at = end;
      return;
    }
    this.#flush(start);
    if (rule === 'import' && reference !== undefined && this.#open.length === 0) {
      const conditions = this.#css.slice(rest, end).replace(/;$/, '').trim();
      this.#pieces.push({ kind: 'import', reference, conditions });
    }
    this.#at = end;
    this.#from = end;
  }

  #address(start: number, reference: string): void {
    this.#flush(start);
    this.#pieces.push({ kind: 'address', reference });
    this.#from = this.#at;
  }

  /** Takes another spelling for what stands from `start` to `end`, unless it is the same. */
  #rewrite(start: number, end: number, read: string, wanted: string): void {
    const plain = read === wanted && this.#css.startsWith(read, start) && start + read.length === end;
    // Written out, some names would begin with a digit: those keep their escapes.
    if (plain || !/^-{0,2}[a-z_][\w-]*$/i.test(wanted)) return;
    const at = this.#at;
    this.#at = start;
    this.#replace(end, wanted);
    this.#at = at;
  }

  #replace(end: number, text: string): void {
    this.#text.push(this.#css.slice(this.#from, this.#at), text);
    this.#at = end;
    this.#from = end;
  }

  #flush(end: number): void {
    const text = this.#text.join('') + this.#css.slice(this.#from, end);
    this.#text = [];
    if (text) this.#pieces.push({ kind: 'text', text });
  }

  /** The value of the string that begins here; an unfinished one ends with its line. */
  #readString(): string {
    const quote = this.#css[this.#at++];
    let value = '';
    for (;;) {
      const end = endOfRun(quote === '"' ? doubleRun : singleRun, this.#css, this.#at);
      value += this.#css.slice(this.#at, end);
      this.#at = end;
      if (this.#css[end] === '\\') value += this.#readEscape();
      else {
        if (this.#css[end] === quote) this.#at++;
        return value;
      }
    }
  }

  /** What stands in `url(`, to behind its bracket. */
  #readAddress(): string {
    this.#skipSpace();
    const quote = this.#css[this.#at];
    if (quote === '"' || quote === "'") {
      const value = this.#readString();
      const end = this.#css.indexOf(')', this.#at);
      this.#at = end < 0 ? this.#css.length : end + 1;
      return value;
    }
    let address = '';
    for (;;) {
      const end = endOfRun(addressRun, this.#css, this.#at);
      address += this.#css.slice(this.#at, end);
      this.#at = end + 1;
      if (this.#css[end] !== '\\') return address.trim();
      this.#at = end;
      address += this.#readEscape();
    }
  }

  #readName(): string {
    let name = '';
    for (;;) {
      const end = endOfRun(nameRun, this.#css, this.#at);
      name += this.#css.slice(this.#at, end);
      this.#at = end;
      if (this.#css[end] !== '\\' || this.#css[end + 1] === '\n') return name;
      name += this.#readEscape();
    }
  }

  #readEscape(): string {
    const hex = /^\\([0-9a-f]{1,6})(?:\r\n|\s)?/i.exec(this.#css.slice(this.#at, this.#at + 9));
    if (!hex) {
      this.#at += 2;
      const escaped = this.#css[this.#at - 1] ?? '';
      return escaped === '\n' ? '' : escaped;
    }
    this.#at += hex[0].length;
    const code = Number.parseInt(hex[1] ?? '', 16);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd';
  }

  #skipSpace(): void {
    for (;;) {
      this.#at = endOfRun(spaceRun, this.#css, this.#at);
      if (!this.#css.startsWith('/*', this.#at)) return;
      const end = this.#css.indexOf('*/', this.#at + 2);
      this.#at = end < 0 ? this.#css.length : end + 2;
    }
  }
}
