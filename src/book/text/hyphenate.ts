// Puts soft hyphens into the words of a chapter, by the language of each element. Chromium on Linux has no dictionaries
// of its own for `hyphens: auto`. The hyphens are only shown: the chapter's text, offsets and CFIs do not know them.

import type { Pace } from '../pace.ts';
import { textNodes } from './chapter-text.ts';
import { createLanguageOf, ownLanguage } from './element-language.ts';
import { loadPatterns, patternsFor } from './hyphenation-patterns.ts';
import { showHyphens, showOwn } from './shown-text.ts';
import { createWordDivider, type DivideWord } from './word-division.ts';

/** Headings are divided by nobody; code and formulas mean what they say. */
const undivided = 'h1,h2,h3,h4,h5,h6,hgroup,pre,code,kbd,samp,var,tt,textarea,math,svg,ruby,[translate="no"]';
const blocks = new Set(
  'body p div section article aside header footer main nav h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption tr td th figure figcaption blockquote pre hr br img'.split(
    ' ',
  ),
);
const word = /[\p{L}\p{M}\u00ad]{5,}/gu;
const letter = /[\p{L}\p{M}\p{N}\u00ad]/u;
/** What holds addresses and formulas together. */
const glue = /[\p{N}_@/\\#&=~^]/u;
const hyphen = /[-\u2010\u2011]/;
/** Parts of compound words are divided from so many letters on: two hyphens in a word are one too many. */
const longPart = 12;
const spoken = /[\p{L}\p{N}]/u;
/** Texts of signs and blanks that may stand between two words of a line. */
const signsBetween = 8;

const loaded = new Map<string, Promise<DivideWord | undefined>>();

/** Letters after which others may have the thread. */
const restAfter = 12_000;

/** `language`: of what names none itself (BCP 47). The document is one that nobody has laid out yet. */
export async function hyphenate(document: Document, language: string, pace?: Pace): Promise<void> {
  const dividers = await loadDividers(document, language);
  if (dividers.size === 0) return;
  const languageOf = createLanguageOf(language, undivided);
  let before = '';
  const nodes = [...textNodes(document.body)];
  let letters = 0;
  for (const [n, node] of nodes.entries()) {
    const divide = node.length < 5 ? undefined : dividers.get(languageOf(node.parentElement));
    const last = node.data.at(-1) ?? before;
    if (divide) {
      const goesOn = {
        before: letter.test(before) && joins(node, 'previousSibling'),
        after: letter.test(nodes[n + 1]?.data[0] ?? '') && joins(node, 'nextSibling'),
        ends: endsLine(nodes, n),
      };
      showHyphens(node, placesIn(node.data, goesOn, divide));
    }
    before = last;
    letters += node.length;
    if (letters < restAfter) continue;
    letters = 0;
    await pace?.rest();
  }
}

/**
 * Takes the hyphens back where the book wants none but its own. Called when the chapter's styles are known; in books that
 * never say so it asks for none of them.
 */
export function obeyManual(document: Document): void {
  const says = [...document.querySelectorAll('style, [style]')].some((element) =>
    /hyphens\s*:\s*manual/.test(
      element.localName === 'style' ? (element.textContent ?? '') : (element.getAttribute('style') ?? ''),
    ),
  );
  const window = document.defaultView;
  if (!says || !window) return;
  for (const node of textNodes(document.body)) {
    if (node.parentElement && window.getComputedStyle(node.parentElement).hyphens === 'manual') showOwn(node);
  }
}

/** Loads what the language needs, so that it is there when the first chapter is. */
export async function readyToHyphenate(language: string): Promise<void> {
  const name = patternsFor(language);
  if (name) await dividerFor(name);
}

/** Whether no other word comes after the node's last one before its block or its line is broken off. */
function endsLine(nodes: readonly Text[], index: number): boolean {
  for (let at = index; at < index + signsBetween; at++) {
    const node = nodes[at] as Text;
    const next = nodes[at + 1];
    if (!next || !joins(node, 'nextSibling') || blockOf(next) !== blockOf(node)) return true;
    if (spoken.test(next.data)) return false;
  }
  return false;
}

function blockOf(node: Text): Element | null {
  let at = node.parentElement;
  while (at && !blocks.has(at.localName)) at = at.parentElement;
  return at;
}

/** Whether nothing but letters' own markup stands between a text and the one beside it. */
function joins(node: Text, side: 'previousSibling' | 'nextSibling'): boolean {
  for (let at: Node | null = node; at; at = at.parentElement) {
    const beside: ChildNode | null = (at as ChildNode)[side];
    if (beside) return !(beside.nodeType === Node.ELEMENT_NODE && blocks.has((beside as Element).localName));
    if (!at.parentElement || blocks.has(at.parentElement.localName)) return false;
  }
  return false;
}

/** The first word may begin in another node, and the last one end there. `ends`: it is its block's last one. */
function placesIn(
  text: string,
  goesOn: { before: boolean; after: boolean; ends: boolean },
  divide: DivideWord,
): number[] {
  const places: number[] = [];
  for (const match of text.matchAll(word)) {
    const found = match[0];
    const end = match.index + found.length;
    if (match.index === 0 ? goesOn.before : glue.test(text[match.index - 1] as string)) continue;
    if (end === text.length ? goesOn.after : isGlued(text, end)) continue;
    // Half a word would be a line by itself.
    if (goesOn.ends && !spoken.test(text.slice(end))) continue;
    const compound = hyphen.test(text[match.index - 1] ?? '') || hyphen.test(text[end] ?? '');
    if (compound && found.length < longPart) continue;
    // The book's own soft hyphens say where; capitals are an abbreviation's or a title's.
    if (found.includes('\u00ad') || found === found.toUpperCase()) continue;
    for (const place of divide(found)) places.push(match.index + place);
  }
  return places;
}

/** A dot between letters belongs to an address. */
function isGlued(text: string, end: number): boolean {
  const following = text[end] as string;
  return glue.test(following) || ((following === '.' || following === ':') && /[\p{L}/]/u.test(text[end + 1] ?? ''));
}

function dividerFor(name: string): Promise<DivideWord | undefined> {
  const known = loaded.get(name) ?? loadDivider(name);
  loaded.set(name, known);
  return known;
}

async function loadDivider(name: string): Promise<DivideWord | undefined> {
  try {
    return createWordDivider(await loadPatterns(name));
  } catch (error) {
    // The text is there all the same; its words are only not divided.
    reportError(error);
    loaded.delete(name);
    return undefined;
  }
}

/** By the names of languages as the chapter spells them. */
async function loadDividers(document: Document, language: string): Promise<Map<string, DivideWord>> {
  const named = [...document.querySelectorAll('[*|lang]')].flatMap((element) => ownLanguage(element) ?? []);
  const dividers = new Map<string, DivideWord>();
  for (const tag of new Set([language, ...named])) {
    const name = patternsFor(tag);
    const divide = name && (await dividerFor(name));
    if (divide) dividers.set(tag, divide);
  }
  return dividers;
}
