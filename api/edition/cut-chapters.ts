// Cuts a run of blocks into chapters at its headings, and what has no headings at places where nobody misses one.

import type { DraftChapter } from './book-draft.ts';
import { escapeXml } from './escape-xml.ts';
import type { Block } from './markup-blocks.ts';

/** UTF-16 units after which a chapter without headings goes on in another one. */
const longest = 120_000;
/** Of more headings than this, several share a chapter: a reader opens each chapter as a file. */
const mostChapters = 5000;
/** Of the entries of a contents list. */
const deepestLevel = 6;

export interface CutOptions {
  /** Headings of this level and above begin a chapter; found from the blocks unless told. */
  splitLevel?: number;
  /** Around each chapter. */
  wrap?: (body: string) => string;
}

/** Always at least one chapter. The first one, before any heading, has no title unless it is the only one. */
export function cutChapters(blocks: readonly Block[], options: CutOptions = {}): DraftChapter[] {
  const splitLevel = options.splitLevel ?? findSplitLevel(blocks);
  const wrap = options.wrap ?? ((body) => body);
  const chapters: DraftChapter[] = [];
  const beginning = blocks.filter(({ heading }) => heading && heading.level <= splitLevel).length;
  const perChapter = Math.ceil(beginning / mostChapters);
  let seen = 0;
  let parts: string[] = [];
  let length = 0;
  let current: Omit<DraftChapter, 'body'> = { title: '', level: 1, anchors: [] };
  const finish = () => {
    if (parts.length > 0) chapters.push(withoutEmpty({ ...current, body: wrap(parts.join('\n')) }));
    parts = [];
    length = 0;
  };
  for (const [n, block] of blocks.entries()) {
    const { heading } = block;
    if (heading && heading.level <= splitLevel) {
      // Two headings in a row, such as a part and its first chapter, are one place.
      const isLone = parts.length === 1 && current.title !== '' && heading.level > current.level;
      const isInside = seen++ % perChapter !== 0;
      if (!isLone && !isInside) {
        finish();
        current = { title: heading.title, level: heading.level, anchors: [] };
        parts.push(block.markup);
        length += block.length;
        continue;
      }
    } else if (length > 0 && length + block.length > longest) {
      finish();
      current = { title: '', level: current.level, anchors: [] };
    }
    if (heading)
      current.anchors?.push({ title: heading.title, level: Math.min(heading.level, deepestLevel), id: idOf(block, n) });
    parts.push(heading && !block.id ? placed(block.markup, idOf(block, n)) : block.markup);
    length += block.length;
  }
  finish();
  return chapters.length > 0 ? chapters : [{ title: '', level: 1, body: wrap('') }];
}

const idOf = (block: Block, n: number) => block.id ?? `h${n}`;

/** Sets the id of a heading that has none. */
function placed(markup: string, id: string): string {
  return markup.replace(/^<(h[1-6])/, `<$1 id="${escapeXml(id)}"`);
}

function withoutEmpty(chapter: DraftChapter): DraftChapter {
  const { anchors, ...rest } = chapter;
  return anchors && anchors.length > 0 ? { ...rest, anchors } : rest;
}

/**
 * The outermost level of which there are several. A lone heading above them is the book's title, and begins a chapter
 * too.
 */
function findSplitLevel(blocks: readonly Block[]): number {
  for (let level = 1; level <= deepestLevel; level++) {
    if (blocks.filter(({ heading }) => heading?.level === level).length > 1) return level;
  }
  return blocks.reduce((least, { heading }) => Math.min(least, heading?.level ?? deepestLevel), deepestLevel);
}
