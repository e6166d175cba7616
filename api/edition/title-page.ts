// Facts that the first lines of a text tell: title, author, translator, as Chinese and Western files begin with them.

import type { BookMetadata } from './book-metadata.ts';
import { findHeading } from './text-headings.ts';

const firstLines = 40;
const longestFact = 120;

const labels: readonly [fact: 'title' | 'author' | 'translator' | 'publisher', label: RegExp][] = [
  ['title', /^(?:书名|書名|title)\s?[:：]\s*(.+)$/i],
  ['author', /^(?:作者|著者|author|by)\s?[:：]\s*(.+)$/i],
  ['translator', /^(?:译者|譯者|translator|translated by)\s?[:：]?\s+(.+)$/i],
  ['publisher', /^(?:出版社|出版|publisher)\s?[:：]\s*(.+)$/i],
];

/** Only what is said; everything else is left to who asks. */
export function readTitlePage(lines: readonly string[]): Partial<BookMetadata> {
  const facts: Partial<BookMetadata> = {};
  const first = lines
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(0, firstLines);
  for (const line of first) {
    if (line.length > longestFact) break;
    for (const [fact, label] of labels) {
      const said = label.exec(line)?.[1]?.trim();
      if (said && facts[fact] === undefined) facts[fact] = said;
    }
  }
  const gutenberg = /^the project gutenberg ebook of (.{1,100}?)(?:, by (.{1,60}))?$/i.exec(first[0] ?? '');
  if (gutenberg?.[1]) {
    facts.title ??= gutenberg[1];
    if (gutenberg[2]) facts.author ??= gutenberg[2];
  }
  return { ...readTwoLines(lines), ...readBareTitle(first), ...facts };
}

/** A name in Han characters, or one in kana. */
const eastAsianName =
  /^(?:\p{Script=Han}{2,5}|\p{Script=Han}{1,4}[ \u3000]\p{Script=Han}{1,4}|[\p{Script=Katakana}ー・=＝]{4,20})$/u;

/** Title and author on two lines with nothing below, as collections of Chinese and Japanese texts begin their files. */
function readTwoLines(lines: readonly string[]): Partial<BookMetadata> {
  const from = lines.findIndex((line) => line.trim() !== '');
  const [title = '', author = '', below = ''] = from < 0 ? [] : lines.slice(from, from + 3).map((line) => line.trim());
  const isTitle =
    /^[^。，、；：？！…「」『』“”]{1,30}$/u.test(title) && /\p{Script=Han}|\p{Script=Katakana}/u.test(title);
  // Two lines of the same length are verse.
  const isPage = isTitle && below === '' && title.length !== author.length && eastAsianName.test(author);
  const isHeading = [title, author].some((line) => findHeading(line, true) !== undefined);
  return isPage && !isHeading ? { title, author } : {};
}

/** 《Title》, or a short first line with "by Author" or "作者" below it. */
function readBareTitle(first: readonly string[]): Partial<BookMetadata> {
  const [title = '', below = ''] = first;
  const quoted = /^《([^《》]{1,60})》(?:\s*(?:作者[:：]?)?\s*(\S.{0,30}))?$/.exec(title);
  if (quoted?.[1]) return { title: quoted[1], ...(quoted[2] ? { author: quoted[2] } : {}) };
  if (title.length === 0 || title.length > 60 || findHeading(title, true) !== undefined) return {};
  const author = /^(?:by|von|par|de|di)\s+(\p{Lu}[\p{L}.'’ -]{2,50})$/u.exec(below)?.[1];
  if (author) return { title, author };
  return /^(?:作者|著者|author)\s?[:：]/i.test(below) ? { title } : {};
}
