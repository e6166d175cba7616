// Takes something out of a chapter (a note, a table, a picture) and makes a document of it that looks as it does in
// the book: its own markup inside copies of what surrounds it, under the chapter's styles. The chapter stays as it is.

import { linkAttribute } from '../preparing/neutralise.ts';
import { leadsBack } from './find-note.ts';

const xhtml = 'http://www.w3.org/1999/xhtml';

/** Lays the surroundings flat, so that only what was taken out has a place of its own. */
const flat =
  'display: block !important; position: static !important; float: none !important; width: auto !important; height: auto !important; min-width: 0 !important; min-height: 0 !important; max-width: none !important; max-height: none !important; columns: auto !important; margin: 0 !important; border: 0 !important; visibility: visible !important; transform: none !important; clip: auto !important; clip-path: none !important; overflow: visible !important; padding: 0 0 0 var(--octavo-indent, 0) !important';
const shown =
  'visibility: visible !important; position: static !important; float: none !important; clip: auto !important; clip-path: none !important; height: auto !important; max-height: none !important; opacity: 1 !important;';

/** `parts`: elements of one prepared chapter, siblings of each other. `css` comes after the chapter's own. */
export function excerptDocument(parts: readonly Element[], css: string): Document {
  const first = parts[0];
  const source = first?.ownerDocument;
  const copy = document.implementation.createDocument(xhtml, 'html');
  if (!first || !source) return copy;
  const root = copy.importNode(source.documentElement, false);
  copy.replaceChild(root, copy.documentElement);
  const head = copy.createElementNS(xhtml, 'head');
  for (const style of source.querySelectorAll('head style')) head.append(copy.importNode(style, true));
  const own = copy.createElementNS(xhtml, 'style');
  own.textContent = css;
  head.append(own);
  root.append(head, bodyWith(parts, first, source, copy));
  return copy;
}

function bodyWith(parts: readonly Element[], first: Element, source: Document, copy: Document): Element {
  const body = copy.importNode(source.body, false);
  let inside: Element = body;
  for (const ancestor of ancestorsOf(first, source.body)) {
    const wrapper = copy.importNode(ancestor, false);
    wrapper.setAttribute('style', `${flat}; --octavo-indent: ${/^(ol|ul)$/.test(ancestor.localName) ? '1.8em' : '0'}`);
    wrapper.removeAttribute('hidden');
    inside.append(wrapper);
    inside = wrapper;
  }
  for (const part of parts) inside.append(copyOf(part, copy));
  return body;
}

function copyOf(part: Element, copy: Document): Element {
  const clone = copy.importNode(part, true);
  clone.removeAttribute('hidden');
  const display = /^(li|table|tr|td|th|svg|math|img)$/.test(part.localName) ? '' : 'display: block !important;';
  clone.setAttribute('style', `${clone.getAttribute('style') ?? ''}; ${shown} ${display}`);
  if (part.localName === 'li') clone.setAttribute('value', String(numberOf(part)));
  for (const script of clone.querySelectorAll('script')) script.remove();
  for (const link of clone.querySelectorAll(`[${linkAttribute}]`)) if (leadsBack(link)) link.remove();
  return clone;
}

/** Outermost first, without the body. */
function ancestorsOf(element: Element, body: Element): Element[] {
  const ancestors: Element[] = [];
  for (let at = element.parentElement; at && at !== body; at = at.parentElement) ancestors.unshift(at);
  return ancestors;
}

/** The number that the list gives an item. */
function numberOf(item: Element): number {
  let before = 0;
  for (let at: Element | null = item; at; at = at.previousElementSibling) {
    const own = Number.parseInt(at.getAttribute('value') ?? '', 10);
    if (at.localName !== 'li') continue;
    if (!Number.isNaN(own)) return own + before;
    before++;
  }
  const start = Number.parseInt(item.parentElement?.getAttribute('start') ?? '1', 10);
  return (Number.isNaN(start) ? 1 : start) + before - 1;
}
