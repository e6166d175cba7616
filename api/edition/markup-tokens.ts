// Cuts markup into tags and text. Every step looks ahead from where it stands and never comes back, so that damaged or
// hostile markup costs no more than its length.

export interface TextToken {
  kind: 'text' | 'cdata';
  text: string;
}
export interface TagToken {
  kind: 'start' | 'end';
  /** Local, in lower case. */
  name: string;
  /** As it is written, with its prefix. */
  writtenName: string;
  /** What stands behind the name. */
  attributes: string;
  empty: boolean;
}
export type Token = TextToken | TagToken;

export function* tokens(markup: string): Generator<Token> {
  const { length } = markup;
  let at = 0;
  while (at < length) {
    const open = markup.indexOf('<', at);
    if (open !== at) {
      yield { kind: 'text', text: markup.slice(at, open < 0 ? length : open) };
      if (open < 0) return;
    }
    if (markup.startsWith('<!--', open)) at = after(markup, '-->', open + 4);
    else if (markup.startsWith('<![CDATA[', open)) {
      at = after(markup, ']]>', open + 9);
      yield { kind: 'cdata', text: markup.slice(open + 9, markup.endsWith(']]>', at) ? at - 3 : at) };
    } else if (markup[open + 1] === '!' || markup[open + 1] === '?') at = after(markup, '>', open + 2);
    else {
      const end = endOfTag(markup, open);
      if (end === undefined) {
        // A lone "<" is a character.
        yield { kind: 'text', text: '<' };
        at = open + 1;
      } else {
        yield tagOf(markup.slice(open + 1, end));
        at = end + 1;
      }
    }
  }
}

/** Behind the next `mark`; the end when there is none. */
function after(markup: string, mark: string, from: number): number {
  const found = markup.indexOf(mark, from);
  return found < 0 ? markup.length : found + mark.length;
}

/** Longer tags are no tags: the bound keeps a quote that is never closed from being searched for again and again. */
const longestTag = 65_536;

/** Where the tag's ">" is; undefined when no tag begins here. */
function endOfTag(markup: string, open: number): number | undefined {
  const first = markup.charCodeAt(open + (markup[open + 1] === '/' ? 2 : 1));
  if (!startsName(first)) return undefined;
  const limit = Math.min(markup.length, open + longestTag);
  let quote = 0;
  for (let at = open + 1; at < limit; at++) {
    const code = markup.charCodeAt(at);
    if (quote) {
      if (code === quote) quote = 0;
    } else if (code === 0x22 || code === 0x27) quote = code;
    else if (code === 0x3e) return at;
    // Another tag begins: this one was never closed.
    else if (code === 0x3c) return undefined;
  }
  return undefined;
}

function startsName(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f || code > 0x7f;
}

function tagOf(inside: string): Token {
  const closing = inside.startsWith('/');
  const name = /^[^\s/]+/.exec(closing ? inside.slice(1) : inside)?.[0] ?? '';
  return {
    kind: closing ? 'end' : 'start',
    name: name.slice(name.indexOf(':') + 1).toLowerCase(),
    writtenName: name,
    attributes: closing ? '' : inside.slice(name.length),
    empty: inside.endsWith('/'),
  };
}
