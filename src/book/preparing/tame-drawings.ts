// Drawings may show a part of themselves again, and that part another: a few lines unfold to billions of shapes. So do
// patterns in patterns, masks in masks and their like. Counts what a drawing unfolds to before a browser does, and takes
// away the references of one that is too much.

const xlink = 'http://www.w3.org/1999/xlink';

/** Shapes that come of one reference, or of all that copy; detailed maps stay far below. */
const most = 50_000;
/** Shapes that come of everything that is painted with others. */
const mostPainted = 500_000;
/** Steps of one filter, each of which goes over the whole picture. */
const mostSteps = 60;
/** References that lead to references. */
const deepest = 200;

/** What paints, clips or marks other shapes; gradients hold no shapes. */
const resources = 'pattern, mask, clipPath, marker, filter';
const paints = ['fill', 'stroke', 'filter', 'mask', 'clip-path', 'marker', 'marker-start', 'marker-mid', 'marker-end'];
const painted = [...paints, 'style'].map((name) => `[${name}*="url("]`).join();

/** `true` when references had to be taken away. Its style sheets have to stand in it already. */
export function tameDrawings(document: Document): boolean {
  const copies = ['use', 'feImage'].flatMap((name) => [...document.getElementsByTagNameNS('*', name)]);
  const held = [...document.querySelectorAll(resources)];
  if (copies.length === 0 && held.length === 0) return false;
  if (held.some(({ localName, childElementCount }) => localName === 'filter' && childElementCount > mostSteps)) {
    for (const element of held) element.removeAttribute('id');
    return true;
  }
  const references = held.length > 0 ? paintReferences(document) : new Map<Element, Set<string>>();
  for (const copy of copies) addTo(references, copy, [targetOf(copy)]);
  if (!isTooMuch(document, copies, references)) return false;
  for (const copy of copies) {
    copy.removeAttribute('href');
    copy.removeAttributeNS(xlink, 'href');
  }
  // Style sheets name them, too.
  for (const element of held) element.removeAttribute('id');
  return true;
}

function isTooMuch(document: Document, copies: Element[], references: Map<Element, Set<string>>): boolean {
  const byId = new Map<string, Element>();
  for (const element of document.querySelectorAll('svg [id], svg[id]'))
    if (!byId.has(element.id)) byId.set(element.id, element);
  const sizes = new Map<Element, number>();
  const targetsOf = (element: Element) =>
    [...(references.get(element) ?? [])].flatMap((id) => {
      const target = byId.get(id);
      return target && !target.contains(element) && !target.localName.endsWith('Gradient') ? [target] : [];
    });
  /** Elements that one comes to, with what it refers to. A loop, which a browser leaves out, counts as too much. */
  const sizeOf = (element: Element, depth: number): number => {
    const known = sizes.get(element);
    if (known !== undefined) return known;
    if (depth > deepest) return most + 1;
    sizes.set(element, most);
    let size = 1;
    for (const child of element.children) size += sizeOf(child, depth);
    for (const target of targetsOf(element)) size += sizeOf(target, depth + 1);
    sizes.set(element, Math.min(size, most + 1));
    return Math.min(size, most + 1);
  };
  const copying = new Set(copies);
  let copied = 0;
  let all = 0;
  for (const element of references.keys()) {
    for (const target of targetsOf(element)) {
      const size = sizeOf(target, 1) * (target.localName === 'marker' ? cornersOf(element) : 1);
      if (copying.has(element)) copied += size;
      all += size;
      if (size > most || copied > most || all > mostPainted) return true;
    }
  }
  return false;
}

/** What elements are painted, clipped or marked with, by their attributes and by the document's style sheets. */
function paintReferences(document: Document): Map<Element, Set<string>> {
  const found = new Map<Element, Set<string>>();
  for (const element of document.querySelectorAll(painted)) {
    for (const name of [...paints, 'style']) addTo(found, element, idsIn(element.getAttribute(name) ?? ''));
  }
  const readRules = (rules: CSSRuleList, within: boolean) => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) {
        const ids = idsIn(rule.style.cssText);
        // What a nested rule is about depends on those around it.
        if (ids.length > 0)
          for (const element of select(document, within ? '*' : rule.selectorText)) addTo(found, element, ids);
      }
      if (rule instanceof CSSGroupingRule || rule instanceof CSSStyleRule) {
        readRules(rule.cssRules, within || rule instanceof CSSStyleRule);
      }
    }
  };
  for (const style of document.getElementsByTagNameNS('*', 'style')) {
    const css = style.textContent ?? '';
    if (!css.includes('#')) continue;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    readRules(sheet.cssRules, false);
  }
  return found;
}

function select(document: Document, selector: string): Iterable<Element> {
  try {
    return document.querySelectorAll(selector);
  } catch (error) {
    // Namespaces are declared in the sheet; here nobody knows them.
    if (error instanceof DOMException) return document.querySelectorAll('svg *');
    throw error;
  }
}

/** Where a line has marks, about: two numbers each. */
function cornersOf(line: Element): number {
  const shape = line.getAttribute('d') ?? line.getAttribute('points') ?? '';
  return Math.max(2, (shape.match(/\d+/g)?.length ?? 0) / 2);
}

function idsIn(value: string): string[] {
  return [...value.matchAll(/url\(\s*["']?#([^"')]+)/gi)].map(([, id = '']) => id.trim());
}

function addTo(references: Map<Element, Set<string>>, element: Element, ids: readonly string[]): void {
  if (ids.length === 0) return;
  const known = references.get(element) ?? new Set();
  for (const id of ids) known.add(id);
  references.set(element, known);
}

function targetOf(copy: Element): string {
  const reference = copy.getAttribute('href') ?? copy.getAttributeNS(xlink, 'href') ?? '';
  return reference.trim().startsWith('#') ? reference.trim().slice(1) : '';
}
