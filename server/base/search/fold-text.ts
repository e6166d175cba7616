// A text as searches compare it: folded, one space between words, nothing between characters that stand together, and
// for every unit of it where that came from. Finding a phrase is finding a string in it.

import { foldOf, kindOf, kindOfUnit, kinds, longFoldOf } from './fold-character.ts';

export interface Folded {
  /** Words parted by ' '; `gap` where punctuation stands beside a single character; `blockEnd` where no phrase goes on. */
  text: string;
  /** For each unit of `text`, where what it stands for begins and ends in the original. */
  from: Uint32Array;
  to: Uint32Array;
}

/** Where a text's blocks and lines end, and what in it are annotations (starts and ends in turns). Ascending offsets. */
export interface Seams {
  blocks: readonly number[];
  lines: readonly number[];
  asides: readonly number[];
}

export const gap = '。';
export const blockEnd = '\n';
const never = Number.POSITIVE_INFINITY;
const noSeams: Seams = { blocks: [], lines: [], asides: [] };

/** Annotations come behind everything else, so that the words that they belong to stand together. */
export function foldText(text: string, seams: Seams = noSeams): Folded {
  const folder = new Folder(text, seams);
  let at = 0;
  for (let n = 0; n + 1 < seams.asides.length; n += 2) {
    folder.add(at, seams.asides[n] as number);
    at = seams.asides[n + 1] as number;
  }
  folder.add(at, text.length);
  folder.startAsides();
  for (let n = 0; n + 1 < seams.asides.length; n += 2) {
    const start = seams.asides[n] as number;
    const before =
      n > 0 ? text.slice(seams.asides[n - 1] as number, Math.min(start, (seams.asides[n - 1] as number) + 5)) : ' ';
    // The readings of a word's characters, each beside its own, are one reading.
    if (!/^\p{sc=Han}{0,4}$/u.test(before)) folder.endBlock();
    folder.add(start, seams.asides[n + 1] as number);
  }
  return folder.end();
}

class Folder {
  readonly #text: string;
  readonly #seams: Seams;
  #units: Uint16Array<ArrayBuffer>;
  #from: Uint32Array;
  #to: Uint32Array;
  #length = 0;
  #nextBlock = 0;
  #nextLine = 0;
  /** The next place where a block or a line ends. */
  #nextSeam = 0;
  /** What came since the last character that counts: anything, the end of a block, space, punctuation. */
  #apart = false;
  #ended = false;
  #parted = false;
  #marked = false;
  #last: number = kinds.mark;

  constructor(text: string, seams: Seams) {
    this.#text = text;
    this.#seams = seams;
    const size = text.length + 16;
    this.#units = new Uint16Array(size);
    this.#from = new Uint32Array(size);
    this.#to = new Uint32Array(size);
  }

  endBlock(): void {
    this.#apart = this.#ended = true;
  }

  /** From here on, seams are behind. */
  startAsides(): void {
    this.#nextBlock = this.#seams.blocks.length;
    this.#nextLine = this.#seams.lines.length;
    this.endBlock();
  }

  add(start: number, end: number): void {
    for (let at = start; at < end; ) {
      this.#passSeams(at);
      at = this.#addRun(at, Math.min(end, this.#nextSeam));
    }
  }

  /** A part without seams; answers where it ended, which may be behind `end` by half a pair. */
  #addRun(start: number, end: number): number {
    const text = this.#text;
    let at = start;
    while (at < end) {
      const unit = text.charCodeAt(at);
      if ((unit & 0xfc00) === 0xd800) {
        at = this.#addPair(at);
        continue;
      }
      const kind = kindOfUnit(unit);
      if (kind === kinds.word || kind === kinds.single) {
        const fold = foldOf(unit);
        if (fold === 0) this.#putAll(longFoldOf(unit), at, at + 1);
        else if (this.#apart || composes(fold)) this.#put(fold, kind, at, at + 1);
        else {
          this.#last = kind;
          this.#write(fold, at, at + 1);
        }
      } else if (kind === kinds.space) this.#apart = this.#parted = true;
      else if (kind === kinds.mark) this.#apart = this.#marked = true;
      else if (kind === kinds.diacritic) this.#extend(at + 1);
      at++;
    }
    return at;
  }

  #addPair(at: number): number {
    const codePoint = this.#text.codePointAt(at) as number;
    const next = at + (codePoint > 0xffff ? 2 : 1);
    const kind = kindOf(codePoint);
    if (kind === kinds.space) this.#apart = this.#parted = true;
    else if (kind === kinds.mark) this.#apart = this.#marked = true;
    else if (kind === kinds.diacritic) this.#extend(next);
    else if (kind !== kinds.format) this.#putAll(longFoldOf(codePoint), at, next);
    return next;
  }

  end(): Folded {
    const units = this.#units.subarray(0, this.#length);
    return {
      text: Buffer.from(units.buffer, 0, this.#length * 2).toString('utf16le'),
      from: this.#from.subarray(0, this.#length),
      to: this.#to.subarray(0, this.#length),
    };
  }

  #passSeams(at: number): void {
    const { blocks, lines } = this.#seams;
    for (; (blocks[this.#nextBlock] ?? never) <= at; this.#nextBlock++) this.#apart = this.#ended = true;
    for (; (lines[this.#nextLine] ?? never) <= at; this.#nextLine++) this.#apart = this.#parted = true;
    this.#nextSeam = Math.min(blocks[this.#nextBlock] ?? never, lines[this.#nextLine] ?? never);
  }

  #extend(to: number): void {
    if (this.#length > 0 && !this.#apart) this.#to[this.#length - 1] = to;
  }

  #putAll(folded: string, from: number, to: number): void {
    for (let n = 0; n < folded.length; n++) {
      const kind = kindOf(folded.codePointAt((folded.charCodeAt(n) & 0xfc00) === 0xdc00 ? n - 1 : n) ?? 0);
      this.#put(folded.charCodeAt(n), kind, from, to);
    }
  }

  #put(unit: number, kind: number, from: number, to: number): void {
    if (!this.#apart && composes(unit) && this.#compose(unit, to)) return;
    if (this.#length > 0 && this.#apart) {
      const areWords = this.#last === kinds.word && kind === kinds.word;
      const between = this.#ended ? blockEnd : areWords ? ' ' : this.#marked ? gap : '';
      if (between) this.#write(between.charCodeAt(0), from, from);
    }
    this.#apart = this.#ended = this.#parted = this.#marked = false;
    this.#last = kind;
    this.#write(unit, from, to);
  }

  /** Letters of kana and Hangul that were written in parts. */
  #compose(unit: number, to: number): boolean {
    if (this.#length === 0) return false;
    const whole = String.fromCharCode(this.#units[this.#length - 1] as number, unit).normalize('NFC');
    if (whole.length !== 1) return false;
    this.#units[this.#length - 1] = whole.charCodeAt(0);
    this.#to[this.#length - 1] = to;
    return true;
  }

  #write(unit: number, from: number, to: number): void {
    if (this.#length === this.#units.length) this.#grow();
    this.#units[this.#length] = unit;
    this.#from[this.#length] = from;
    this.#to[this.#length] = to;
    this.#length++;
  }

  #grow(): void {
    const size = this.#units.length * 2;
    const units = new Uint16Array(size);
    units.set(this.#units);
    this.#units = units;
    const from = new Uint32Array(size);
    from.set(this.#from);
    this.#from = from;
    const to = new Uint32Array(size);
    to.set(this.#to);
    this.#to = to;
  }
}

function composes(unit: number): boolean {
  return unit === 0x3099 || unit === 0x309a || (unit >= 0x1161 && unit <= 0x11ff);
}
