// Facts and outline of a PDF.

import { type BookMetadata, cut, emptyMetadata } from '../../../../api/edition/book-metadata.ts';
import { importLimits as limits } from '../limits.ts';
import type { Pdf } from './open-pdf.ts';

export async function readPdfFacts(pdf: Pdf): Promise<BookMetadata> {
  const info = (await pdf.getMetadata()).info as Record<string, unknown>;
  const text = (name: string) =>
    typeof info[name] === 'string' ? (info[name] as string).replace(/\s+/g, ' ').trim() : '';
  const title = text('Title');
  const created = /^D:(\d{4})(\d{2})?(\d{2})?/.exec(text('CreationDate'));
  const language = text('Language');
  return {
    ...emptyMetadata(),
    // Programs write the name of the file that they printed.
    title: /^(untitled|microsoft word - .*|.*\.(docx?|indd|tex|dvi|pdf|qxd|pages))$/i.test(title)
      ? ''
      : cut(title, 1024),
    author: cut(text('Author'), 1024),
    intro: cut(text('Subject'), 16_384),
    publishTime: created ? created.slice(1).filter(Boolean).join('-') : '',
    language: /^[a-z]{2,3}(-[\w-]{1,20})?$/i.test(language) ? language : '',
    subjects: text('Keywords')
      .split(/\s*[,;，；]\s*/)
      .filter(Boolean)
      .slice(0, 32)
      .map((word) => cut(word, 128)),
  };
}

export interface OutlineEntry {
  title: string;
  /** 1 is the outermost. */
  level: number;
  /** From 1. */
  page: number;
}

type Item = NonNullable<Awaited<ReturnType<Pdf['getOutline']>>>[number];

/** In the order of the outline; entries that lead nowhere are left out. */
export async function readOutline(pdf: Pdf): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = [];
  const waiting = ((await pdf.getOutline()) ?? []).map((item) => ({ item, level: 1 })).reverse();
  for (let seen = 0; waiting.length > 0 && seen < limits.tocEntries; seen++) {
    const next = waiting.pop();
    if (!next) break;
    const page = await pageOf(pdf, next.item);
    const title = cut(next.item.title.replace(/\s+/g, ' ').trim(), 1024);
    if (page !== undefined && title) entries.push({ title, level: next.level, page });
    if (next.level < 6)
      waiting.push(...next.item.items.map((item: Item) => ({ item, level: next.level + 1 })).reverse());
  }
  return entries;
}

async function pageOf(pdf: Pdf, { dest }: Item): Promise<number | undefined> {
  const place = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
  const [target] = place ?? [];
  if (typeof target === 'number') return target >= 0 && target < pdf.numPages ? target + 1 : undefined;
  if (typeof target !== 'object' || target === null) return undefined;
  try {
    return (await pdf.getPageIndex(target as Parameters<Pdf['getPageIndex']>[0])) + 1;
  } catch {
    // The library throws for what is no page; the outline is as good without that entry.
    return undefined;
  }
}
