// How a style sheet is spelled: where its runs of characters end, what begins a name, what closes a bracket. Knows no rule.

// Runs are found by the engine's own expressions: a sheet is read before the first page, by code that is not warm yet.
export const numberRun = /[\w.%+-]*/y;
export const nameRun = /[\w\-\u0080-\uffff]*/y;
export const spaceRun = /\s*/y;
export const doubleRun = /[^"\\\n]*/y;
export const singleRun = /[^'\\\n]*/y;
export const addressRun = /[^)\\]*/y;
/** What means nothing here; a statement's end does. */
export const otherRun = /[^\w\-\u0080-\uffff/"'@\\{}()[\];]*/y;
export const colonAhead = /\s{0,11}:(?!:)/y;

export function endOfRun(run: RegExp, css: string, at: number): number {
  // Past the end an expression would begin at the beginning again.
  if (at >= css.length) return at;
  run.lastIndex = at;
  run.test(css);
  return run.lastIndex;
}

export function closes(character: string, open: string): boolean {
  if (character === '}') return open === '{' || open === '@';
  return character === ')' ? open.endsWith('(') : open === '[';
}

export function asString(value: string): string {
  return `"${value.replace(/["\\\n\r\f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`;
}

/** Behind the semicolon, or before the block that should not be there. */
export function endOfStatement(css: string, from: number): number {
  for (let at = from; at < css.length; at++) {
    if (css[at] === ';') return at + 1;
    if (css[at] === '{' || css[at] === '}') return at;
  }
  return css.length;
}

function isNameCode(code: number): boolean {
  const letter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
  return letter || (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x5f || code >= 0x80;
}

export function startsName(code: number, css: string, at: number): boolean {
  if (code === 0x5c) return css[at + 1] !== '\n' && at + 1 < css.length;
  return isNameCode(code) && !(code >= 0x30 && code <= 0x39);
}

/** A number, whatever its sign; no name begins so. The point of a fraction without a sign has been passed. */
export function startsNumber(css: string, at: number): boolean {
  const digits = css[at] !== '-' ? at : css[at + 1] === '.' ? at + 2 : at + 1;
  const digit = css[digits] ?? '';
  return digit >= '0' && digit <= '9';
}
