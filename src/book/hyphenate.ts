// Puts soft hyphens into the words of a chapter, by the language of each element. Chromium on Linux has no dictionaries
// of its own for `hyphens: auto`. The hyphens are only shown: the chapter's text, offsets and CFIs do not know them.

import { textNodes } from './chapter-text.ts';
import { loadPatterns, patternsFor } from './hyphenation-patterns.ts';
import { showHyphens } from './shown-text.ts';
import { createWordDivider, type DivideWord } from './word-division.ts';

/** Headings are divided by nobody; code and formulas mean what they say. */
const undivided = 'h1,h2,h3,h4,h5,h6,hgroup,pre,code,kbd,samp,var,tt,textarea,math,svg,ruby,[translate="no"]';
const word = /[\p{L}\p{M}\u00ad]{5,}/gu;
const letter = /[\p{L}\p{M}\p{N}\u00ad]/u;
/** What holds addresses and formulas together. */
const glue = /[\p{N}_@/\\#&=~^]/u;
const xml = 'http://www.w3.org/XML/1998/namespace';

const loaded = new Map<string, Promise<DivideWord | undefined>>();

/** `language`: of what names none itself (BCP 47). The document is one that nobody has laid out yet. */
export async function hyphenate(document: Document, language: string): Promise<void> {
  const dividers = await loadDividers(document, language);
  if (dividers.size === 0) return;
  const spoken = new Map<Element, string>();
  let before = '';
  const nodes = [...textNodes(document.body)];
  nodes.forEach((node, n) => {
    const last = node.data.at(-1) ?? before;
    const divide = node.length < 5 ? undefined : dividers.get(languageOf(node.parentElement, language, spoken));
    if (divide) showHyphens(node, placesIn(node.data, before, nodes[n + 1]?.data[0] ?? '', divide));
    before = last;
  });
}

/** Loads what the language needs, so that it is there when the first chapter is. */
export async function readyToHyphenate(language: string): Promise<void> {
  const name = patternsFor(language);
  if (name) await dividerFor(name);
}

/** `before` and `next` are the characters that the text stands between: a word may go on in the next node. */
function placesIn(text: string, before: string, next: string, divide: DivideWord): number[] {
  const places: number[] = [];
  for (const match of text.matchAll(word)) {
    const found = match[0];
    const end = match.index + found.length;
    if (match.index === 0 ? letter.test(before) : glue.test(text[match.index - 1] as string)) continue;
    if (end === text.length ? letter.test(next) : isGlued(text, end)) continue;
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

/** Empty for what is not divided. */
function languageOf(element: Element | null, fallback: string, spoken: Map<Element, string>): string {
  if (!element) return fallback;
  const known = spoken.get(element);
  if (known !== undefined) return known;
  const around = languageOf(element.parentElement, fallback, spoken);
  const language = around === '' || element.matches(undivided) ? '' : (ownLanguage(element) ?? around);
  spoken.set(element, language);
  return language;
}

function ownLanguage(element: Element): string | null {
  return element.getAttributeNS(xml, 'lang') ?? element.getAttribute('lang');
}
