// Counts and collects a chapter's text from its markup: every text node under `body` in document order, joined, without
// those inside `script`, `style` and `template`, in UTF-16 units. The client counts in its DOM and must get the same;
// `test/text-vectors.json` holds both to it.

import { decodeHTML, decodeXML } from 'entities';

const skipped = new Set(['script', 'style', 'template']);
// One token: comment, CDATA section, processing instruction or declaration, tag, or a run of text.
const token =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|<[?!][^>]*>?|<(\/?)([^\s/>]+)((?:[^>"']|"[^"]*"|'[^']*')*)>|([^<]+|<)/g;

/** The text of the chapter; of an SVG document, the text in it. */
export function chapterText(markup: string): string {
  let text = '';
  let skipping: string | undefined;
  let depth = 0;
  let inBody = !/<([\w-]+:)?body[\s/>]/i.test(markup);
  for (const match of markup.replace(/\r\n?/g, '\n').matchAll(token)) {
    const [, cdata, closing, rawName, attributes = '', run] = match;
    if (rawName !== undefined) {
      const name = localName(rawName);
      const empty = attributes.endsWith('/');
      if (skipping) {
        if (name === skipping) depth += closing ? -1 : empty ? 0 : 1;
        if (depth === 0) skipping = undefined;
      } else if (!closing && !empty && skipped.has(name)) {
        skipping = name;
        depth = 1;
      } else if (name === 'body') {
        inBody = !closing && !empty;
      }
      continue;
    }
    if (!inBody || skipping) continue;
    if (cdata !== undefined) text += cdata;
    else if (run !== undefined) text += decodeEntities(run);
  }
  return text;
}

/** Words, or characters where words are not separated by spaces. */
export function countWords(text: string): number {
  const wide = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  const rest = text.replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, ' ');
  return wide + (rest.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0);
}

function decodeEntities(run: string): string {
  if (!run.includes('&')) return run;
  const xml = decodeXML(run);
  return /&[a-z]/i.test(xml) ? decodeHTML(run) : xml;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}
