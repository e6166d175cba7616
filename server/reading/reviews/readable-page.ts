// What someone wants to read of a web page: its title, who wrote it, and the part with most running text, without menus,
// forms and everything that would run. Must not fetch anything.

import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { pageFacts } from '../../../api/edition/page-facts.ts';
import { storable } from '../import/storing/storable.ts';
import { cleanNodes } from './clean-markup.ts';

export interface ReadablePage {
  title: string;
  author: string;
  siteName: string;
  content: string;
  htmlContent: string;
}

const besides = new Set([
  'nav',
  'header',
  'footer',
  'aside',
  'form',
  'button',
  'script',
  'style',
  'template',
  'iframe',
]);
const paragraphs = new Set(['p', 'pre', 'blockquote', 'li', 'h1', 'h2', 'h3', 'h4', 'td', 'dd']);
const holders = new Set(['article', 'main', 'section', 'div', 'body', 'td']);
const longestContent = 1_048_576;
const longestMarkup = 1_048_576;

export function readPage(html: string, url: URL): ReadablePage {
  const facts = pageFacts(html);
  const document = parse(html);
  const main = findMain(document);
  const markup = main ? fitting(main) : '';
  return storable({
    title: facts.title.slice(0, 512),
    author: facts.author.slice(0, 512),
    siteName: (facts.publisher || url.hostname).slice(0, 512),
    content: main ? textOf(main).slice(0, longestContent) : '',
    htmlContent: markup,
  });
}

/** Too much markup is left out as a whole; the text is there all the same. */
function fitting(main: Tree.Element): string {
  const markup = cleanNodes(main.childNodes);
  return markup.length > longestMarkup ? '' : markup;
}

/** The innermost element that holds most of the words in paragraphs, each weighed by how directly it holds them. */
function findMain(document: Tree.Document): Tree.Element | undefined {
  const scores = new Map<Tree.Element, number>();
  let best: Tree.Element | undefined;
  for (const element of elementsOf(document, true)) {
    if (!paragraphs.has(element.tagName)) continue;
    const words = ownText(element).length;
    let weight = 1;
    for (let holder = element.parentNode; holder && 'tagName' in holder && weight > 0.1; holder = holder.parentNode) {
      if (!holders.has(holder.tagName)) continue;
      const bonus = holder.tagName === 'article' || holder.tagName === 'main' ? 1.5 : 1;
      const score = (scores.get(holder) ?? 0) + words * weight * bonus;
      scores.set(holder, score);
      if (!best || score > (scores.get(best) ?? 0)) best = holder;
      weight /= 2;
    }
  }
  return best ?? elementsOf(document, true).find((element) => element.tagName === 'body');
}

/** In document order; with a list of its own, because a stranger's tree can be deeper than the stack. */
function elementsOf(root: Tree.ParentNode, withoutBesides: boolean): Tree.Element[] {
  const found: Tree.Element[] = [];
  const waiting: Tree.ChildNode[] = [...root.childNodes].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!('tagName' in node) || (withoutBesides && besides.has(node.tagName))) continue;
    found.push(node);
    for (let index = node.childNodes.length - 1; index >= 0; index--) waiting.push(node.childNodes[index] as never);
  }
  return found;
}

function ownText(element: Tree.Element): string {
  return element.childNodes
    .map((node) => ('value' in node ? node.value : 'tagName' in node ? ownInline(node) : ''))
    .join('');
}

function ownInline(element: Tree.Element): string {
  return element.childNodes.map((node) => ('value' in node ? node.value : '')).join('');
}

/** Paragraphs as lines. */
function textOf(main: Tree.Element): string {
  const lines: string[] = [];
  let line = '';
  const waiting: (Tree.ChildNode | 'end')[] = [...main.childNodes].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node === 'end') {
      lines.push(line);
      line = '';
    } else if (node.nodeName === '#text') line += (node as Tree.TextNode).value;
    else if ('tagName' in node && !besides.has(node.tagName)) {
      if (node.tagName === 'br' || paragraphs.has(node.tagName) || holders.has(node.tagName)) {
        lines.push(line);
        line = '';
        waiting.push('end');
      }
      for (let index = node.childNodes.length - 1; index >= 0; index--) waiting.push(node.childNodes[index] as never);
    }
  }
  lines.push(line);
  return lines
    .map((each) => each.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');
}
