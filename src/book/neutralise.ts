// Takes everything out of a parsed chapter that could run, ask the network or navigate, and points its pictures and
// styles at the book's own parts. Works in place and never removes a node of the body: CFI indexes count them.

import { outsideAddress, resolveReference } from './package-path.ts';
import type { Resources } from './resources.ts';

/** Attribute that replaces `href`: `in:path#fragment` or `out:address`. Read by the view when a link is tapped. */
export const linkAttribute = 'data-octavo-link';

const xlink = 'http://www.w3.org/1999/xlink';
const dropped = new Set(
  'action formaction ping target srcset imagesrcset autoplay autofocus background manifest archive codebase classid loading decoding'.split(
    ' ',
  ),
);
const animations = new Set(['animate', 'set', 'animatemotion', 'animatetransform', 'animatecolor']);
const pictures = new Set(['img', 'image', 'video', 'audio', 'source', 'track', 'input']);
const cssAttributes = new Set(
  'style fill stroke filter mask clip-path cursor marker-start marker-mid marker-end'.split(' '),
);

/** Resolves when every reference has been pointed at its part. */
export async function neutralise(document: Document, path: string, resources: Resources): Promise<void> {
  const work: Promise<unknown>[] = [];
  const prolog = prologSheets(document).map((reference) => styleElement(document, reference, path, resources));
  for (const element of document.querySelectorAll('*')) {
    const name = element.localName.toLowerCase();
    cleanAttributes(element, name, path, resources, work);
    if (name === 'style') work.push(rewriteStyle(element, path, resources));
    else if (name === 'script') element.setAttribute('type', 'text/inert');
    else if (name === 'meta') element.removeAttribute('http-equiv');
    else if (name === 'base') element.removeAttribute('href');
    else if (name === 'link') work.push(replaceLink(element, path, resources));
  }
  await Promise.all(work);
  document.head.prepend(...(await Promise.all(prolog)));
}

function cleanAttributes(
  element: Element,
  name: string,
  path: string,
  resources: Resources,
  work: Promise<unknown>[],
): void {
  element.removeAttribute(linkAttribute);
  for (const attribute of [...element.attributes]) {
    const key = attribute.localName.toLowerCase();
    if (key.startsWith('on') || dropped.has(key) || (key === 'attributename' && animations.has(name))) {
      element.removeAttributeNode(attribute);
    } else if (cssAttributes.has(key) && /url\(|\\|image-set|break-|hyphens/i.test(attribute.value)) {
      const holder = element;
      work.push(resources.css(attribute.value, path).then((css) => holder.setAttribute(key, css)));
    } else if (key === 'src' || key === 'poster' || key === 'data' || key === 'srcdoc') {
      moveAddress(element, attribute, pictures.has(name) && key !== 'srcdoc', path, resources, work);
    } else if (key === 'href') {
      cleanHref(element, name, attribute, path, resources, work);
    }
  }
}

function cleanHref(
  element: Element,
  name: string,
  attribute: Attr,
  path: string,
  resources: Resources,
  work: Promise<unknown>[],
): void {
  if (name === 'link') return;
  if (name === 'a' || name === 'area') {
    element.removeAttributeNode(attribute);
    const inside = resolveReference(attribute.value, path);
    const outside = inside ? undefined : outsideAddress(attribute.value);
    if (inside) element.setAttribute(linkAttribute, `in:${inside.path || path}#${inside.fragment}`);
    else if (outside) element.setAttribute(linkAttribute, `out:${outside}`);
  } else if (!attribute.value.startsWith('#')) {
    moveAddress(element, attribute, pictures.has(name), path, resources, work);
  }
}

/** Removes the attribute at once and sets it again when the part is ready. */
function moveAddress(
  element: Element,
  attribute: Attr,
  wanted: boolean,
  path: string,
  resources: Resources,
  work: Promise<unknown>[],
): void {
  if (/^data:/i.test(attribute.value) && wanted) return;
  element.removeAttributeNode(attribute);
  if (!wanted) return;
  const prefix = attribute.namespaceURI === xlink ? 'xlink:' : '';
  work.push(
    resources.address(attribute.value, path).then((address) => {
      if (address) element.setAttributeNS(attribute.namespaceURI, prefix + attribute.localName, address);
    }),
  );
}

async function rewriteStyle(element: Element, path: string, resources: Resources): Promise<void> {
  const css = element.textContent ?? '';
  if (/url\(|@import|-epub-|-webkit-|text-combine|break-|hyphens/i.test(css))
    element.textContent = await resources.css(css, path);
}

/** A style sheet's `link` becomes a `style` in its place; any other loses its address. */
async function replaceLink(element: Element, path: string, resources: Resources): Promise<void> {
  const relation = (element.getAttribute('rel') ?? '').toLowerCase().split(/\s+/);
  const reference = element.getAttribute('href');
  element.removeAttribute('href');
  if (!reference || !relation.includes('stylesheet') || relation.includes('alternate')) return;
  const sheet = await resources.sheet(reference, path);
  if (sheet === undefined) return;
  const style = element.ownerDocument.createElementNS('http://www.w3.org/1999/xhtml', 'style');
  style.textContent = sheet;
  const media = element.getAttribute('media');
  if (media) style.setAttribute('media', media);
  element.replaceWith(style);
}

async function styleElement(
  document: Document,
  reference: string,
  path: string,
  resources: Resources,
): Promise<Element> {
  const style = document.createElementNS('http://www.w3.org/1999/xhtml', 'style');
  style.textContent = (await resources.sheet(reference, path)) ?? '';
  return style;
}

/** Sheets named by `<?xml-stylesheet?>` before the root element, which do not move with it. */
function prologSheets(document: Document): string[] {
  return [...document.childNodes].flatMap((node) => {
    if (node.nodeType !== Node.PROCESSING_INSTRUCTION_NODE || node.nodeName !== 'xml-stylesheet') return [];
    const reference = /href\s*=\s*["']([^"']+)["']/.exec(node.nodeValue ?? '')?.[1];
    return reference ? [reference] : [];
  });
}
