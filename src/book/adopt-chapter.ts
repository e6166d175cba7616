// Puts a chapter into a frame's document in place of the one before. Style sheets that both have alike stay where they
// are: reading them again, and working out what they are about, costs a short chapter more than its text does.

/** The chapter's document is empty afterwards. Gives the element that now stands for one of its sheets. */
export function adoptChapter(document: Document, chapter: Document): (sheet: Element) => Element {
  const old = document.documentElement;
  const root = chapter.documentElement;
  const kept = sheetsOf(old);
  const sheets = sheetsOf(root);
  if (kept.length !== sheets.length || !kept.every((sheet, n) => sheet.isEqualNode(sheets[n] as Element))) {
    document.replaceChild(document.adoptNode(root), old);
    return (sheet) => sheet;
  }
  const { head } = document;
  const standing = new Map(sheets.map((sheet, n) => [sheet, kept[n] as Element]));
  takeAttributes(old, root);
  takeAttributes(head, chapter.head);
  takeChildren(head, chapter.head, standing);
  takeChildren(old, root, new Map([[chapter.head, head]]));
  return (sheet) => standing.get(sheet) ?? sheet;
}

function sheetsOf(root: Element): Element[] {
  return [...(root.querySelector(':scope > head')?.children ?? [])].filter(({ localName }) => localName === 'style');
}

/** What stands in `same` stays, as the element of the target that is like it; everything else comes from the source. */
function takeChildren(target: Element, source: Element, same: ReadonlyMap<Node, Element>): void {
  const staying = new Set<Node>(same.values());
  for (const node of [...target.childNodes]) if (!staying.has(node)) node.remove();
  let at = target.firstChild;
  for (const node of [...source.childNodes]) {
    if (same.has(node)) at = at?.nextSibling ?? null;
    else target.insertBefore(node, at);
  }
}

/** Changes nothing where they are alike, so that no style is worked out again. */
function takeAttributes(target: Element, source: Element): void {
  const wanted = [...source.attributes];
  const alike = ({ namespaceURI, localName, value }: Attr) => target.getAttributeNS(namespaceURI, localName) === value;
  if (wanted.length === target.attributes.length && wanted.every(alike)) return;
  for (const attribute of [...target.attributes]) target.removeAttributeNode(attribute);
  for (const attribute of wanted) target.setAttributeNodeNS(target.ownerDocument.adoptNode(attribute));
}
