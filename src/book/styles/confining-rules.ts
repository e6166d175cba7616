// Finds the rules of a chapter's sheets that were written for one long page and its browser's type: boxes of a certain
// height, lines that may not be broken, parts placed on the whole. Knows sheets, not what they do to a page.

/** Selectors of elements that may be so confined; each has to be looked at. */
export interface Confined {
  /** Out of the text, in a place of their own. */
  placed: string;
  /** As high as the book says, cut off, or never divided between pages. */
  boxed: string;
  /** Their lines may not be broken. */
  unbroken: string;
  /** They begin or end outside of what they stand in. */
  outside: string;
}

const kinds = ['placed', 'boxed', 'unbroken', 'outside'] as const;
type Kind = (typeof kinds)[number];

/** In the words of sheets, however they are written. */
const hints = /absolute|fixed|height|overflow|inline-|block-size|nowrap|white-space|:[^;{}]*-[\d.]|\\/i;
const inMarkup: Readonly<Record<Kind, string>> = {
  placed: '[style*="absolute" i], [style*="fixed" i]',
  boxed: '[style*="height" i], [style*="overflow" i], [style*="inline-" i]',
  unbroken: '[style*="nowrap" i], [style*="white-space" i], [nowrap]',
  outside: '[style*="margin" i], [style*="text-indent" i]',
};
/** Selectors of one sheet. */
const most = 400;
const sheetsKept = 12;
/** Characters of a sheet that is kept. */
const longestKept = 262_144;

const nobody = new DocumentFragment();

/** The chapters of a book mostly have the same sheets. */
const known = new Map<string, Record<Kind, string[]>>();

/** Of a chapter whose sheets stand in it. */
export function confinedIn(chapter: Document): Confined {
  const sheets = [...chapter.getElementsByTagNameNS('*', 'style')].map(({ textContent }) => textContent ?? '');
  const found = sheets.filter((text) => hints.test(text)).map(rulesOf);
  const listOf = (kind: Kind) => [inMarkup[kind], ...found.flatMap((rules) => rules[kind])].join(', ');
  return {
    placed: listOf('placed'),
    boxed: listOf('boxed'),
    unbroken: listOf('unbroken'),
    outside: listOf('outside'),
  };
}

function rulesOf(text: string): Record<Kind, string[]> {
  const rules = known.get(text) ?? readRules(text);
  if (text.length > longestKept) return rules;
  known.delete(text);
  known.set(text, rules);
  for (const old of [...known.keys()].slice(0, -sheetsKept)) known.delete(old);
  return rules;
}

function readRules(text: string): Record<Kind, string[]> {
  const found: Record<Kind, string[]> = { placed: [], boxed: [], unbroken: [], outside: [] };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  const read = (rules: CSSRuleList) => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) {
        const said = kindsOf(rule.style);
        const selector = said.length > 0 ? plain(rule.selectorText) : '';
        for (const kind of said) if (selector && found[kind].length < most) found[kind].push(selector);
      } else if (rule instanceof CSSGroupingRule) read(rule.cssRules);
    }
  };
  read(sheet.cssRules);
  return found;
}

/** As far as it can be asked of a document: what is relative has a rule around it, names in a namespace are the sheet's. */
function plain(selector: string): string {
  if (isAskable(selector)) return selector;
  const parts = partsOf(selector)
    .slice(0, most)
    .map((part) => (/^[>+~]/.test(part) ? `* ${part}` : part));
  return parts.filter(isAskable).join(', ');
}

/** One that is not would throw for all that it is asked together with. */
function isAskable(selector: string): boolean {
  try {
    nobody.querySelector(selector);
    return true;
  } catch {
    return false;
  }
}

/** Of a list of selectors, without the commas in brackets and in strings. */
function partsOf(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const [token] of list.matchAll(/"(?:[^"\\]|\\.)*"|\\.|[^"\\]/gs)) {
    if (token === '(' || token === '[') depth++;
    else if (token === ')' || token === ']') depth--;
    if (token === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts.map((part) => part.trim());
}

function kindsOf(style: CSSStyleDeclaration): Kind[] {
  const { position, display, height, maxHeight, overflow, whiteSpace } = style;
  const boxed =
    /^inline-/.test(display) ||
    /\d/.test(height) ||
    /\d/.test(maxHeight) ||
    /hidden|scroll|auto|clip/.test(overflow) ||
    /\d/.test(style.blockSize);
  const unbroken = /nowrap|pre/.test(whiteSpace) || style.getPropertyValue('text-wrap-mode') === 'nowrap';
  // Sides of a margin that is counted from the page's size are not told one by one.
  const { marginLeft, marginRight, margin, textIndent } = style;
  const outside = [marginLeft || margin, marginRight || margin, textIndent].some((length) => length.includes('-'));
  const said: Readonly<Record<Kind, boolean>> = { placed: /absolute|fixed/.test(position), boxed, unbroken, outside };
  return kinds.filter((kind) => said[kind]);
}
