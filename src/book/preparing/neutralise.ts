// Takes everything out of a parsed chapter that could run, ask the network or navigate, and points its pictures and
// styles at the book's own parts. Works in place and never removes an element of the body: CFI indexes count them.

import { resolveReference } from '../../../api/edition/parts/package-reference.ts';
import { outsideAddress } from '../package/package-path.ts';
import type { Resources } from '../package/resources.ts';
import { keepSet, setOf } from '../styles/style-sets.ts';
import { basesOf } from './base-address.ts';
import { embedPages, mostEmbedded } from './embed-pages.ts';
import { showParts } from './show-parts.ts';
import { tameDepth } from './tame-depth.ts';
import { tameDrawings } from './tame-drawings.ts';
import { tameStyles } from './tame-styles.ts';
import { tameTables } from './tame-tables.ts';

/** Attribute that replaces `href`: `in:path#fragment` or `out:address`. Read by the view when a link is tapped. */
export const linkAttribute = 'data-octavo-link';

const xlink = 'http://www.w3.org/1999/xlink';
const xhtml = 'http://www.w3.org/1999/xhtml';
const dropped = new Set(
  [
    'action formaction ping target srcset imagesrcset autoplay autofocus background manifest archive codebase classid',
    'loading decoding fetchpriority crossorigin integrity csp allow allowfullscreen sandbox contenteditable draggable',
    'accesskey popover popovertarget commandfor command invoketarget download referrerpolicy blocking cite longdesc',
    'interestfor lowsrc dynsrc code profile attributionsrc sharedstoragewritable browsingtopics credentialless is',
  ]
    .join(' ')
    .split(' '),
);
const animations = new Set(['animate', 'set', 'animatemotion', 'animatetransform', 'animatecolor', 'discard']);
const pictures = new Set(['img', 'image', 'video', 'audio', 'source', 'track', 'input']);
const addresses = new Set(['src', 'poster', 'data', 'srcdoc', 'href']);
const cssAttributes = new Set(
  'style fill stroke filter mask clip-path cursor marker marker-start marker-mid marker-end'.split(' '),
);
/** Values that name addresses, hide something, are spelled as EPUB did, size by type or window, move, or count lines of a grid. */
const styled =
  /\(|counter|\d{5}|\de\+?\d|\\|-epub-|-webkit-|text-combine|break-|hyphens|full-width|grid|columns?\b|animation|transition|user-modify|app-region|interactivity|fixed|\d[sld]?v[hwbi]|font(?:-size)?\s*:[^;]*(?:\d(?:p[xtc]|in|cm|mm|q)|small|medium|large)/i;
/** What takes keys and taps for itself, and has nobody to tell without scripts. */
const controls = new Set([
  'input',
  'button',
  'select',
  'textarea',
  'iframe',
  'embed',
  'portal',
  'permission',
  'geolocation',
  'usermedia',
  'install',
]);

interface Work {
  resources: Resources;
  waiting: Promise<unknown>[];
  /** Texts of style attributes, of which converted books repeat a few thousands of times. */
  styles: Map<string, Promise<string>>;
}

/** Resolves when every reference has been pointed at its part. `depth`: pages within pages around this one. */
export async function neutralise(
  document: Document,
  path: string,
  resources: Resources,
  { depth, left } = { depth: 0, left: { ...mostEmbedded } },
): Promise<void> {
  const work: Work = { resources, waiting: [], styles: new Map() };
  const sheets = prologSheets(document).map((reference) => styleElement(document, reference, path, resources));
  removeInstructions(document);
  const bases = basesOf(document, path);
  const embedded = (page: Document, at: string) => neutralise(page, at, resources, { depth: depth + 1, left });
  work.waiting.push(embedPages(document, bases, { resources, depth, left, neutralise: embedded }));
  showParts(document);
  tameTables(document);
  for (const element of document.querySelectorAll('*')) {
    const name = element.localName.toLowerCase();
    const from = bases(element);
    cleanAttributes(element, name, from, work);
    if (controls.has(name)) element.setAttribute('inert', '');
    if (name === 'style') work.waiting.push(rewriteStyle(element, from, resources));
    else if (name === 'script') element.setAttribute('type', 'text/inert');
    else if (name === 'meta') element.removeAttribute('http-equiv');
    else if (name === 'base') element.removeAttribute('href');
    else if (name === 'link') work.waiting.push(replaceLink(element, from, resources));
  }
  await Promise.all(work.waiting);
  document.head.prepend(...(await Promise.all(sheets)));
  tameStyles(document);
  tameDrawings(document);
  tameDepth(document);
}

function cleanAttributes(element: Element, tag: string, path: string, work: Work): void {
  element.removeAttribute(linkAttribute);
  if (tag === 'img' && !element.hasAttribute('src')) takeFirstCandidate(element);
  // Names are cheap; an object for each attribute is not, where somebody wrote thousands.
  for (const name of element.getAttributeNames()) {
    const key = name.slice(name.indexOf(':') + 1).toLowerCase();
    if (isDropped(key, tag)) {
      element.removeAttribute(name);
      continue;
    }
    if (!addresses.has(key) && !cssAttributes.has(key)) continue;
    const attribute = element.getAttributeNode(name);
    if (!attribute) continue;
    if (key === 'href') cleanHref(element, tag, attribute, path, work);
    else if (addresses.has(key)) moveAddress(element, attribute, pictures.has(tag) && key !== 'srcdoc', path, work);
    else if (styled.test(attribute.value)) {
      work.waiting.push(rewriteAttribute(attribute.value, path, work).then((css) => element.setAttribute(name, css)));
    }
  }
}

function rewriteAttribute(value: string, path: string, { resources, styles }: Work): Promise<string> {
  const key = `${path}\n${value}`;
  const known = styles.get(key) ?? resources.css(value, path);
  styles.set(key, known);
  return known;
}

function isDropped(key: string, tag: string): boolean {
  return key.startsWith('on') || dropped.has(key) || (key === 'attributename' && animations.has(tag));
}

function cleanHref(element: Element, name: string, attribute: Attr, path: string, work: Work): void {
  if (name === 'link') return;
  if (name === 'a' || name === 'area') {
    element.removeAttributeNode(attribute);
    const inside = resolveReference(attribute.value, path);
    const outside = inside ? undefined : outsideAddress(attribute.value);
    if (inside) {
      const shown = inside.path ? work.resources.standIn(inside.path) : path;
      element.setAttribute(linkAttribute, `in:${shown}#${inside.fragment}`);
    } else if (outside) element.setAttribute(linkAttribute, `out:${outside}`);
  } else if (!attribute.value.startsWith('#')) {
    moveAddress(element, attribute, pictures.has(name) || name === 'feimage', path, work);
  }
}

/** Removes the attribute at once and sets it again when the part is ready. */
function moveAddress(element: Element, attribute: Attr, wanted: boolean, path: string, work: Work): void {
  element.removeAttributeNode(attribute);
  if (!wanted) return;
  const prefix = attribute.namespaceURI === xlink ? 'xlink:' : '';
  work.waiting.push(
    work.resources.address(attribute.value, path).then((address) => {
      if (address) element.setAttributeNS(attribute.namespaceURI, prefix + attribute.localName, address);
    }),
  );
}

/** The set of sizes is for screens that choose; here one picture is enough. */
function takeFirstCandidate(element: Element): void {
  const first = element.getAttribute('srcset')?.trim().split(/\s+/)[0]?.replace(/,$/, '');
  if (first) element.setAttribute('src', first);
}

async function rewriteStyle(element: Element, path: string, resources: Resources): Promise<void> {
  const css = element.textContent ?? '';
  if (css.trim()) element.textContent = await resources.css(css, path);
}

/** A style sheet's `link` becomes a `style` in its place; any other loses its address. */
async function replaceLink(element: Element, path: string, resources: Resources): Promise<void> {
  const set = setOf(element);
  const reference = element.getAttribute('href');
  element.removeAttribute('href');
  if (!reference || !set) return;
  const sheet = await resources.sheet(reference, path);
  if (sheet === undefined) return;
  const style = element.ownerDocument.createElementNS(xhtml, 'style');
  style.textContent = sheet;
  const media = element.getAttribute('media');
  if (media) style.setAttribute('media', media);
  keepSet(style, set);
  element.replaceWith(style);
}

async function styleElement(
  document: Document,
  reference: string,
  path: string,
  resources: Resources,
): Promise<Element> {
  const style = document.createElementNS(xhtml, 'style');
  style.textContent = (await resources.sheet(reference, path)) ?? '';
  return style;
}

/** Style sheets named by `<?xml-stylesheet?>` before the root element, which do not move with it. */
function prologSheets(document: Document): string[] {
  return [...document.childNodes].flatMap((node) => {
    if (node.nodeType !== Node.PROCESSING_INSTRUCTION_NODE || node.nodeName !== 'xml-stylesheet') return [];
    const said = (name: string) => new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`).exec(node.nodeValue ?? '')?.[1];
    const reference = said('href');
    const isCss = (said('type') ?? 'text/css') === 'text/css' && said('alternate') !== 'yes';
    return reference && isCss ? [reference] : [];
  });
}

/** An instruction may name a transformation, which makes another document of the page. None of them is text. */
function removeInstructions(document: Document): void {
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_PROCESSING_INSTRUCTION);
  const found: Node[] = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  for (const node of found) node.parentNode?.removeChild(node);
}
