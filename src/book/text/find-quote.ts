// Finds a quoted passage in a chapter's text: exactly, else ignoring differences of white space; of several, the one
// nearest to where it was.

export interface Span {
  start: number;
  end: number;
}

/** Offsets within `text`. */
export function findQuote(text: string, quote: string, near: number): Span | undefined {
  if (quote.trim() === '') return undefined;
  return findExact(text, quote, near) ?? findLoose(text, quote, near);
}

function findExact(text: string, quote: string, near: number): Span | undefined {
  const after = text.indexOf(quote, Math.max(0, near));
  const before = text.lastIndexOf(quote, Math.max(0, near));
  const start = after < 0 || (before >= 0 && near - before <= after - near) ? before : after;
  return start < 0 ? undefined : { start, end: start + quote.length };
}

/** Every place, in order, up to so many; differences of white space do not count. */
export function findAllQuotes(text: string, quote: string, most: number): Span[] {
  if (quote.trim() === '') return [];
  const spans: Span[] = [];
  for (const match of text.matchAll(loosePattern(quote))) {
    if (spans.length === most) break;
    spans.push({ start: match.index, end: match.index + match[0].length });
  }
  return spans;
}

function loosePattern(quote: string): RegExp {
  const words = quote.trim().split(/\s+/);
  // By code units, as a quote of so many of them may end with half a character.
  return new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('\\s+'), 'g');
}

function findLoose(text: string, quote: string, near: number): Span | undefined {
  let best: Span | undefined;
  for (const match of text.matchAll(loosePattern(quote))) {
    if (best && Math.abs(match.index - near) >= Math.abs(best.start - near)) break;
    best = { start: match.index, end: match.index + match[0].length };
  }
  return best;
}
