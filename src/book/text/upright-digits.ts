// In lines that run down, a digit or a letter that stands alone among Chinese or Japanese characters stands upright, as
// wide as they are. Only what is shown changes; see shown-text.ts.

import { eastAsianWriting } from '../styles/east-asian.ts';
import { textNodes } from './chapter-text.ts';
import { createLanguageOf } from './element-language.ts';
import { showInstead } from './shown-text.ts';

/** One printable ASCII letter, digit or mark of a question or exclamation, with none beside it. */
const alone = /(?<![\x21-\x7e])[0-9A-Za-z!?](?![\x21-\x7e])/g;
/** From ASCII to its full-width form. */
const fullWidth = 0xfee0;
/** What says itself how it stands, and what is no prose. */
const kept = 'pre,code,kbd,samp,math,svg,rt,[class*="tcy" i],[class*="upright" i]';

/** `language`: of what names none itself. */
export function standUpright(document: Document, language: string): void {
  const languageOf = createLanguageOf(language, kept);
  for (const node of textNodes(document.body)) {
    if (!/[0-9A-Za-z!?]/.test(node.data) || !eastAsianWriting(languageOf(node.parentElement))) continue;
    const before = node.previousSibling?.textContent?.at(-1) ?? '';
    const after = node.nextSibling?.textContent?.[0] ?? '';
    const inPlace = `${before || ' '}${node.data}${after || ' '}`.replace(alone, (character) =>
      String.fromCharCode(character.charCodeAt(0) + fullWidth),
    );
    showInstead(node, inPlace.slice((before || ' ').length, (before || ' ').length + node.length));
  }
}
