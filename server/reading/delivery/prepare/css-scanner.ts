// Reads the parts of which a style sheet consists, as browsers do (CSS Syntax 3): names, strings and addresses with their
// escapes decoded. Every step goes forward only.

export interface Scanned {
  value: string;
  /** Behind it. */
  end: number;
}

const nameCharacter = /[\w\u0080-\uffff-]/;
const hexadecimal = /[0-9a-fA-F]/;

export function isNameStart(css: string, at: number): boolean {
  const first = css[at] ?? '';
  if (first === '-') {
    const second = css[at + 1] ?? '';
    return /[A-Za-z_\u0080-\uffff-]/.test(second) || isEscape(css, at + 1);
  }
  return /[A-Za-z_\u0080-\uffff]/.test(first) || isEscape(css, at);
}

function isEscape(css: string, at: number): boolean {
  return css[at] === '\\' && at + 1 < css.length && css[at + 1] !== '\n';
}

export function scanName(css: string, start: number): Scanned {
  let value = '';
  let at = start;
  while (at < css.length) {
    if (isEscape(css, at)) {
      const escaped = scanEscape(css, at + 1);
      value += escaped.value;
      at = escaped.end;
    } else if (nameCharacter.test(css[at] as string)) value += css[at++];
    else break;
  }
  return { value, end: at };
}

/** `at` is behind the backslash. */
function scanEscape(css: string, at: number): Scanned {
  let end = at;
  while (end < at + 6 && hexadecimal.test(css[end] ?? '')) end++;
  if (end === at) return { value: css[at] ?? '', end: at + 1 };
  const code = Number.parseInt(css.slice(at, end), 16);
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  if (/\s/.test(css[end] ?? '')) end++;
  return { value: isCharacter ? String.fromCodePoint(code) : '\ufffd', end };
}

/** `start` is at the quote. Undefined for a string that the line's end cuts off; then `end` is there. */
export function scanString(css: string, start: number): { value: string | undefined; end: number } {
  const quote = css[start];
  let value = '';
  let at = start + 1;
  while (at < css.length && css[at] !== quote) {
    if (css[at] === '\n') return { value: undefined, end: at };
    if (css[at] !== '\\') value += css[at++];
    else if (css[at + 1] === '\n') at += 2;
    else if (at + 1 >= css.length) at++;
    else {
      const escaped = scanEscape(css, at + 1);
      value += escaped.value;
      at = escaped.end;
    }
  }
  return { value, end: Math.min(at + 1, css.length) };
}

export function skipSpace(css: string, start: number): number {
  let at = start;
  for (;;) {
    while (at < css.length && /\s/.test(css[at] as string)) at++;
    if (!css.startsWith('/*', at)) return at;
    const end = css.indexOf('*/', at + 2);
    at = end < 0 ? css.length : end + 2;
  }
}

/** `start` is behind `url(`. Undefined for what is no address; `end` is behind the closing bracket. */
export function scanAddress(css: string, start: number): { value: string | undefined; end: number } {
  let at = start;
  while (/\s/.test(css[at] ?? '')) at++;
  const first = css[at];
  if (first === '"' || first === "'") {
    const { value, end } = scanString(css, at);
    const close = skipSpace(css, end);
    return css[close] === ')' ? { value, end: close + 1 } : { value: undefined, end: closeOf(css, end) };
  }
  let value = '';
  while (at < css.length && css[at] !== ')') {
    if (isEscape(css, at)) {
      const escaped = scanEscape(css, at + 1);
      value += escaped.value;
      at = escaped.end;
    } else if (/["'(\\]/.test(css[at] as string)) return { value: undefined, end: closeOf(css, at) };
    else value += css[at++];
  }
  return { value: value.trim(), end: Math.min(at + 1, css.length) };
}

/** Behind the bracket that closes the one that is open at `start`. */
export function closeOf(css: string, start: number): number {
  let depth = 1;
  let at = start;
  while (at < css.length && depth > 0) {
    const character = css[at];
    if (character === '"' || character === "'") at = Math.max(at + 1, scanString(css, at).end);
    else {
      if (character === '\\') at++;
      else if (character === '(') depth++;
      else if (character === ')') depth--;
      at++;
    }
  }
  return Math.min(at, css.length);
}

/** A name as it can stand in a sheet, whatever characters it consists of. */
export function writeName(name: string): string {
  return Array.from(name, (character, index) => {
    const isLeadingDigit = /\d/.test(character) && (index === 0 || (index === 1 && name[0] === '-'));
    const isPlain = /[\w-]/.test(character) || character > '\u007f';
    return isPlain && !isLeadingDigit && name !== '-' ? character : escapeCharacter(character);
  }).join('');
}

export function writeString(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is escaped.
  return `"${text.replace(/[\0-\x1f"\\<>\x7f]/g, escapeCharacter)}"`;
}

const escapeCharacter = (character: string) => `\\${(character.codePointAt(0) ?? 0xfffd).toString(16)} `;
