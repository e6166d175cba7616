// Writes well-formed XML element by element: whatever it is told, what it has written can be parsed in one way only.
// Knows the three vocabularies of which chapters consist, and closes what was left open.

import { voidElements } from './neutral-elements.ts';

export const xhtml = 'http://www.w3.org/1999/xhtml';
export const svg = 'http://www.w3.org/2000/svg';
export const mathml = 'http://www.w3.org/1998/Math/MathML';

interface Open {
  /** As the source calls it: local, in lower case. */
  source: string;
  written: string;
  namespace: string;
  /** What unprefixed names in it mean in the source. */
  sourceNamespace: string;
}

/** Deeper elements lose their tags: parsers have limits of their own. */
const deepest = 1000;

export class MarkupWriter {
  readonly #out: string[] = [];
  readonly #open: Open[] = [];
  /** What is open, as the source calls it. */
  readonly names: string[] = [];

  get depth(): number {
    return this.#open.length;
  }

  get top(): Open | undefined {
    return this.#open.at(-1);
  }

  raw(markup: string): void {
    this.#out.push(markup);
  }

  text(text: string): void {
    this.#out.push(escapeText(text));
  }

  start(open: Open, attributes: ReadonlyMap<string, string>, isEmpty: boolean): void {
    if (this.#open.length >= deepest) return;
    const { written, namespace } = open;
    let tag = `<${written}`;
    if (namespace !== (this.top?.namespace ?? '')) tag += ` xmlns="${namespace}"`;
    for (const [name, value] of attributes) tag += ` ${name}="${escapeAttribute(value)}"`;
    const isVoid = namespace === xhtml && voidElements.has(written);
    if (isVoid || (isEmpty && namespace !== xhtml)) this.#out.push(`${tag}/>`);
    // HTML parsers know no empty-element tags.
    else if (isEmpty) this.#out.push(`${tag}></${written}>`);
    else {
      this.#out.push(`${tag}>`);
      this.#open.push(open);
      this.names.push(open.source);
    }
  }

  /** Closes the innermost element of the name with all that is in it; nothing when the body, or `floor`, is nearer. */
  end(name: string, floor: number): void {
    for (let at = this.names.length - 1; at >= floor; at--) {
      if (this.names[at] === name) {
        this.closeTo(at);
        return;
      }
      if (this.names[at] === 'body') return;
    }
  }

  closeTo(depth: number): void {
    while (this.#open.length > depth) {
      this.#out.push(`</${this.#open.pop()?.written}>`);
      this.names.pop();
    }
  }

  finish(): string {
    this.closeTo(0);
    return this.#out.join('');
  }
}

// What XML has no way to write is replaced, never left out: text is counted in.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids.
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(forbidden, '\ufffd')
    .replace(/[&<>\r]/g, (mark) => marks[mark] as string);
}

function escapeAttribute(text: string): string {
  return text
    .toWellFormed()
    .replace(forbidden, '\ufffd')
    .replace(/[&<>"\r]/g, (mark) => marks[mark] as string)
    .replace(/[\n\t]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
