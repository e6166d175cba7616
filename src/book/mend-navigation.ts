// Brings a navigation document or an NCX into the one shape that epub.js reads, before it reads it: lists where it looks
// for them, entries with the words that a person would see, ids that tell entries apart. Works on a copy of our own.

const ops = 'http://www.idpf.org/2007/ops';
const xhtml = 'http://www.w3.org/1999/xhtml';

const roles: Readonly<Record<string, string>> = { 'doc-toc': 'toc', 'doc-pagelist': 'page-list' };

/** The semantics of an element, by `epub:type` however it was parsed, and by role. */
export function typesOf(element: Element): string[] {
  const type = element.getAttributeNS(ops, 'type') ?? element.getAttribute('epub:type') ?? '';
  const role = roles[element.getAttribute('role')?.trim() ?? ''];
  return [...type.split(/\s+/).filter(Boolean), ...(role ? [role] : [])];
}

/** The first `nav` of that type. */
export function findNav(document: Document, type: string): Element | undefined {
  return [...document.getElementsByTagNameNS('*', 'nav')].find((nav) => typesOf(nav).includes(type));
}

/** Leaves exactly one `nav` marked as the contents, its list and labels where epub.js expects them. */
export function mendNav(document: Document): void {
  const navs = [...document.getElementsByTagNameNS('*', 'nav')];
  const other = (nav: Element) => typesOf(nav).some((type) => ['landmarks', 'page-list', 'loi', 'lot'].includes(type));
  const contents = findNav(document, 'toc') ?? navs.find((nav) => !other(nav));
  for (const nav of navs) nav.removeAttributeNS(ops, 'type');
  if (!contents) return;
  contents.removeAttribute('epub:type');
  contents.setAttributeNS(ops, 'epub:type', 'toc');
  const list = childNamed(contents, 'ol') ?? contents.querySelector('ol, ul');
  if (list) contents.append(mendList(list));
}

function mendList(list: Element): Element {
  const ordered = list.localName === 'ol' ? list : renamed(list, 'ol');
  for (const item of [...ordered.children]) {
    if (item.localName !== 'li') continue;
    const nested = childNamed(item, 'ol') ?? item.querySelector('ol, ul');
    nested?.remove();
    const label = childNamed(item, 'a') ?? item.querySelector('a') ?? childNamed(item, 'span');
    const words = visibleText(label ?? item);
    const kept = label ?? item.ownerDocument.createElementNS(xhtml, 'span');
    kept.textContent = words;
    item.replaceChildren(kept);
    if (nested) item.append(mendList(nested));
  }
  return ordered;
}

/** What a person would read there: text without ruby's readings, and the words that stand for pictures. */
export function visibleText(element: Element): string {
  const parts: string[] = [];
  const collect = (node: Node) => {
    if (node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE) parts.push(node.nodeValue ?? '');
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const child = node as Element;
    const name = child.localName;
    if (name === 'rt' || name === 'rp' || name === 'script' || name === 'style') return;
    if (name === 'img' || name === 'area') parts.push(child.getAttribute('alt') || child.getAttribute('title') || '');
    else if (name === 'math' && child.hasAttribute('alttext')) parts.push(child.getAttribute('alttext') ?? '');
    else if (name === 'br') parts.push(' ');
    else child.childNodes.forEach(collect);
  };
  element.childNodes.forEach(collect);
  const text = parts.join('').replace(/\s+/g, ' ').trim();
  return text || (element.getAttribute('title') ?? element.getAttribute('aria-label') ?? '').trim();
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
  return [...parent.children].find((child) => child.localName === name);
}

function renamed(element: Element, name: string): Element {
  const made = element.ownerDocument.createElementNS(xhtml, name);
  made.append(...element.childNodes);
  return made;
}
