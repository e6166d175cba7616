// Counts and collects a chapter's text from its markup: every text node under `body` in document order, joined, without
// those inside `script`, `style` and `template`, in UTF-16 units. The client counts in its DOM and must get the same;
// `test/text-vectors.json` holds both to it. Also tells what the joined text no longer shows (text-seams.ts).

import { decodeHTML, decodeXML } from 'entities';
import { type TextToken, type Token, tokens } from '../../../api/edition/markup-tokens.ts';
import { SeamReader, type TextSeams } from './text-seams.ts';

/** Elements whose text does not count. */
export const skippedElements: ReadonlySet<string> = new Set(['script', 'style', 'template']);

// Between two of these, words never go on.
const inline = new Set(['a', 'abbr', 'b', 'bdi', 'bdo', 'cite', 'code', 'em', 'i', 'mark', 'rb', 'ruby', 's', 'small']);
for (const name of ['span', 'strong', 'sub', 'sup', 'u', 'wbr', 'font', 'ins', 'del', 'q', 'dfn', 'kbd'])
  inline.add(name);

export interface ChapterText {
  text: string;
  /** Words; characters where words are not separated by spaces. */
  words: number;
  seams: TextSeams;
}

/** Text of a chapter, or of an SVG document. Linear in the markup, whatever the markup is. */
export function readChapterText(markup: string): ChapterText {
  const parts: string[] = [];
  let run = '';
  let words = 0;
  let skipping = '';
  let depth = 0;
  let inBody = !hasBody(markup);
  const seams = new SeamReader();
  for (const token of tokens(markup.replace(/\r\n?/g, '\n'))) {
    if (isText(token)) {
      if (!inBody || skipping) continue;
      const text = token.kind === 'text' ? decodeEntities(token.text) : token.text;
      parts.push(text);
      seams.addText(text);
      run += text;
      continue;
    }
    if (inBody && !skipping && !skippedElements.has(token.name)) seams.addTag(token, inline.has(token.name));
    if (!inline.has(token.name)) {
      words += countWords(run);
      run = '';
    }
    if (skipping) {
      if (token.name === skipping) depth += token.kind === 'end' ? -1 : token.empty ? 0 : 1;
      if (depth === 0) skipping = '';
    } else if (token.kind === 'start' && !token.empty && skippedElements.has(token.name)) {
      skipping = token.name;
      depth = 1;
    } else if (token.name === 'body') {
      inBody = token.kind === 'start' && !token.empty;
    }
  }
  return { text: parts.join(''), words: words + countWords(run), seams: seams.end() };
}

const isText = (token: Token): token is TextToken => token.kind === 'text' || token.kind === 'cdata';

/** Otherwise all text counts. */
export function hasBody(markup: string): boolean {
  return /<(?:[\w-]{1,64}:)?body[\s/>]/i.test(markup);
}

export function countWords(text: string): number {
  const wide = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  const rest = wide === 0 ? text : text.replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, ' ');
  return wide + (rest.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0);
}

export function decodeEntities(run: string): string {
  if (!run.includes('&')) return run;
  const xml = decodeXML(run);
  return /&[a-z]/i.test(xml) ? decodeHTML(run) : xml;
}
