// Writes FictionBook's elements as XHTML.

import { escapeXml } from '../../../../api/edition/escape-xml.ts';
import { outsideLink } from '../../../../api/edition/markup-blocks.ts';
import { textOf, type XmlElement } from '../package/package-xml.ts';

export interface Fb2Context {
  picture(address: string): string | undefined;
  /** Where an id of the book is now. */
  link(id: string): string | undefined;
}

type NoteHeading = (title: string, level: number, id: string) => void;

const simple: Record<string, string> = {
  p: 'p',
  emphasis: 'em',
  strong: 'strong',
  strikethrough: 's',
  sub: 'sub',
  sup: 'sup',
  code: 'code',
  cite: 'blockquote',
  epigraph: 'blockquote',
  annotation: 'div',
  poem: 'div',
  stanza: 'div',
  v: 'p',
  'text-author': 'p',
  date: 'p',
  table: 'table',
  tr: 'tr',
  td: 'td',
  th: 'th',
  section: 'div',
};

/** The tree was made by a parser that bounds its depth. `note` is told of headings inside. */
export function renderFb2(
  nodes: readonly (XmlElement | string)[],
  level: number,
  context: Fb2Context,
  note: NoteHeading,
): string {
  return nodes
    .map((node) => (typeof node === 'string' ? escapeXml(node) : element(node, level, context, note)))
    .join('');
}

function element(node: XmlElement, level: number, context: Fb2Context, note: NoteHeading): string {
  const inner = () => renderFb2(node.children, node.name === 'section' ? level + 1 : level, context, note);
  const { id } = node.attributes;
  const place = id ? ` id="${escapeXml(id)}"` : '';
  switch (node.name) {
    case 'empty-line':
      return '<p><br/></p>';
    case 'image': {
      const path = context.picture(node.attributes.href ?? '');
      return path ? `<img src="${path}" alt="${escapeXml(node.attributes.alt ?? '')}"/>` : '';
    }
    case 'a': {
      const href = node.attributes.href ?? '';
      const target = href.startsWith('#') ? context.link(href.slice(1)) : outsideLink(href);
      const type = node.attributes.type === 'note' ? ' epub:type="noteref"' : '';
      return target ? `<a href="${escapeXml(target)}"${type}>${inner()}</a>` : inner();
    }
    case 'title':
    case 'subtitle': {
      const depth = Math.min(6, level + 1);
      const words = textOf(node);
      const anchor = id ?? `s${hash(words)}`;
      if (words && node.name === 'title') note(words, depth, anchor);
      return `<h${depth} id="${escapeXml(anchor)}">${renderFb2Title(node, level, context)}</h${depth}>`;
    }
    default: {
      const name = Object.hasOwn(simple, node.name) ? simple[node.name] : undefined;
      return name ? `<${name}${place}>${inner()}</${name}>` : inner();
    }
  }
}

/** A title's paragraphs are its lines. */
export function renderFb2Title(title: XmlElement, level: number, context: Fb2Context): string {
  const paragraphs = title.children.filter((child) => typeof child !== 'string' && child.name === 'p') as XmlElement[];
  const rows = paragraphs.length === 0 ? [title] : paragraphs;
  return rows.map((row) => renderFb2(row.children, level, context, () => undefined)).join('<br/>');
}

/** The same words give the same place. */
function hash(text: string): string {
  let value = 0;
  for (let at = 0; at < text.length; at++) value = (Math.imul(value, 31) + text.charCodeAt(at)) | 0;
  return (value >>> 0).toString(36);
}
