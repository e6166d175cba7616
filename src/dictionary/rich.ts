// Turns the markup of dictionaries into a small tree of our own. Nothing of the markup itself is ever put into a page:
// what is not in the tables below is only its text. Pure but for the browser's parser, which runs and loads nothing.

import type { EntryPart } from './read-entry.ts';

export type Rich = string | RichElement;

export interface RichElement {
  kind: 'block' | 'item' | 'strong' | 'emphasis' | 'sub' | 'super' | 'small' | 'phonetic' | 'break' | 'link' | 'span';
  children: Rich[];
  /** Of a link: the word that it leads to. */
  word?: string;
}

const nodeLimit = 20_000;
const depthLimit = 40;

/** Dictionaries name their elements as they like. */
const kinds: ReadonlyMap<string, RichElement['kind']> = new Map([
  ...named('block', 'p div blockquote h1 h2 h3 h4 h5 h6 ul ol dl table tr def dtrn section article pre hr dt'),
  ...named('item', 'li dd sr'),
  ...named('strong', 'b strong k th dfn'),
  ...named('emphasis', 'i em ex abr co cite var pos gr'),
  ...named('sub', 'sub'),
  ...named('super', 'sup'),
  ...named('small', 'small'),
  ...named('phonetic', 'tr tt-phonetic phonetic'),
  ...named('break', 'br'),
]);
/** In XDXF `tr` is a transcription, in HTML a row. */
const rowNames = new Set(['tr']);
const dropped = new Set(['script', 'style', 'template', 'iframe', 'object', 'embed', 'svg', 'math', 'head', 'title']);

function named(kind: RichElement['kind'], names: string): [string, RichElement['kind']][] {
  return names.split(' ').map((name) => [name, kind]);
}

export function richEntry(parts: readonly EntryPart[]): Rich[] {
  return parts.map(({ type, text }): Rich => {
    switch (type) {
      case 't':
      case 'y':
        return { kind: 'phonetic', children: [text.trim()] };
      case 'h':
        return { kind: 'block', children: fromMarkup(text, true) };
      case 'x':
      case 'g':
      case 'k':
      case 'n':
        return { kind: 'block', children: fromMarkup(text.replace(/\r?\n/gu, '<br/>'), false) };
      case 'w':
        return { kind: 'block', children: fromMarkup(fromWiki(text), true) };
      default:
        return { kind: 'block', children: lines(text) };
    }
  });
}

/** Its words alone, for those who cannot show more. */
export function plainText(rich: readonly Rich[]): string {
  return rich
    .map((part) => (typeof part === 'string' ? part : `${plainText(part.children)}${endOf(part.kind)}`))
    .join('');
}

function endOf(kind: RichElement['kind']): string {
  return kind === 'block' || kind === 'item' || kind === 'break' ? '\n' : '';
}

function lines(text: string): Rich[] {
  return text
    .split(/\r?\n/u)
    .filter((line) => line.trim() !== '')
    .map((line): Rich => ({ kind: 'block', children: [line] }));
}

function fromMarkup(markup: string, html: boolean): Rich[] {
  const document = new DOMParser().parseFromString(markup, 'text/html');
  let left = nodeLimit;
  const walk = (node: Node, depth: number): Rich[] => {
    if (--left < 0) return [];
    if (node.nodeType === Node.TEXT_NODE) return [(node as Text).data.replace(/\s+/gu, ' ')];
    if (node.nodeType !== Node.ELEMENT_NODE) return [];
    const element = node as Element;
    const name = element.localName;
    if (dropped.has(name)) return [];
    if (depth > depthLimit) return [element.textContent ?? ''];
    const children = [...element.childNodes].flatMap((child) => walk(child, depth + 1));
    const word = linkOf(element);
    if (word !== undefined) return [{ kind: 'link', children, word }];
    const kind = html && rowNames.has(name) ? 'block' : kinds.get(name);
    return kind ? [{ kind, children }] : children;
  };
  return [...document.body.childNodes].flatMap((child) => walk(child, 0));
}

/** Other entries only; nothing leads out of the dictionary. */
function linkOf(element: Element): string | undefined {
  if (element.localName === 'kref') return element.textContent?.trim() || undefined;
  const address = element.localName === 'a' ? (element.getAttribute('href') ?? '') : '';
  const scheme = /^(bword|entry|d):\/\//u.exec(address);
  if (!scheme) return undefined;
  const target = address.slice(scheme[0].length);
  try {
    return decodeURIComponent(target) || undefined;
  } catch {
    // A lone percent sign: the word is meant literally.
    return target;
  }
}

function fromWiki(text: string): string {
  const escaped = text.replace(/&/gu, '&amp;').replace(/</gu, '&lt;');
  return escaped
    .replace(/^=+\s*(.*?)\s*=+$/gmu, '<h3>$1</h3>')
    .replace(/^[*#:]+\s*(.*)$/gmu, '<li>$1</li>')
    .replace(/'''(.+?)'''/gu, '<b>$1</b>')
    .replace(/''(.+?)''/gu, '<i>$1</i>')
    .replace(/\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/gu, '$1')
    .replace(/\{\{[^}]*\}\}/gu, '')
    .replace(/\n{2,}/gu, '<br/>');
}
