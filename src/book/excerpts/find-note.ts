// Which links ask for a note, and what the note is that they lead to: marked ones by EPUB's and ARIA's words for them,
// and the common unmarked ones, a raised or bracketed number that leads to a short block. Reads documents only.

const ops = 'http://www.idpf.org/2007/ops';
const noteWords = new Set('footnote endnote rearnote note doc-footnote doc-endnote'.split(' '));
const askingWords = new Set('noteref doc-noteref annoref'.split(' '));
const returningWords = new Set('backlink referrer doc-backlink'.split(' '));
/** 12, xii, *, †, a, ①, 注3; in brackets or not. */
const noteSign =
  /^[[({〔【〈（［]?\s*(?:(?:注|註|note)?\s*[0-9０-９]{1,4}|[ivxlc]{1,6}|[a-z]|[*＊†‡§¶#※]{1,3}|[①-⑳㊀-㊉])\s*[\])}〕】〉）］]?[.:]?$/iu;
const returnSign = /^[\s[(]*(?:↩|↑|^\^$|⏎|⤴|←|返回|back)(?:\s|\ufe0e|\ufe0f|\]|\))*$/iu;
const blocks = new Set('p li aside div dd td blockquote section article figure tr footer'.split(' '));
const wholes = new Set('body html section article main'.split(' '));
const headings = /^h[1-6]$/;
/** Longest block that an unmarked link may mean as a note, UTF-16 units: longer ones are chapters. */
const unmarkedLimit = 3000;
/** Blocks that may belong to one unmarked note. */
const unmarkedBlocks = 6;

/** What an element says it is, in EPUB's words or in ARIA's. */
export function wordsOf(element: Element): string[] {
  const type = element.getAttributeNS(ops, 'type') ?? element.getAttribute('epub:type') ?? '';
  return `${type} ${element.getAttribute('role') ?? ''}`.toLowerCase().split(/\s+/).filter(Boolean);
}

export type NoteLink = 'marked' | 'likely' | undefined;

/** Whether a link asks for a note: by its own words, or by its looks. */
export function noteLinkKind(link: Element): NoteLink {
  const words = wordsOf(link);
  if (words.some((word) => returningWords.has(word))) return undefined;
  if (words.some((word) => askingWords.has(word))) return 'marked';
  const text = (link.textContent ?? '').trim();
  if (text === '' || text.length > 12 || !noteSign.test(text)) return undefined;
  // The number that a note begins with leads back.
  if (!isRaised(link) && !/[\])}〕】〉）］*＊†‡§※①-⑳]/u.test(text)) return undefined;
  return beginsItsBlock(link) ? undefined : 'likely';
}

/** A sign that leads back from a note to the text. */
export function leadsBack(link: Element): boolean {
  return wordsOf(link).some((word) => returningWords.has(word)) || returnSign.test(link.textContent ?? '');
}

/** The elements that make up the note at `target`, in order; `undefined` when what stands there is no note. */
export function findNote(target: Element, kind: 'marked' | 'likely'): Element[] | undefined {
  const marked = closestNote(target);
  if (marked) return hasContent([marked]) ? [marked] : undefined;
  const block = blockOf(target);
  if (!block) return undefined;
  const parts = block.localName === 'dt' ? withDefinition(block) : withFollowing(block);
  if (!hasContent(parts)) return undefined;
  if (kind === 'marked') return parts;
  return parts.reduce((sum, part) => sum + (part.textContent?.length ?? 0), 0) <= unmarkedLimit ? parts : undefined;
}

function closestNote(target: Element): Element | undefined {
  for (let at: Element | null = target; at && !wholeOf(at); at = at.parentElement) {
    if (wordsOf(at).some((word) => noteWords.has(word)) || at.localName === 'aside') return at;
  }
  return undefined;
}

/** A section may be a note only when it says so itself. */
function wholeOf(element: Element): boolean {
  return wholes.has(element.localName) && !wordsOf(element).some((word) => noteWords.has(word));
}

function blockOf(target: Element): Element | undefined {
  for (let at: Element | null = target; at && !wholes.has(at.localName); at = at.parentElement) {
    if (headings.test(at.localName)) return undefined;
    if (at.localName === 'dt') return at;
    if (!blocks.has(at.localName)) continue;
    const item = at.closest('li, dd');
    return item && at.localName === 'p' ? item : at;
  }
  // An anchor that stands by itself before its block.
  const next = target.nextElementSibling;
  return next && target.textContent?.trim() === '' && blocks.has(next.localName) ? next : undefined;
}

function withDefinition(term: Element): Element[] {
  const parts = [term];
  for (let at = term.nextElementSibling; at?.localName === 'dd'; at = at.nextElementSibling) parts.push(at);
  return parts;
}

/** Paragraphs after the first belong to the note as long as none of them is a target itself. */
function withFollowing(block: Element): Element[] {
  const parts = [block];
  if (block.localName !== 'p') return parts;
  for (let at = block.nextElementSibling; at && parts.length < unmarkedBlocks; at = at.nextElementSibling) {
    if (!/^(p|blockquote|ul|ol)$/.test(at.localName) || at.id || beginsWithAnchor(at)) break;
    // Text that goes on after the notes is told from a note's second paragraph by having no notes around it.
    if (!laterAnchor(at)) break;
    parts.push(at);
  }
  return parts;
}

function beginsWithAnchor(element: Element): boolean {
  const anchor = element.querySelector('[id], a[name]');
  return anchor !== null && anchor.closest('p') === element && (anchor.textContent ?? '').length < 12;
}

function laterAnchor(element: Element): boolean {
  for (let at = element.nextElementSibling, n = 0; at && n < unmarkedBlocks; at = at.nextElementSibling, n++) {
    if (at.id || beginsWithAnchor(at)) return true;
  }
  return false;
}

function hasContent(parts: readonly Element[]): boolean {
  return parts.some((part) => part.textContent?.trim() !== '' || part.querySelector('img, svg, math') !== null);
}

function isRaised(link: Element): boolean {
  if (link.closest('sup') || link.querySelector('sup')) return true;
  const view = link.ownerDocument.defaultView;
  if (!view) return false;
  const around = [link, ...link.children, ...(link.parentElement ? [link.parentElement] : [])];
  return around.some((one) => /^(super|text-top)$|^[1-9]/.test(view.getComputedStyle(one).verticalAlign));
}

function beginsItsBlock(link: Element): boolean {
  const block = link.closest('p, li, aside, div, dd, td, dt');
  if (!block) return false;
  const before = link.ownerDocument.createRange();
  before.setStart(block, 0);
  before.setEndBefore(link);
  return before.toString().trim() === '';
}
