// Where destinations of a PDF lead, and its outline as contents. Outlines that run in circles or name pages that are not
// there lose those entries.

import type { TocEntry } from '../book.ts';
import { pageHref } from '../pages/page-place.ts';
import type { PDFDocumentProxy } from './pdf-engine.ts';

const mostEntries = 5000;
const deepest = 8;

type OutlineItem = NonNullable<Awaited<ReturnType<PDFDocumentProxy['getOutline']>>>[number];

export interface Destination {
  page: number;
  /** From the page's top, in its units. */
  top?: number | undefined;
}

/** `undefined` when it leads nowhere. */
export async function findDestination(
  named: string | readonly unknown[],
  document: PDFDocumentProxy,
): Promise<Destination | undefined> {
  const explicit = typeof named === 'string' ? await document.getDestination(named) : named;
  if (!Array.isArray(explicit)) return undefined;
  const [target, kind, left, top] = explicit as [unknown, { name?: unknown } | undefined, unknown, unknown];
  const page = await pageOf(target, document);
  if (page === undefined || page < 0 || page >= document.numPages) return undefined;
  if (kind?.name === 'XYZ' && typeof top === 'number') {
    return { page, top: await heightOf(page, typeof left === 'number' ? left : 0, top, document) };
  }
  if (kind?.name === 'FitH' && typeof left === 'number') return { page, top: await heightOf(page, 0, left, document) };
  return { page };
}

async function pageOf(target: unknown, document: PDFDocumentProxy): Promise<number | undefined> {
  if (typeof target === 'number') return target;
  if (typeof target !== 'object' || target === null || !('num' in target)) return undefined;
  try {
    return await document.getPageIndex(target as { num: number; gen: number });
  } catch (error) {
    console.warn('A destination names a page that is not there.', error);
    return undefined;
  }
}

async function heightOf(page: number, left: number, top: number, document: PDFDocumentProxy): Promise<number> {
  const view = (await document.getPage(page + 1)).getViewport({ scale: 1 });
  const [, y = 0] = view.convertToViewportPoint(left, top) as number[];
  return Math.min(view.height, Math.max(0, y));
}

export async function readOutline(document: PDFDocumentProxy): Promise<TocEntry[]> {
  const items = flatten((await document.getOutline()) ?? [], 1, []);
  const pages = await Promise.all(
    items.map(({ item }) => (item.dest ? findDestination(item.dest, document) : undefined)),
  );
  return items.map(({ item, level }, index) => {
    const found = pages[index];
    return {
      title: item.title.replace(/\s+/g, ' ').trim(),
      href: found ? pageHref(found.page, found.top) : '',
      level,
      section: found?.page ?? -1,
    };
  });
}

function flatten(items: readonly OutlineItem[], level: number, into: { item: OutlineItem; level: number }[]) {
  for (const item of items) {
    if (into.length >= mostEntries) break;
    into.push({ item, level });
    if (level < deepest) flatten(item.items as OutlineItem[], level + 1, into);
  }
  return into;
}
