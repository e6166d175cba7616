// Absolute sizes of type in a book's sheets, as shares of the size that the reader chose: they were written for
// browsers' sixteen pixels, and on a fine panel they would be too small to read. Knows values, not sheets.

/** Times sixteen pixels. Pages that keep their own geometry, and drawings, do not have it. */
export const typeScale = '--octavo-type-scale';

/** What browsers write in when nothing is said, in CSS pixels. */
export const browserSize = 16;

const absolute = /^\d*\.?\d+(?:e[+-]?\d+)?(?:px|pt|pc|in|cm|mm|q)$/i;

/** Pixels at the browser's size. */
const words = new Map(
  Object.entries({
    'xx-small': 9,
    'x-small': 10,
    small: 13,
    medium: 16,
    large: 18,
    'x-large': 24,
    'xx-large': 32,
    'xxx-large': 48,
  }),
);

export function namesType(property: string): boolean {
  return property === 'font-size' || property === 'font';
}

/** `undefined` for sizes that are relative already. */
export function scaledLength(length: string): string | undefined {
  return absolute.test(length) ? scaled(length) : undefined;
}

export function scaledWord(word: string): string | undefined {
  const pixels = words.get(word);
  return pixels === undefined ? undefined : scaled(`${pixels}px`);
}

/** Elements of old that say a size by its number, of which the third is the text's own. */
export const oldSizesCss = [10, 13, 16, 18, 24, 32, 48]
  .map((pixels, n) => {
    const names = [`${n + 1}`, n < 2 ? `${n - 2}` : `+${n - 2}`].map((name) => `[size="${name}"]`);
    return `:where(font:is(${names.join(', ')})) { font-size: ${pixels / browserSize}rem; }`;
  })
  .join('\n');

function scaled(length: string): string {
  return `calc(${length} * var(${typeScale}, 1))`;
}
