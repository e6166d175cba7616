// In French, spaces stand before high signs and inside quotation marks, where no line may end. Books that have common
// spaces there are shown with ones that hold; only what is shown changes, character by character; see shown-text.ts.

import { textNodes } from './chapter-text.ts';
import { createLanguageOf, ownLanguage } from './element-language.ts';
import { showInstead } from './shown-text.ts';

const kept = 'pre,code,kbd,samp,math,svg,textarea,[translate="no"]';
/** A space that belongs to the sign beside it. */
const loose = /(?<=[«‹]) | (?=[;:!?»›])/g;

/** `language`: of what names none itself (BCP 47). After words have been made divisible. */
export function holdFrenchSpaces(document: Document, language: string): void {
  const named = [...document.querySelectorAll('[*|lang]')].map((element) => ownLanguage(element) ?? '');
  if (![language, ...named].some(isFrench)) return;
  const languageOf = createLanguageOf(language, kept);
  for (const node of textNodes(document.body)) {
    if (node.data.search(loose) < 0 || !isFrench(languageOf(node.parentElement))) continue;
    showInstead(node, node.data.replace(loose, '\u00a0'));
  }
}

function isFrench(language: string): boolean {
  return /^fr(?:-|$)/i.test(language);
}
