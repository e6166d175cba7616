// Formatted text from a stranger, reduced to paragraphs, emphasis, lists and links, and written anew, so that nothing of
// the sent markup itself is ever stored.

import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { escapeXml } from '../../../api/edition/escape-xml.ts';
import { AppError } from '../../../api/errors.ts';

const kept = new Set([
  'p',
  'br',
  'b',
  'i',
  'em',
  'strong',
  'u',
  's',
  'blockquote',
  'ul',
  'ol',
  'li',
  'a',
  'code',
  'span',
]);
for (const name of ['h1', 'h2', 'h3', 'h4', 'pre', 'sub', 'sup', 'ruby', 'rt', 'rp', 'div']) kept.add(name);
const dropped = new Set([
  'script',
  'style',
  'template',
  'iframe',
  'object',
  'svg',
  'math',
  'head',
  'title',
  'textarea',
]);
for (const name of ['noscript', 'select', 'xmp', 'noembed', 'noframes', 'plaintext']) dropped.add(name);
const deepest = 64;
/** Of the wire. */
const longest = 262_144;

export function cleanMarkup(markup: string): string {
  const clean = cleanNodes(parseFragment(markup).childNodes);
  // Escaping can make it longer than what came in.
  if (clean.length > longest) throw new AppError('too_large', undefined, { htmlContent: `at most ${longest} units` });
  return clean;
}

/** Deeper nodes than `deepest` are left out. */
export function cleanNodes(nodes: readonly Tree.ChildNode[]): string {
  const parts: string[] = [];
  writeNodes(nodes, parts, 0);
  return parts.join('');
}

function writeNodes(nodes: readonly Tree.ChildNode[], parts: string[], depth: number): void {
  if (depth > deepest) return;
  for (const node of nodes) {
    if (node.nodeName === '#text') parts.push(escapeXml((node as Tree.TextNode).value));
    else if ('tagName' in node) writeElement(node, parts, depth);
  }
}

function writeElement(element: Tree.Element, parts: string[], depth: number): void {
  const name = element.tagName;
  if (dropped.has(name)) return;
  if (!kept.has(name)) {
    writeNodes(element.childNodes, parts, depth + 1);
    return;
  }
  if (name === 'br') {
    parts.push('<br/>');
    return;
  }
  parts.push(`<${name}${name === 'a' ? linkOf(element) : ''}>`);
  writeNodes(element.childNodes, parts, depth + 1);
  parts.push(`</${name}>`);
}

function linkOf(element: Tree.Element): string {
  const href = element.attrs.find((attribute) => attribute.name === 'href')?.value.trim() ?? '';
  if (!URL.canParse(href) || !/^https?:$/.test(new URL(href).protocol)) return '';
  return ` href="${escapeXml(new URL(href).href)}" rel="nofollow noopener"`;
}
