// Where a target lies: first which section, then which position in that section's document. Works on a document that
// is laid out as on one that is not.

import { resolveReference } from '../../../api/edition/parts/package-reference.ts';
import type { Target } from '../book.ts';
import type { SectionCounts } from '../counting/section-counts.ts';
import type { Publication } from '../package/publication.ts';
import { findPoint, readCfi } from '../text/cfi.ts';
import type { ChapterText } from '../text/chapter-text.ts';
import { findQuote } from '../text/find-quote.ts';

/** A target with its section found. */
export interface SectionTarget {
  section: number;
  cfi?: string | undefined;
  fragment?: string | undefined;
  offset?: number | undefined;
  quote?: string | undefined;
}

/** A position in a chapter: the offset, and the node where one was named. */
export interface FoundPosition {
  offset: number;
  node?: Node;
  nodeOffset?: number;
}

/** `undefined` when the book has no such section. */
export function findSection(
  target: Exclude<Target, { bookPage: number }>,
  publication: Publication,
  counts: SectionCounts,
): SectionTarget | undefined {
  const found = sectionOf(target, publication, counts);
  return found && found.section >= 0 && found.section < publication.spine.length ? found : undefined;
}

function sectionOf(
  target: Exclude<Target, { bookPage: number }>,
  publication: Publication,
  counts: SectionCounts,
): SectionTarget | undefined {
  if ('chapterUid' in target) {
    return { section: target.chapterUid - 1, offset: target.offset, quote: target.quote, cfi: target.cfi };
  }
  if ('section' in target) return { section: target.section, offset: target.offset ?? 0 };
  if ('progress' in target) return counts.at(target.progress);
  if ('cfi' in target) {
    const section = readCfi(target.cfi)?.section;
    return section === undefined ? undefined : { section, cfi: target.cfi };
  }
  const reference = resolveReference(target.href, `${publication.folder}-`);
  if (!reference) return undefined;
  const at = (path: string) => publication.spine.findIndex((item) => item.path === path);
  const section = at(reference.path);
  // A part may have percent signs in its very name, and others may write it otherwise.
  return { section: section < 0 ? at(publication.standIn(reference.path)) : section, fragment: reference.fragment };
}

/** Only the chapter's text or markup can tell where it lies; other targets say their offset. */
export function isNamed({ cfi, fragment, quote }: SectionTarget): boolean {
  return Boolean(cfi || fragment || quote);
}

/** Always finds something: what cannot be found falls back to the offset, and that to the chapter's beginning. */
export function findPosition(target: SectionTarget, document: Document, text: ChapterText): FoundPosition {
  const named = findNamed(target, document, text);
  const { quote, offset = 0 } = target;
  if (!quote) return named ?? { offset };
  if (named && matches(text, named.offset, quote)) return named;
  if (matches(text, offset, quote)) return { offset };
  const span = findQuote(text.text, quote, offset - text.base);
  return span ? { offset: span.start + text.base } : (named ?? { offset });
}

function findNamed(target: SectionTarget, document: Document, text: ChapterText): FoundPosition | undefined {
  if (target.fragment) {
    const element = findFragment(document, target.fragment);
    return element ? { offset: text.offsetOf(element, 0), node: element, nodeOffset: 0 } : undefined;
  }
  const cfi = target.cfi ? readCfi(target.cfi) : undefined;
  if (cfi?.section !== target.section) return undefined;
  const point = findPoint(document, cfi.start);
  if (!point || !document.body.contains(point.node)) return undefined;
  return { offset: text.offsetOf(point.node, point.offset), node: point.node, nodeOffset: point.offset };
}

export function findFragment(document: Document, fragment: string): Element | null {
  return document.getElementById(fragment) ?? document.querySelector(`a[name="${CSS.escape(fragment)}"]`);
}

function matches(text: ChapterText, offset: number, quote: string): boolean {
  return text.slice(offset, offset + quote.length) === quote;
}
