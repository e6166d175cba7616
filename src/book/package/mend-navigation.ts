// Reads the contents of a navigation document: lists wherever they stand, entries with the words that a person would see.
// Brings an NCX into the one shape that epub.js reads, before it reads it. Works on a copy of our own.

const ops = 'http://www.idpf.org/2007/ops';

const roles = new Map(Object.entries({ 'doc-toc': 'toc', 'doc-pagelist': 'page-list' }));

/** The semantics of an element, by `epub:type` however it was parsed, and by role. */
export function typesOf(element: Element): string[] {
  const type = element.getAttributeNS(ops, 'type') ?? element.getAttribute('epub:type') ?? '';
  const role = roles.get(element.getAttribute('role')?.trim() ?? '');
  return [...type.split(/\s+/).filter(Boolean), ...(role ? [role] : [])];
}

/** The first `nav` of that type. */
export function findNav(document: Document, type: string): Element | undefined {
  return [...document.getElementsByTagNameNS('*', 'nav')].find((nav) => typesOf(nav).includes(type));
}

export interface ContentsItem {
  label: string;
  href: string;
  children: ContentsItem[];
}

/** The contents of a navigation document, wherever their list and labels stand; the document stays as it is. */
export function contentsOf(document: Document): ContentsItem[] {
  const navs = [...document.getElementsByTagNameNS('*', 'nav')];
  const other = (nav: Element) => typesOf(nav).some((type) => ['landmarks', 'page-list', 'loi', 'lot'].includes(type));
  const contents = findNav(document, 'toc') ?? navs.find((nav) => !other(nav));
  const list = contents && (childNamed(contents, 'ol') ?? contents.querySelector('ol, ul'));
  return list ? itemsOf(list) : [];
}

function itemsOf(list: Element): ContentsItem[] {
  const items: ContentsItem[] = [];
  for (let item = list.firstElementChild; item; item = item.nextElementSibling) {
    const only = item.childElementCount === 1 ? item.firstElementChild : null;
    // A link and nothing else, as most entries of long contents are.
    if (only?.localName === 'a' && !only.firstElementChild) {
      items.push({ label: visibleText(only), href: only.getAttribute('href') ?? '', children: [] });
      continue;
    }
    const nested = childNamed(item, 'ol') ?? item.querySelector('ol, ul') ?? undefined;
    const isItem = item.localName === 'li';
    const label = childNamed(item, 'a') ?? (isItem ? linkBeside(item, nested) : undefined) ?? childNamed(item, 'span');
    // What is no item of the list is one only if it is written like one.
    if (!label && !isItem) continue;
    items.push({
      label: visibleText(label ?? item, nested),
      href: label?.getAttribute('href') ?? '',
      children: nested ? itemsOf(nested) : [],
    });
  }
  return items;
}

function linkBeside(item: Element, nested: Element | undefined): Element | undefined {
  return [...item.querySelectorAll('a')].find((link) => !nested?.contains(link));
}

/** What a person would read there: text without ruby's readings, and the words that stand for pictures. */
export function visibleText(element: Element, without?: Element): string {
  // Most labels are a text and nothing else.
  if (!element.firstElementChild) return spaced(element.textContent ?? '') || named(element);
  const parts: string[] = [];
  const collect = (node: Node) => {
    if (node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE) parts.push(node.nodeValue ?? '');
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const child = node as Element;
    const name = child.localName;
    if (child === without || name === 'rt' || name === 'rp' || name === 'script' || name === 'style') return;
    if (name === 'img' || name === 'area') parts.push(child.getAttribute('alt') || child.getAttribute('title') || '');
    else if (name === 'math' && child.hasAttribute('alttext')) parts.push(child.getAttribute('alttext') ?? '');
    else if (name === 'br') parts.push(' ');
    else child.childNodes.forEach(collect);
  };
  element.childNodes.forEach(collect);
  return spaced(parts.join('')) || named(element);
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function named(element: Element): string {
  return (element.getAttribute('title') ?? element.getAttribute('aria-label') ?? '').trim();
}

/** epub.js finds parents by id, and stops at entries without label or content. */
export function mendNcx(document: Document): void {
  const points = [...document.getElementsByTagNameNS('*', 'navPoint')];
  for (const [n, point] of points.entries()) {
    point.setAttribute('id', `point-${n}`);
    for (const name of ['content', 'navLabel']) {
      const own = childNamed(point, name) ?? document.createElementNS(point.namespaceURI, name);
      point.prepend(own);
      if (name === 'content' && !own.hasAttribute('src')) own.setAttribute('src', '');
    }
  }
}

export function childNamed(parent: Element, name: string): Element | undefined {
  for (let child = parent.firstElementChild; child; child = child.nextElementSibling) {
    if (child.localName === name) return child;
  }
  return undefined;
}
