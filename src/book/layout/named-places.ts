// The places that a book's own lists name: its contents, its landmarks, the pages of a printed edition. Where they begin
// in a long chapter is asked of all of it, as each of its pieces holds only some of them.

import type { Publication } from '../package/publication.ts';
import type { ChapterText } from '../text/chapter-text.ts';
import { findFragment } from './find-target.ts';

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

/** Offsets in the chapter's text; 0 for what it does not have: whoever follows that comes to its beginning. */
export function offsetsOf(hrefs: readonly string[], text: ChapterText): ReadonlyMap<string, number> {
  const { body } = text;
  const offsetOf = (href: string) => {
    const element = findFragment(body.ownerDocument, fragmentOf(href));
    return element && body.contains(element) ? text.offsetOf(element, 0) : 0;
  };
  return new Map(hrefs.map((href) => [href, offsetOf(href)]));
}
