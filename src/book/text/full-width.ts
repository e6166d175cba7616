// Letters as wide as Chinese characters, where a book's styles ask for them (`text-transform: full-width`): browsers that
// draw pages here do not know it. Styles say it by a name of our own that elements inherit as they would the property;
// only what is shown changes, character by character; see shown-text.ts.

import { textNodes } from './chapter-text.ts';
import { showInstead } from './shown-text.ts';

const widthName = '--octavo-letter-width';

const declaration = /(?<![\w-])text-transform\s*:([^;{}]*)/gi;

/** A sheet's or an element's styles in which the value has a name that elements inherit. */
export function nameFullWidth(css: string): string {
  if (!/full-width/i.test(css)) return css;
  return css.replace(declaration, (_, value: string) => {
    const important = /!\s*important/i.test(value) ? ' !important' : '';
    const words = value
      .replace(/!\s*important/i, '')
      .toLowerCase()
      .split(/\s+/)
      .filter(Boolean);
    const others = words.filter((word) => word !== 'full-width').join(' ') || 'none';
    const width = words.includes('full-width') ? 'full' : words.includes('inherit') ? 'inherit' : 'initial';
    return `text-transform:${others}${important};${widthName}:${width}${important}`;
  });
}

/** Called when the chapter's styles are known; in books that never ask for it, it asks for none of them. */
export function widen(document: Document): void {
  const window = document.defaultView;
  const says =
    document.querySelector(`[style*="${widthName}"]`) !== null ||
    [...document.querySelectorAll('style')].some((sheet) => sheet.textContent?.includes(widthName));
  if (!says || !window) return;
  const known = new Map<Element, boolean>();
  for (const node of textNodes(document.body)) {
    const element = node.parentElement;
    if (!element) continue;
    const wide = known.get(element) ?? window.getComputedStyle(element).getPropertyValue(widthName).trim() === 'full';
    known.set(element, wide);
    if (wide) showInstead(node, node.data.replace(narrow, wideForm));
  }
}

const narrow = /[\x20-\x7e\u00a2\u00a3\u00a5\u00a6\u00ac\u00af\u20a9\u2985\u2986\uff61-\uffdc\uffe8-\uffee]/g;

const signs: Readonly<Record<string, string>> = {
  ' ': '\u3000',
  '¢': '￠',
  '£': '￡',
  '¥': '￥',
  '¦': '￤',
  '¬': '￢',
  '¯': '￣',
  '₩': '￦',
  '⦅': '｟',
  '⦆': '｠',
  '\uffa0': '\u3164',
};
/** Half-width Hangul letters stand in groups, in the order of the wide ones. */
const hangul = [
  [0xffa1, 0xffbe, 0x3131],
  [0xffc2, 0xffc7, 0x314f],
  [0xffca, 0xffcf, 0x3155],
  [0xffd2, 0xffd7, 0x315b],
  [0xffda, 0xffdc, 0x3161],
] as const;

function wideForm(character: string): string {
  const code = character.charCodeAt(0);
  const sign = signs[character];
  if (sign) return sign;
  if (code <= 0x7e) return String.fromCharCode(code + 0xfee0);
  const group = hangul.find(([first, last]) => code >= first && code <= last);
  return group ? String.fromCharCode(code - group[0] + group[2]) : character.normalize('NFKC');
}
