// The places that a book's own lists name: its contents, its landmarks, the pages of a printed edition. Where they begin
// in a long chapter is asked of all of it, as each of its pieces holds only some of them.

import type { Publication } from '../package/publication.ts';
import type { ChapterText } from '../text/chapter-text.ts';

/** Of each book, by section: a list of contents is as long as its book has chapters. */
const namedAddresses = new WeakMap<Publication, Map<number, string[]>>();

/** Addresses with fragments. */
export function namedIn(publication: Publication, section: number): readonly string[] {
  let bySection = namedAddresses.get(publication);
  if (!bySection) {
    bySection = new Map();
    for (const { href, section: at } of [...publication.toc, ...publication.landmarks, ...publication.pageList]) {
      if (!href.includes('#')) continue;
      const hrefs = bySection.get(at) ?? [];
      hrefs.push(href);
      bySection.set(at, hrefs);
    }
    namedAddresses.set(publication, bySection);
  }
  return bySection.get(section) ?? [];
}

/** Empty where there is none. */
export function fragmentOf(href: string): string {
  return href.slice(href.indexOf('#') + 1 || href.length);
}

/**
 * Offsets in the chapter's text; 0 for what it does not have: whoever follows that comes to its beginning. One walk for
 * all of them, as books may name thousands of places that no chapter has.
 */
export function offsetsOf(hrefs: readonly string[], text: ChapterText): ReadonlyMap<string, number> {
  const wanted = new Set(hrefs.map(fragmentOf));
  wanted.delete('');
  const byId = new Map<string, number>();
  const byName = new Map<string, number>();
  const kinds = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION;
  const walker = text.body.ownerDocument.createTreeWalker(text.body, kinds);
  let passed = 0;
  for (let node: Node | null = text.body; node && byId.size < wanted.size; node = walker.nextNode()) {
    if (node.nodeType !== Node.ELEMENT_NODE) {
      if (node === text.nodes[passed]) passed++;
      continue;
    }
    const element = node as Element;
    const offset = text.starts[passed] ?? text.end;
    if (wanted.has(element.id)) keepFirst(byId, element.id, offset);
    if (element.localName !== 'a') continue;
    const name = element.getAttribute('name');
    if (name && wanted.has(name)) keepFirst(byName, name, offset);
  }
  return new Map(
    hrefs.map((href) => {
      const fragment = fragmentOf(href);
      return [href, byId.get(fragment) ?? byName.get(fragment) ?? 0];
    }),
  );
}

function keepFirst(places: Map<string, number>, name: string, offset: number): void {
  if (!places.has(name)) places.set(name, offset);
}
