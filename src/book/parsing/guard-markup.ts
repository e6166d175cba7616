// Looks at markup before a parser does, for what parsers do not come back from: style sheets whose brackets are nested
// by the thousand, which are read while the document is, and elements that are opened and never closed.

const deepestStyle = 150;
const deepestOpen = 5000;
const mostNames = 500;
/** Comments and sections of characters. */
const mostPieces = 5000;

/** Elements that need no end, so that many may be open on end without being within each other. */
const endless =
  /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|dt|dd|tr|td|th|thead|tbody|tfoot|option|optgroup|colgroup|rt|rp|param)$/i;

/** Parts of drawings and formulas, which alone may end where they begin once the markup is no XML any more. */
const foreign =
  /^(svg:)?(path|rect|circle|ellipse|line|polyline|polygon|use|stop|image|animate|set|fe\w+|m(i|n|o|text|space|prescripts)|none|g|tspan|text)$/i;

/** The markup without the text of style elements that are nested too deep. */
export function guardStyles(markup: string): string {
  const tag = /<(\/?)(?:[\w.-]+:)?style\b/gi;
  const parts: string[] = [];
  let from = 0;
  let start = -1;
  let open = 0;
  const close = (end: number) => {
    if (!isDeep(markup, start, end)) return;
    parts.push(markup.slice(from, start));
    from = end;
  };
  for (const match of markup.matchAll(tag)) {
    if (match[1] !== '/') {
      if (open++ === 0) start = endOfTag(markup, match.index);
    } else if (open > 0 && --open === 0) close(match.index);
  }
  if (open > 0) close(markup.length);
  return parts.length === 0 ? markup : parts.join('') + markup.slice(from);
}

/** Whether so many elements stay open that a forgiving parser would look through all of them at every step. */
export function staysOpen(markup: string): boolean {
  let open = 0;
  // A name ends where something else begins, else a tag without an end would be tried with every length of its name.
  for (const [, end, name = '', rest = ''] of markup.matchAll(/<(\/?)([a-z][\w:-]*)(?![\w:-])([^<>]*)>/gi)) {
    if (endless.test(name) || (rest.endsWith('/') && foreign.test(name))) continue;
    if (end) open = Math.max(0, open - 1);
    else open++;
    if (open > deepestOpen) return true;
  }
  return false;
}

/** Whether one element declares more names for its parts than a parser looks through in any time. */
export function namesTooMuch(markup: string): boolean {
  if (!moreThan(mostNames, 'xmlns:', markup)) return false;
  let names = 0;
  for (const [found] of markup.matchAll(/<|\bxmlns:/g)) {
    names = found === '<' ? 0 : names + 1;
    if (names > mostNames) return true;
  }
  return false;
}

/** Whether text may stand in so many pieces that all that goes through it takes too long. */
export function standsInPieces(markup: string): boolean {
  return moreThan(mostPieces, '<!', markup);
}

function moreThan(most: number, sign: string, markup: string): boolean {
  let count = 0;
  for (let at = markup.indexOf(sign); at >= 0; at = markup.indexOf(sign, at + 1)) if (++count > most) return true;
  return false;
}

function isDeep(markup: string, start: number, end: number): boolean {
  let depth = 0;
  for (let at = start; at < end; at++) {
    const character = markup[at];
    // A bracket may be written as a reference to its number.
    if (character === '(' || character === '{' || character === '[' || character === '&') depth++;
    else if (character === ')' || character === '}' || character === ']') depth--;
    if (depth > deepestStyle) return true;
  }
  return false;
}

function endOfTag(markup: string, from: number): number {
  const end = markup.indexOf('>', from);
  return end < 0 ? markup.length : end + 1;
}
