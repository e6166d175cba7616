// Rewrites a style sheet so that its addresses lead to parts of the book and to nothing else. What it does not know it
// writes again as it was read, so no spelling of an address gets through.

import {
  closeOf,
  isNameStart,
  scanAddress,
  scanName,
  scanString,
  skipSpace,
  writeName,
  writeString,
} from './css-scanner.ts';
import type { PartKind, References } from './references.ts';

const nowhere = 'url("about:invalid")';
const shown: readonly PartKind[] = ['picture', 'drawing', 'font'];
/** Their strings are addresses. */
const pictureFunctions = new Set('image-set -webkit-image-set image cross-fade -webkit-cross-fade'.split(' '));
const substitutions = new Set(['var', 'env', 'attr']);
const namespaces = new Set([
  'http://www.w3.org/1999/xhtml',
  'http://www.w3.org/2000/svg',
  'http://www.w3.org/1998/Math/MathML',
  'http://www.idpf.org/2007/ops',
  'http://www.w3.org/1999/xlink',
  'http://www.w3.org/XML/1998/namespace',
]);
const formerNames =
  /^-epub-(?=writing-mode$|text-orientation$|text-emphasis(-\w+)?$|text-combine-upright$|hyphens$|line-break$|word-break$|text-align-last$|text-underline-position$|ruby-position$)/;

export function rewriteCss(css: string, references: References): string {
  return new CssRewriter(css, references).run();
}

class CssRewriter {
  readonly #css: string;
  readonly #references: References;
  readonly #out: string[] = [];
  /** Open brackets; true for a function whose strings are addresses, and what is inside of one. */
  readonly #open: boolean[] = [];
  #at = 0;

  constructor(css: string, references: References) {
    this.#css = css.replace(/\r\n?|\f/g, '\n').replaceAll('\0', '\ufffd');
    this.#references = references;
  }

  run(): string {
    const css = this.#css;
    while (this.#at < css.length) this.#step(css[this.#at] as string);
    return this.#out.join('');
  }

  #step(character: string): void {
    const css = this.#css;
    if (css.startsWith('/*', this.#at)) {
      const end = css.indexOf('*/', this.#at + 2);
      // Something has to stay between what the comment kept apart.
      this.#write('/**/', end < 0 ? css.length : end + 2);
    } else if (character === '"' || character === "'") this.#string();
    else if (character === '@' && isNameStart(css, this.#at + 1)) this.#rule();
    else if (isNameStart(css, this.#at)) this.#name();
    else {
      if (character === '(') this.#open.push(this.#open.at(-1) ?? false);
      else if (character === ')') this.#open.pop();
      this.#write(character === '\\' ? ' ' : character, this.#at + 1);
    }
  }

  #write(text: string, end: number): void {
    this.#out.push(text);
    this.#at = end;
  }

  #string(): void {
    const { value, end } = scanString(this.#css, this.#at);
    if (value === undefined) this.#write(' ', end);
    else this.#write(this.#open.at(-1) ? this.#address(value) : writeString(value), end);
  }

  #name(): void {
    const { value, end } = scanName(this.#css, this.#at);
    if (this.#css[end] !== '(') this.#write(writeName(value.replace(formerNames, '')), end);
    else this.#function(value.toLowerCase(), end + 1);
  }

  #function(name: string, start: number): void {
    const isInPicture = this.#open.at(-1) ?? false;
    if (name === 'url' || name === 'src') {
      const { value, end } = scanAddress(this.#css, start);
      this.#write(value === undefined ? nowhere : this.#address(value), end);
    } else if ((isInPicture && substitutions.has(name)) || name === 'expression') {
      // What is put in there later can be any address.
      this.#write(nowhere, closeOf(this.#css, start));
    } else {
      this.#open.push(pictureFunctions.has(name) || (isInPicture && name !== 'type'));
      this.#write(`${writeName(name)}(`, start);
    }
  }

  #address(reference: string): string {
    if (/^#[\w.-]+$/.test(reference)) return `url("${reference}")`;
    const address = this.#references.resource(reference, shown);
    return address === undefined ? nowhere : `url(${writeString(address)})`;
  }

  #rule(): void {
    const { value, end } = scanName(this.#css, this.#at + 1);
    const name = value.toLowerCase();
    if (name === 'import' || name === 'namespace' || name === 'charset') {
      const close = this.#endOfRule(end);
      const words = this.#css.slice(end, close).replace(/;$/, '');
      this.#write(name === 'import' ? this.#import(words) : name === 'namespace' ? namespaceRule(words) : ' ', close);
    } else this.#write(`@${writeName(value)}`, end);
  }

  #import(words: string): string {
    const { reference, rest } = leadingAddress(words);
    const address = reference === undefined ? undefined : this.#references.resource(reference, ['style']);
    if (address === undefined || !/^[\w\s(),.:<>=/-]*$/.test(rest) || /url|src/i.test(rest)) return ' ';
    return `@import url(${writeString(address)})${rest};`;
  }

  /** Behind the semicolon; or before the block that such a rule has not. */
  #endOfRule(start: number): number {
    const css = this.#css;
    let at = start;
    while (at < css.length) {
      const character = css[at];
      if (character === ';') return at + 1;
      if (character === '{' || character === '}') return at;
      if (character === '"' || character === "'") at = Math.max(at + 1, scanString(css, at).end);
      else if (character === '(') at = closeOf(css, at + 1);
      else if (css.startsWith('/*', at)) at = skipSpace(css, at);
      else at += character === '\\' ? 2 : 1;
    }
    return css.length;
  }
}

function namespaceRule(words: string): string {
  const start = skipSpace(words, 0);
  const prefix = isNameStart(words, start) ? scanName(words, start) : { value: '', end: start };
  const isPrefix = words[prefix.end] !== '(';
  const { reference = '' } = leadingAddress(words.slice(isPrefix ? prefix.end : start));
  if (!namespaces.has(reference)) return ' ';
  return `@namespace ${isPrefix && prefix.value ? `${writeName(prefix.value)} ` : ''}"${reference}";`;
}

/** The string or `url()` with which the words begin. */
function leadingAddress(words: string): { reference: string | undefined; rest: string } {
  const start = skipSpace(words, 0);
  if (words[start] === '"' || words[start] === "'") {
    const { value, end } = scanString(words, start);
    return { reference: value, rest: words.slice(end) };
  }
  const name = scanName(words, start);
  if (name.value.toLowerCase() !== 'url' || words[name.end] !== '(') return { reference: undefined, rest: '' };
  const { value, end } = scanAddress(words, name.end + 1);
  return { reference: value, rest: words.slice(end) };
}
