// The pictures of a chapter that only its styles name: backgrounds, signs of lists, ornaments before and after. The
// document tells nobody when one of them has come, and those that take room move what stands after them.

/** Of one chapter; each is read and decoded before the chapter is seen. */
const most = 60;
/** Rules with pictures whose elements are looked for. */
const mostRules = 500;

const fonts = /@font-face\s*\{[^}]{0,4000}\}/gi;
const pseudoElements = /::?(?:before|after|marker|first-letter|first-line)\b/gi;
const addresses = /url\(\s*["']?(blob:[^"')\s]+)/gi;

interface Pictured {
  selector: string;
  css: string;
}

/** Rules with pictures, by the text of their sheet: chapters of a book share theirs, and to go through one takes its time. */
const known = new Map<string, readonly Pictured[]>();
const sheetsKept = 12;
/** Characters of a sheet that is kept. */
const longestKept = 262_144;

/** Addresses of the pictures that the chapter's styles ask for. */
export function stylePictures(document: Document): string[] {
  const rules = [...document.styleSheets].flatMap((sheet) => rulesWithPictures(sheet));
  const used = rules.slice(0, mostRules).filter(({ selector }) => isUsed(document, selector));
  const styles = [...used.map(({ css }) => css), ...ownStyles(document)];
  const found = styles.flatMap((css) => [...css.matchAll(addresses)].map(([, address = '']) => address));
  return [...new Set(found)].slice(0, most);
}

function rulesWithPictures({ media, ownerNode, cssRules }: CSSStyleSheet): readonly Pictured[] {
  const text = ownerNode?.textContent ?? '';
  if (media.mediaText === 'not all' || !text.includes('url(')) return [];
  const before = known.get(text);
  if (before) return before;
  // Most sheets name fonts and no picture, and need not be gone through.
  const rules = text.replace(fonts, '').includes('url(') ? [...styleRules(cssRules)] : [];
  const pictured = rules
    .map(({ selectorText, cssText }) => ({ selector: selectorText, css: cssText }))
    .filter(({ css }) => css.includes('url('));
  if (text.length > longestKept) return pictured;
  for (const [oldest] of known) if (known.size >= sheetsKept) known.delete(oldest);
  known.set(text, pictured);
  return pictured;
}

function* styleRules(rules: CSSRuleList): Generator<CSSStyleRule> {
  for (const rule of rules) {
    if ('selectorText' in rule) yield rule as CSSStyleRule;
    else if ('cssRules' in rule) yield* styleRules(rule.cssRules as CSSRuleList);
  }
}

function ownStyles(document: Document): string[] {
  const elements = [...document.querySelectorAll('[style*="url("]')].slice(0, most);
  return elements.map((element) => element.getAttribute('style') ?? '');
}

function isUsed(document: Document, selector: string): boolean {
  try {
    return document.querySelector(selector.replaceAll(pseudoElements, '') || '*') !== null;
  } catch {
    // What is left of an odd selector may be none: its pictures are asked for all the same.
    return true;
  }
}
