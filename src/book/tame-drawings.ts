// Drawings may show a part of themselves again, and that part another: a few lines unfold to billions of shapes. Counts
// what a drawing unfolds to before a browser does, and takes away the references of one that is too much.

const xlink = 'http://www.w3.org/1999/xlink';

/** Shapes that come of references; detailed maps stay far below. */
const most = 50_000;

/** `true` when references had to be taken away. */
export function tameDrawings(document: Document): boolean {
  const uses = [...document.getElementsByTagNameNS('*', 'use')];
  if (uses.length === 0) return false;
  const byId = new Map<string, Element>();
  for (const element of document.querySelectorAll('svg [id], svg[id]'))
    if (!byId.has(element.id)) byId.set(element.id, element);
  const sizes = new Map<Element, number>();
  /** Elements that one comes to, with what it refers to. A loop, which a browser leaves out, counts as too much. */
  const sizeOf = (element: Element): number => {
    const known = sizes.get(element);
    if (known !== undefined) return known;
    sizes.set(element, most);
    let size = 1;
    for (const child of element.children) size += sizeOf(child);
    const target = element.localName === 'use' ? byId.get(targetOf(element)) : undefined;
    if (target && !target.contains(element)) size += sizeOf(target);
    sizes.set(element, Math.min(size, most + 1));
    return Math.min(size, most + 1);
  };
  let total = 0;
  for (const use of uses) {
    total += sizeOf(use);
    if (total > most) break;
  }
  if (total <= most) return false;
  for (const use of uses) {
    use.removeAttribute('href');
    use.removeAttributeNS(xlink, 'href');
  }
  return true;
}

function targetOf(use: Element): string {
  const reference = use.getAttribute('href') ?? use.getAttributeNS(xlink, 'href') ?? '';
  return reference.trim().startsWith('#') ? reference.trim().slice(1) : '';
}
