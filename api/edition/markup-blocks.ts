// Turns any HTML into blocks of well-formed XHTML that show text and the book's own pictures and can do nothing else:
// no scripts, no forms, no references to anywhere but what the caller points them at. The one place where strangers'
// markup becomes a book's.

import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { allowedAttributes, containers, droppedWhole, keptElements, voidElements } from './allowed-markup.ts';
import { escapeXml } from './escape-xml.ts';

export interface Block {
  markup: string;
  /** UTF-16 units of its text. */
  length: number;
  /** Of a block that is a heading. */
  heading?: { level: number; title: string };
  /** The text of the heading as a place, when the markup gave it one. */
  id?: string;
}

export interface References {
  /** The file of the book that a picture's address means; undefined takes the picture out. */
  picture(address: string): string | undefined;
  /** What a link leads to now; undefined leaves only its words. */
  link(address: string): string | undefined;
}

export const noReferences: References = { picture: () => undefined, link: outsideLink };

/** Links to pages and mail addresses stay links: the reader follows them by hand. */
export function outsideLink(address: string): string | undefined {
  return /^(https?:\/\/|mailto:)/i.test(address.trim()) ? address.trim() : undefined;
}

/** Deeper elements lose their tags, not their text. */
const deepest = 200;

/** The body's blocks in order. Tables, lists and the like stay whole. */
export function markupBlocks(html: string, references: References): Block[] {
  const root = parse(html) as Tree.Document;
  const withHeadings = markHeadings(root);
  const blocks: Block[] = [];
  // Depth by depth with a list of its own: strangers' trees can be deeper than the stack.
  const waiting: Tree.ChildNode[] = [...root.childNodes].reverse();
  let loose: Tree.ChildNode[] = [];
  const flush = () => {
    const block = blockOf(loose, 'p', references);
    if (block.length > 0 || block.markup.includes('<img')) blocks.push(block);
    loose = [];
  };
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (isElement(node) && droppedWhole.has(node.tagName)) continue;
    if (isElement(node) && containers.has(node.tagName) && (withHeadings.has(node) || !isPlainDivision(node))) {
      flush();
      for (let n = node.childNodes.length - 1; n >= 0; n--) waiting.push(node.childNodes[n] as Tree.ChildNode);
    } else if (isElement(node) && isBlock(node.tagName)) {
      flush();
      const block = blockOf([node], undefined, references);
      if (block.length > 0 || /<(img|hr|svg)\b/.test(block.markup)) blocks.push(withHeading(block, node));
    } else if (node.nodeName !== '#documentType') loose.push(node);
  }
  flush();
  return blocks;
}

const isElement = (node: Tree.Node): node is Tree.Element => 'tagName' in node;
const isText = (node: Tree.Node): node is Tree.TextNode => node.nodeName === '#text';
const headingName = /^h([1-6])$/;

function isBlock(name: string): boolean {
  return keptElements.get(name) === 'block';
}

/** A division that holds running text is a paragraph of its own. */
function isPlainDivision(element: Tree.Element): boolean {
  if (element.tagName !== 'div') return false;
  return !element.childNodes.some(
    (child) => isElement(child) && (isBlock(child.tagName) || containers.has(child.tagName)),
  );
}

/** Containers with a heading somewhere inside, which must not stay whole. */
function markHeadings(root: Tree.Document): Set<Tree.Node> {
  const marked = new Set<Tree.Node>();
  const waiting: Tree.Node[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (isElement(node) && headingName.test(node.tagName)) {
      for (
        let up: Tree.Node | null = node.parentNode;
        up && !marked.has(up);
        up = 'parentNode' in up ? up.parentNode : null
      ) {
        marked.add(up);
      }
    }
    if ('childNodes' in node) for (const child of node.childNodes) waiting.push(child);
  }
  return marked;
}

function withHeading(block: Block, element: Tree.Element): Block {
  const level = Number(headingName.exec(element.tagName)?.[1] ?? 0);
  if (level === 0) return block;
  const title = block.markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const plain = unescapeXml(title).slice(0, 1024);
  const id = element.attrs.find((attribute) => attribute.name === 'id')?.value;
  return plain ? { ...block, heading: { level, title: plain }, ...(id && !/\s/.test(id) ? { id } : {}) } : block;
}

function unescapeXml(text: string): string {
  return text.replace(
    /&(amp|lt|gt|quot);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? '',
  );
}

type Step = { open: Tree.ChildNode; depth: number } | { close: string };

function blockOf(nodes: readonly Tree.ChildNode[], wrapper: string | undefined, references: References): Block {
  const parts: string[] = [];
  let length = 0;
  const steps: Step[] = nodes.map((open) => ({ open, depth: 0 }) as const).reverse();
  for (let step = steps.pop(); step; step = steps.pop()) {
    if ('close' in step) {
      parts.push(step.close);
      continue;
    }
    const { open: node, depth } = step;
    if (isText(node)) {
      parts.push(escapeXml(node.value));
      if (node.value.trim()) length += node.value.length;
    } else if (isElement(node) && !droppedWhole.has(node.tagName)) {
      const tag = depth < deepest ? startTag(node, references) : undefined;
      if (tag?.empty) {
        parts.push(`${tag.text}/>`);
        continue;
      }
      if (tag) {
        parts.push(`${tag.text}>`);
        steps.push({ close: `</${node.tagName}>` });
      }
      for (let n = node.childNodes.length - 1; n >= 0; n--) {
        steps.push({ open: node.childNodes[n] as Tree.ChildNode, depth: depth + 1 });
      }
    }
  }
  const markup = parts.join('');
  return { markup: wrapper && markup.trim() ? `<${wrapper}>${markup.trim()}</${wrapper}>` : markup, length };
}

/** Undefined for an element that is not kept, whose contents are. */
function startTag(element: Tree.Element, references: References): { text: string; empty: boolean } | undefined {
  const name = element.tagName;
  if (!keptElements.has(name)) return undefined;
  let text = `<${name}`;
  const set = (attribute: string, value: string) => {
    text += ` ${attribute}="${escapeXml(value)}"`;
  };
  for (const { name: attribute, value } of element.attrs) {
    if (allowedAttributes(name).has(attribute)) set(attribute, value);
  }
  if (name === 'img') {
    const path = references.picture(attributeOf(element, 'src'));
    if (!path) return undefined;
    set('src', path);
    if (!attributeOf(element, 'alt')) set('alt', '');
  }
  if (name === 'a') {
    const target = references.link(attributeOf(element, 'href'));
    if (target) set('href', target);
    else if (!attributeOf(element, 'id')) return undefined;
  }
  if (name === 'math') set('xmlns', 'http://www.w3.org/1998/Math/MathML');
  if (name === 'svg') set('xmlns', 'http://www.w3.org/2000/svg');
  return { text, empty: voidElements.has(name) };
}

function attributeOf(element: Tree.Element, name: string): string {
  return element.attrs.find((attribute) => attribute.name === name)?.value ?? '';
}
