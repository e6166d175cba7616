// Reads a book's table of contents: the navigation document of EPUB 3, or the NCX of EPUB 2.

import { resolveReference } from '../../../../api/edition/parts/package-reference.ts';
import { AppError } from '../../../../api/errors.ts';
import type { BookArchive } from '../book-archive.ts';
import { importLimits as limits } from '../limits.ts';
import type { Package } from './package-document.ts';
import { childrenOf, descendants, parsePackageXml, textOf, type XmlElement } from './package-xml.ts';

export interface ContentsEntry {
  title: string;
  /** 1 is the outermost. */
  level: number;
  /** Of the part that is shown where the entry leads. */
  path: string;
  fragment: string;
}

/** In reading order; empty when the book has none, or a damaged one: it can be read without. */
export async function readContents(archive: BookArchive, book: Package): Promise<ContentsEntry[]> {
  const items = [...book.manifest.values()];
  const nav = items.find((item) => item.properties.includes('nav'));
  const ncx = book.manifest.get(book.ncx ?? '') ?? items.find((item) => item.mediaType === 'application/x-dtbncx+xml');
  for (const [item, read] of [
    [nav, readNav],
    [ncx, readNcx],
  ] as const) {
    if (!item || !archive.has(item.path)) continue;
    const root = await readSource(archive, item.path);
    const entries = root ? read(item.path, root) : [];
    for (const entry of entries) entry.path = book.parts.standIn(entry.path);
    if (entries.length > 0) return entries.slice(0, limits.tocEntries);
  }
  return [];
}

async function readSource(archive: BookArchive, path: string): Promise<XmlElement | undefined> {
  try {
    return parsePackageXml(await archive.read(path, limits.packageBytes), path);
  } catch (error) {
    if (error instanceof AppError && error.code === 'bad_book') return undefined;
    throw error;
  }
}

function readNav(path: string, root: XmlElement): ContentsEntry[] {
  const navs = [...descendants(root, 'nav')];
  const toc = navs.find(({ attributes }) => (attributes.type ?? attributes.role ?? '').split(/\s+/).some(isContents));
  const entries: ContentsEntry[] = [];
  const walk = (list: XmlElement | undefined, level: number): void => {
    for (const item of childrenOf(list, 'li')) {
      const label = childrenOf(item, 'a')[0] ?? childrenOf(item, 'span')[0];
      addEntry(entries, path, label?.attributes.href, labelOf(label), level);
      walk(childrenOf(item, 'ol')[0], level + 1);
    }
  };
  walk(childrenOf(toc ?? navs[0], 'ol')[0], 1);
  return entries;
}

const isContents = (word: string) => word === 'toc' || word === 'doc-toc';

/** A label can be a picture; its alternative text is what it says. */
function labelOf(label: XmlElement | undefined): string {
  if (!label) return '';
  return (
    textOf(label) ||
    [...descendants(label, 'img')]
      .map((image) => image.attributes.alt ?? '')
      .join(' ')
      .trim()
  );
}

function readNcx(path: string, root: XmlElement): ContentsEntry[] {
  const entries: ContentsEntry[] = [];
  const walk = (parent: XmlElement | undefined, level: number): void => {
    for (const point of childrenOf(parent, 'navPoint')) {
      const source = childrenOf(point, 'content')[0]?.attributes.src;
      addEntry(entries, path, source, textOf(childrenOf(point, 'navLabel')[0]), level);
      walk(point, level + 1);
    }
  };
  walk(childrenOf(root, 'navMap')[0], 1);
  return entries;
}

function addEntry(entries: ContentsEntry[], from: string, href: string | undefined, title: string, level: number) {
  const target = href === undefined ? undefined : resolveReference(href, from);
  if (target && title) entries.push({ title: title.slice(0, 1024), level, ...target });
}
