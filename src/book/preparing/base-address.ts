// What references are relative to: the chapter itself, unless the chapter says otherwise, for all of it or for a part.

import { resolveReference } from '../../../api/edition/parts/package-reference.ts';

const xml = 'http://www.w3.org/XML/1998/namespace';

/** Gives the path that an element's references are relative to. Bases outside the book do not count. */
export function basesOf(document: Document, path: string): (element: Element) => string {
  const declared = document.querySelector('base[href]')?.getAttribute('href');
  const whole = (declared && pathOf(declared, path)) || path;
  if (!document.querySelector('[*|base]')) return () => whole;
  const known = new Map<Element | null, string>([[null, whole]]);
  const baseOf = (element: Element | null): string => {
    const found = known.get(element);
    if (found !== undefined || !element) return found ?? whole;
    const above = baseOf(element.parentElement);
    const own = element.getAttributeNS(xml, 'base');
    const base = (own && pathOf(own, above)) || above;
    known.set(element, base);
    return base;
  };
  return baseOf;
}

/** A folder counts as a file without name in it. */
function pathOf(reference: string, from: string): string | undefined {
  return resolveReference(reference, from)?.path || undefined;
}
