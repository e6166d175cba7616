// Cuts the blocks of a PDF into chapters where its outline says that they begin. Pure.

import type { DraftChapter } from '../../../../api/edition/book-draft.ts';
import type { PdfBlock } from './pdf-blocks.ts';
import type { OutlineEntry } from './pdf-facts.ts';

/** Entries below this level are places inside a chapter. */
const deepestChapter = 2;

interface Start {
  at: number;
  entry: OutlineEntry;
}

export function chaptersByOutline(blocks: readonly PdfBlock[], outline: readonly OutlineEntry[]): DraftChapter[] {
  const starts = outline
    .map((entry) => ({ at: startOf(blocks, entry), entry }))
    .filter(({ at }) => at < blocks.length)
    .sort((a, b) => a.at - b.at);
  const [first] = starts;
  if (!first) return [{ title: '', level: 1, body: bodyOf(blocks) }];
  const cuts: Start[] = [];
  for (const start of starts) {
    const before = cuts.at(-1);
    if (!before || (start.at > before.at && start.entry.level <= deepestChapter)) cuts.push(start);
  }
  const front = blocks.slice(0, first.at);
  const chapters = cuts.map((cut, index) => {
    const end = cuts[index + 1]?.at ?? blocks.length;
    const inside = starts.filter((start) => start !== cut && start.at >= cut.at && start.at < end);
    return chapterOf(blocks, cut, end, inside);
  });
  return front.length > 0 ? [{ title: '', level: 1, body: bodyOf(front) }, ...chapters] : chapters;
}

function chapterOf(blocks: readonly PdfBlock[], { at, entry }: Start, end: number, inside: Start[]): DraftChapter {
  const ids = new Map(inside.map((start, index) => [start, `o${index + 1}`]));
  const placed = blocks.slice(at, end).map((block, index) => {
    const here = inside.filter((start) => start.at === at + index);
    const places = here.map((start) => `<span id="${ids.get(start)}"></span>`).join('');
    return places ? block.markup.replace(/^<[^>]*>/, (tag) => tag + places) : block.markup;
  });
  const anchors = inside.map((start) => {
    const { title, level } = start.entry;
    return { title, level, id: ids.get(start) as string };
  });
  const chapter = { title: entry.title, level: entry.level, body: placed.join('\n') };
  return anchors.length > 0 ? { ...chapter, anchors } : chapter;
}

/** The heading of that name on the entry's page, else the page's first block, else the first one after it. */
function startOf(blocks: readonly PdfBlock[], { title, page }: OutlineEntry): number {
  const name = bare(title);
  const named = blocks.findIndex((block) => {
    const heading = block.page === page && block.heading ? bare(block.heading.title) : '';
    return heading !== '' && (heading === name || heading.endsWith(name) || name.endsWith(heading));
  });
  if (named >= 0) return named;
  const first = blocks.findIndex((block) => block.page >= page);
  return first < 0 ? blocks.length : first;
}

const bare = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
const bodyOf = (blocks: readonly PdfBlock[]) => blocks.map(({ markup }) => markup).join('\n');
