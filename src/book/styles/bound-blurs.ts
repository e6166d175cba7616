// How far what a book's sheet blurs or casts may reach: a browser draws a thousand pixels of it for a minute, in which
// every turn waits, the next book's too. Knows values, not sheets.

const blurring = /^(?:-webkit-|-moz-)?(?:filter|backdrop-filter|box-shadow|text-shadow)$/;
const lengths =
  /^(-?)(\d*\.?\d+(?:e[+-]?\d+)?)(px|pt|pc|in|cm|mm|q|[a-z]*(?:em|ex|ch|ic|lh|cap|v[hwib]|vmin|vmax|cq\w+))$/i;

/** Of units about as small as pixels, and of those as large as letters or more. */
const mostSmall = 100;
const mostLarge = 6;

/** `undefined` for what may stay: other properties, what is no length, and what is short enough. */
export function boundedBlur(property: string, written: string): string | undefined {
  if (!blurring.test(property)) return undefined;
  const [, sign = '', size, unit = ''] = lengths.exec(written) ?? [];
  const most = /^(?:px|pt|mm|q)$/i.test(unit) ? mostSmall : mostLarge;
  return Number(size) > most ? `${sign}${most}${unit}` : undefined;
}
