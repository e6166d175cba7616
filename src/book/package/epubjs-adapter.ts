// The only importer of epub.js: its package parser, its contents parser and its CFI syntax, behind types of our own.
// Nothing of its rendition, archive or resource handling is used.

import EpubCFI from 'epubjs/src/epubcfi.js';
import Navigation, { type NavigationItem } from 'epubjs/src/navigation.js';
import Packaging from 'epubjs/src/packaging.js';
import { BookError } from '../book.ts';
import { type ContentsItem, contentsOf, mendNcx } from './mend-navigation.ts';

export interface ManifestItem {
  id: string;
  href: string;
  type: string;
  properties: string[];
  /** Ids of other items: what to show where this one cannot be, and what reads it aloud. */
  fallback: string | undefined;
  overlay: string | undefined;
}

export interface SpineItem {
  id: string | undefined;
  idref: string;
  linear: boolean;
  properties: string[];
}

export interface ParsedPackage {
  manifest: ManifestItem[];
  spine: SpineItem[];
  /** Position of `spine` among the package's child elements, from 0. */
  spineNode: number;
  /** References relative to the package document. */
  navigation: string | undefined;
  ncx: string | undefined;
  cover: string | undefined;
  progression: string;
}

/** One step of a CFI path: `index` counts elements; for text, the elements before it. */
export interface CfiStep {
  kind: 'element' | 'text';
  index: number;
  id: string | undefined;
}

export interface CfiPoint {
  steps: CfiStep[];
  offset: number | undefined;
}

export interface ParsedCfi {
  section: number;
  start: CfiPoint;
  /** Set for range CFIs. */
  end: CfiPoint | undefined;
}

const ncxType = 'application/x-dtbncx+xml';

/** Throws `BookError` when the package document lacks what every book has. */
export function parsePackage(document: Document): ParsedPackage {
  mendPackage(document);
  let parsed: Packaging;
  try {
    parsed = new Packaging(document);
  } catch (cause) {
    throw new BookError('damaged', 'The book’s package document is broken.', { cause });
  }
  const manifest = document.getElementsByTagNameNS('*', 'manifest')[0];
  return {
    manifest: [...(manifest?.getElementsByTagNameNS('*', 'item') ?? [])].map(readItem),
    spine: parsed.spine.map((item) => ({
      id: item.id ?? undefined,
      idref: item.idref ?? '',
      linear: item.linear.trim() !== 'no',
      properties: words(item.properties),
    })),
    spineNode: parsed.spineNodeIndex,
    navigation: parsed.navPath || undefined,
    ncx: parsed.ncxPath || undefined,
    cover: parsed.coverPath || undefined,
    progression: parsed.metadata.direction?.trim() ?? '',
  };
}

/** epub.js keeps one item for each id, those with numbers for ids first, and reads no fallbacks. */
function readItem(item: Element): ManifestItem {
  const said = (name: string) => item.getAttribute(name) ?? '';
  return {
    id: said('id'),
    href: said('href'),
    type: said('media-type').trim().toLowerCase(),
    properties: words([said('properties')]),
    fallback: said('fallback').trim() || undefined,
    overlay: said('media-overlay') || undefined,
  };
}

/** What epub.js stops at: a package without metadata, and an NCX named by an id that is no selector. */
function mendPackage(document: Document): void {
  const root = document.documentElement;
  const named = (name: string) => document.getElementsByTagNameNS('*', name);
  if (named('metadata').length === 0) root.append(document.createElementNS(root.namespaceURI, 'metadata'));
  const spine = named('spine')[0];
  const ncx = spine?.getAttribute('toc');
  spine?.removeAttribute('toc');
  if (!ncx) return;
  const types = [...named('item')].map((item) => item.getAttribute('media-type'));
  if (types.includes(ncxType)) return;
  [...named('item')].find((item) => item.getAttribute('id') === ncx)?.setAttribute('media-type', ncxType);
}

function words(list: readonly string[]): string[] {
  return list.flatMap((word) => word.split(/\s+/)).filter(Boolean);
}

/** Contents of a navigation document, or of an NCX, which is changed. Throws what epub.js throws on a malformed one. */
export function parseContents(document: Document): ContentsItem[] {
  if (document.getElementsByTagNameNS('*', 'navMap').length === 0) return contentsOf(document);
  mendNcx(document);
  const convert = (item: NavigationItem): ContentsItem => ({
    label: item.label,
    href: item.href ?? '',
    children: item.subitems.map(convert),
  });
  return new Navigation(document).toc.map(convert);
}

/** `undefined` when the text is no CFI into a spine item. */
export function parseCfi(text: string): ParsedCfi | undefined {
  if (!/^epubcfi\(\/\d+[^!]*![/,].*\)$/s.test(text)) return undefined;
  const cfi = new EpubCFI(text);
  const section = cfi.base.steps?.[1]?.index;
  if (section === undefined || !cfi.path?.steps) return undefined;
  const convert = (components: (EpubCFI['path'] | null)[]): CfiPoint => ({
    steps: components.flatMap((component) =>
      (component?.steps ?? []).flatMap((step) =>
        step ? [{ kind: step.type, index: step.index, id: step.id ?? undefined }] : [],
      ),
    ),
    offset: components.at(-1)?.terminal?.offset ?? undefined,
  });
  if (!cfi.range) return { section, start: convert([cfi.path]), end: undefined };
  return { section, start: convert([cfi.path, cfi.start]), end: convert([cfi.path, cfi.end]) };
}

/** Writes a point, or a range when `end` is given. */
export function formatCfi(base: string, start: CfiPoint, end?: CfiPoint): string {
  const cfi = new EpubCFI();
  const segment = (point: CfiPoint) =>
    cfi.segmentString({
      steps: point.steps.map((step) => ({ type: step.kind, index: step.index, id: step.id ?? null })),
      terminal: { offset: point.offset ?? null, assertion: null },
    });
  if (!end) return `epubcfi(${base}!${segment(start)})`;
  let shared = 0;
  while (shared < start.steps.length - 1 && shared < end.steps.length - 1 && sameStep(start, end, shared)) shared++;
  const parent = segment({ steps: start.steps.slice(0, shared), offset: undefined });
  const rest = (point: CfiPoint) => segment({ steps: point.steps.slice(shared), offset: point.offset });
  return `epubcfi(${base}!${shared > 0 ? parent : ''},${rest(start)},${rest(end)})`;
}

/** Keeps nothing of what it is asked; one serves a book of thousands of chapters. */
const chapterParts = new EpubCFI();

/** The part of a CFI before `!` that names the spine item. */
export function cfiBase(spineNode: number, section: number, itemrefId: string | undefined): string {
  const id = itemrefId && isPlainId(itemrefId) ? itemrefId : undefined;
  return chapterParts.generateChapterComponent(spineNode, section, id);
}

/** Ids with other characters would need CFI escapes, which epub.js cannot read back. */
export function isPlainId(id: string): boolean {
  return /^[\w.-]+$/.test(id);
}

function sameStep(a: CfiPoint, b: CfiPoint, at: number): boolean {
  return a.steps[at]?.kind === b.steps[at]?.kind && a.steps[at]?.index === b.steps[at]?.index;
}
