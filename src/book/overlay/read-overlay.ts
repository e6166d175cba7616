// Reads a media overlay: the order in which elements of chapters are read aloud, and which part of which recording reads
// each. Knows no layout and plays nothing.

import { resolveReference } from '../../../api/edition/parts/package-reference.ts';
import { readClockValue } from './clock-value.ts';

/** A phrase before it is known which section its text is in. */
export interface OverlayPhrase {
  path: string;
  fragment: string;
  audio: { path: string; begin: number; end: number | undefined } | undefined;
  skippable: boolean;
  /** Number of the phrase, in this list, with which the structure around it has ended. */
  after: number | undefined;
}

/** Structures that a listener may leave out (EPUB 3.3, 9.4.2) and those that may be left early (9.4.3). */
const skippable = new Set(
  'sidebar practice marginalia annotation help note footnote rearnote endnote pagebreak'.split(' '),
);
const escapable = new Set(
  'table table-row table-cell list list-item figure sidebar bibliography toc loi appendix colophon index'.split(' '),
);
const mostPhrases = 100_000;
const deepest = 64;
const epub = 'http://www.idpf.org/2007/ops';

interface Around {
  skippable: boolean;
  depth: number;
}

/** `path`: the overlay's own, which its references are relative to. */
export function readOverlay(document: Document, path: string): OverlayPhrase[] {
  const phrases: OverlayPhrase[] = [];
  const body = document.getElementsByTagNameNS('*', 'body')[0];
  if (body) readSequence(body, path, { skippable: false, depth: 0 }, phrases);
  return phrases;
}

function readSequence(sequence: Element, path: string, around: Around, into: OverlayPhrase[]): void {
  const first = into.length;
  const kinds = kindsOf(sequence);
  const inside = { skippable: around.skippable || kinds.some((kind) => skippable.has(kind)), depth: around.depth + 1 };
  for (const child of sequence.children) {
    if (into.length >= mostPhrases) return;
    if (child.localName === 'par') into.push(...readPhrase(child, path, inside));
    else if (child.localName === 'seq' && inside.depth < deepest) readSequence(child, path, inside, into);
  }
  if (!kinds.some((kind) => escapable.has(kind))) return;
  // The innermost structure is left first.
  for (const phrase of into.slice(first)) phrase.after ??= into.length;
}

function readPhrase(par: Element, path: string, around: Around): OverlayPhrase[] {
  const children = [...par.children];
  const text = children.find((child) => child.localName === 'text');
  const target = resolveReference(text?.getAttribute('src') ?? '', path);
  if (!text || !target) return [];
  return [
    {
      path: target.path || path,
      fragment: target.fragment,
      audio: readAudio(
        children.find((child) => child.localName === 'audio'),
        path,
      ),
      skippable: around.skippable || kindsOf(par).some((kind) => skippable.has(kind)),
      after: undefined,
    },
  ];
}

/** Only recordings in the book; nothing is fetched from elsewhere. */
function readAudio(audio: Element | undefined, path: string): OverlayPhrase['audio'] {
  const source = resolveReference(audio?.getAttribute('src') ?? '', path);
  if (!audio || !source?.path || source.path === path) return undefined;
  const begin = readClockValue(audio.getAttribute('clipBegin')) ?? 0;
  const end = readClockValue(audio.getAttribute('clipEnd'));
  return { path: source.path, begin, end: end !== undefined && end > begin ? end : undefined };
}

function kindsOf(element: Element): string[] {
  return (element.getAttributeNS(epub, 'type') ?? '').split(/\s+/).filter(Boolean);
}
