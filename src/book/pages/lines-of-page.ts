// A page's lines as they are read on: where one ends, neither a sentence nor a word does. Pure.

import type { SectionText } from '../book.ts';

/** The hyphen and the end of a line that divides a word; the end of one where words are written without blanks. */
const readOver =
  /(?<=\p{L})[-\u00ad]\n(?=\p{Ll})|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\n(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;

/** `text`: with a line's end after each line. What only the paper's width has brought in stands beside the text. */
export function readOverLines(text: string): SectionText {
  const beside = [...text.matchAll(readOver)].flatMap(({ index, 0: found }) => [index, index + found.length]);
  return { text, breaks: [], beside, anchors: new Map() };
}
