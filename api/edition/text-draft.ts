// Makes a draft of a plain text: its headings found, lines joined to paragraphs where they were broken for a screen of
// eighty characters. The service and the client do it alike, so that places in one are places in the other.

import type { BookDraft } from './book-draft.ts';
import { emptyMetadata } from './book-metadata.ts';
import { cutChapters } from './cut-chapters.ts';
import { escapeXml } from './escape-xml.ts';
import { guessLanguage } from './guess-language.ts';
import type { Block } from './markup-blocks.ts';
import { findHeading } from './text-headings.ts';
import { readTitlePage } from './title-page.ts';

/** At least one chapter, whatever the text; nothing of it is left out but NUL. */
export function draftOfText(text: string): BookDraft {
  const lines = text.split(/\r\n|[\n\r\u0085\u2028\u2029\f]/).map((line) => line.replaceAll('\0', '').trimEnd());
  const blocks = textBlocks(lines);
  const language = guessLanguage(text);
  return {
    metadata: { ...emptyMetadata(), language, ...readTitlePage(lines) },
    direction: /^(ar|he|fa|ur)\b/.test(language) ? 'rtl' : 'ltr',
    chapters: cutChapters(blocks, { splitLevel: 3, wrap: (body) => `<div class="plain">${body}</div>` }),
    files: [],
  };
}

/** Paragraphs and headings of a text's lines. */
export function textBlocks(lines: readonly string[]): Block[] {
  const wrapped = findWidth(lines);
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const flush = () => {
    for (const text of cutLong(join(paragraph))) {
      blocks.push({ markup: `<p>${escapeXml(text)}</p>`, length: text.length });
    }
    paragraph = [];
  };
  for (const [n, line] of lines.entries()) {
    const text = line.trim();
    const isAlone = !lines[n - 1]?.trim() && !lines[n + 1]?.trim();
    const level = text ? findHeading(text, isAlone) : undefined;
    if (level !== undefined) {
      flush();
      const heading = { level, title: text.replace(/\s+/g, ' ').slice(0, 1024) };
      blocks.push({ markup: `<h${level}>${escapeXml(text)}</h${level}>`, length: text.length, heading });
    } else if (!text) flush();
    else {
      // Indented lines begin paragraphs, and so does every line of a text that is not broken at a width.
      if (!wrapped || /^[\s\u3000]{2}/.test(line)) flush();
      paragraph.push(text);
    }
  }
  flush();
  return blocks;
}

/** Whether lines were broken at a fixed width: many full ones, and few beyond. */
function findWidth(lines: readonly string[]): boolean {
  const lengths = lines.slice(0, 5000).flatMap((line) => line.trim().length || []);
  if (lengths.length < 20) return false;
  const sorted = lengths.toSorted((a, b) => a - b);
  const wide = sorted[Math.floor(sorted.length * 0.95)] as number;
  if (wide > 100) return false;
  const full = lengths.filter((length) => length > wide * 0.8).length;
  return full > lengths.length * 0.4;
}

/** Words are parted by a space where their script parts them, and a hyphen at a line's end parts one. */
function join(lines: readonly string[]): string {
  // Never the text so far: asked again for every line, it would be read once for each.
  const parts: string[] = [];
  for (const line of lines) {
    const last = parts.at(-1);
    if (!last || isWide(last.at(-1) as string) || isWide(line[0] as string)) parts.push(line);
    else if (/\p{Ll}-$/u.test(last.slice(-4)) && /^\p{Ll}/u.test(line)) {
      parts[parts.length - 1] = last.slice(0, -1);
      parts.push(line);
    } else parts.push(' ', line);
  }
  return parts.join('').replace(/^[\s\u3000]+/, '');
}

/** No paragraph that somebody wrote is longer; what is takes a reader seconds to lay out. */
const longestParagraph = 16_384;

/** A text without line ends is cut behind a sentence, a word, or where it has to be. */
function cutLong(text: string): string[] {
  if (text.length <= longestParagraph) return text ? [text] : [];
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const piece = text.slice(at, at + longestParagraph);
    const isLast = at + piece.length >= text.length;
    const sentence = Math.max(
      ...['. ', '? ', '! ', '。', '？', '！'].map((end) => piece.lastIndexOf(end) + end.length),
    );
    const word = piece.lastIndexOf(' ') + 1;
    const least = longestParagraph / 2;
    const pair = /[\ud800-\udbff]$/.test(piece) ? piece.length - 1 : piece.length;
    const length = isLast ? piece.length : sentence > least ? sentence : word > least ? word : pair;
    const part = piece.slice(0, length).trim();
    if (part) parts.push(part);
    at += length;
  }
  return parts;
}

const isWide = (character: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]/u.test(character);
