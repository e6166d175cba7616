// The pictures of a chapter that only its styles name: backgrounds, signs of lists, ornaments before and after. The
// document tells nobody when one of them has come, and those that take room move what stands after them.

/** Of one chapter; each is read and decoded before the chapter is seen. */
const most = 60;
/** Rules with pictures whose elements are looked for. */
const mostRules = 500;

const fonts = /@font-face\s*\{[^}]*\}/gi;
const pseudoElements = /::?(?:before|after|marker|first-letter|first-line)\b/gi;
const addresses = /url\(\s*["']?(blob:[^"')\s]+)/gi;

/** Addresses of the pictures that the chapter's styles ask for. */
export function stylePictures(document: Document): string[] {
  const styles = [...rulesWithPictures(document), ...ownStyles(document)];
  const found = styles.flatMap((css) => [...css.matchAll(addresses)].map(([, address = '']) => address));
  return [...new Set(found)].slice(0, most);
}

function rulesWithPictures(document: Document): string[] {
  // Most sheets name no picture, and need not be gone through.
  const sheets = [...document.styleSheets].filter(
    ({ media, ownerNode }) =>
      media.mediaText !== 'not all' && ownerNode?.textContent?.replace(fonts, '').includes('url('),
  );
  const rules = sheets.flatMap(({ cssRules }) => [...styleRules(cssRules)]);
  const pictured = rules.filter(({ cssText }) => cssText.includes('url(')).slice(0, mostRules);
  return pictured.filter((rule) => isUsed(document, rule)).map(({ cssText }) => cssText);
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

function isUsed(document: Document, { selectorText }: CSSStyleRule): boolean {
  try {
    return document.querySelector(selectorText.replaceAll(pseudoElements, '') || '*') !== null;
  } catch {
    // What is left of an odd selector may be none: its pictures are asked for all the same.
    return true;
  }
}
