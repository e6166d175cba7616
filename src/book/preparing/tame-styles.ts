// A sheet is bounded when it is read, but it may import others, and a chapter may have any number of them: cuts what
// comes after more than a browser can match with the chapter's elements.

import { heaviest, weighSheet } from '../styles/weigh-selectors.ts';

/** Its style sheets have to stand in it already. */
export function tameStyles(document: Document): void {
  let left = heaviest;
  for (const sheet of document.getElementsByTagNameNS('*', 'style')) {
    const css = sheet.textContent ?? '';
    const { weight, length } = weighSheet(css, left);
    left -= weight;
    if (length < css.length) sheet.textContent = css.slice(0, length);
  }
}
