// Makes letters legible that a chapter's own markup prints in pale colours or on grounds of a middle grey, as its sheets'
// are: by the ground that they stand on, where the markup says it. For pages that text is laid out into.

import { coloursIn, type Grounds, groundIn, groundsOf, mendDeclarations } from '../styles/pale-colours.ts';

const coloured = '[style*="color" i], [style*="background" i], font[color], [bgcolor]';
/** Elements of one chapter; beyond that nobody designed anything. */
const most = 20_000;

/** The styles have been rewritten before. */
export function mendColours(document: Document): void {
  const elements = [...document.body.querySelectorAll(coloured)].slice(0, most);
  if (elements.length === 0) return;
  const grounds = groundsOfChapter(document, elements);
  const known = new Map<string, string>();
  const on = new WeakMap<Element, number>();
  for (const element of elements) {
    const said = saidBy(element);
    const around = groundAround(element, on);
    const key = `${around} ${said}`;
    const mended = known.get(key) ?? mendDeclarations(said, grounds, around);
    known.set(key, mended);
    const own = groundIn(mended);
    if (own !== undefined) on.set(element, own);
    if (mended !== said) element.setAttribute('style', mended);
  }
}

function groundsOfChapter({ body, head }: Document, elements: readonly Element[]): Grounds {
  const sheets = [...head.querySelectorAll('style')].map(({ textContent }) => textContent ?? '');
  const page = `body { ${saidBy(body)} }`;
  // Grounds in the markup are asked for one by one.
  const inks = elements.map((element) => `i { ${saidBy(element).replace(/background/gi, '')} }`);
  return [...sheets, page, ...new Set(inks)].map(groundsOf).reduce((all, one) => ({
    dark: all.dark || one.dark,
    night: all.night || one.night,
    pale: all.pale || one.pale,
  }));
}

/** Its style, with what old attributes say before it. */
function saidBy(element: Element): string {
  const ink = element.localName === 'font' ? colourOf(element, 'color') : '';
  const ground = colourOf(element, 'bgcolor');
  const style = element.getAttribute('style') ?? '';
  return `${ink && `color:${ink};`}${ground && `background-color:${ground};`}${style}`;
}

/** Browsers take figures without their sign too. */
function colourOf(element: Element, name: string): string {
  const value = element.getAttribute(name)?.trim() ?? '';
  const written = /^(?:[0-9a-f]{3}){1,2}$/i.test(value) ? `#${value}` : value;
  return /^(?:#[0-9a-f]+|[a-z]+)$/i.test(written) && coloursIn(written).length > 0 ? written : '';
}

function groundAround(element: Element, on: WeakMap<Element, number>): number | undefined {
  for (let at = element.parentElement; at; at = at.parentElement) {
    const ground = on.get(at);
    if (ground !== undefined) return ground;
  }
  return undefined;
}
