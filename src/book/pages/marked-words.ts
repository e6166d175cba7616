// What is marked on a drawn page, under its unseen text: the words once more, each where the text has it, and unseen as
// well; what they are marked with shines onto the drawn letters. Highlights of the browser are no way to do it: it paints
// every one that is seen anew after anything has changed in the document (measured: three times when the page after it was
// prepared).

import { foundCss, hereName } from '../highlights/found-spans.ts';
import { drawnAs, highlightName, markCss, selectionName } from '../highlights/mark-css.ts';

const highlighted = new RegExp(`${drawnAs}\\(([\\w-]+)\\)`, 'g');

/** From the lowest to the highest. */
const grounds = ['marks', 'found', 'selection'] as const;
export type Ground = (typeof grounds)[number];

export interface MarkedWords {
  range: Range;
  /** How they are drawn, by the name of the highlight that they would be. */
  name: string;
}

/** Lies below the text of a page. */
export function groundsFor(document: Document): HTMLElement {
  const all = document.createElement('div');
  all.className = 'page-marks';
  // The words themselves are read.
  all.setAttribute('aria-hidden', 'true');
  for (const ground of grounds) {
    const element = document.createElement('div');
    element.dataset.ground = ground;
    all.append(element);
  }
  return all;
}

/** In place of what was drawn there before. */
export function drawWords(all: HTMLElement, ground: Ground, words: readonly MarkedWords[]): void {
  const element = all.children[grounds.indexOf(ground)];
  if (!element || (words.length === 0 && !element.firstChild)) return;
  element.replaceChildren(...words.flatMap(({ range, name }) => runsIn(range).map((run) => marked(run, name))));
}

interface Run {
  span: HTMLElement;
  text: string;
  start: number;
  end: number;
}

function runsIn(range: Range): Run[] {
  const { commonAncestorContainer: root } = range;
  if (root.nodeType === Node.TEXT_NODE) return runOf(root as Text, range);
  const walker = (root.ownerDocument ?? document).createTreeWalker(root, NodeFilter.SHOW_TEXT);
  walker.currentNode = range.startContainer;
  const runs: Run[] = [];
  // From text to text: a page may have a run for each of its letters.
  for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
    runs.push(...runOf(node as Text, range));
    if (node === range.endContainer) break;
  }
  return runs;
}

/** Between runs there are breaks of lines. */
function runOf(node: Text, range: Range): Run[] {
  const span = node.parentElement;
  if (span?.localName !== 'span') return [];
  const start = node === range.startContainer ? range.startOffset : 0;
  const end = node === range.endContainer ? range.endOffset : node.length;
  return end > start ? [{ span, text: node.data, start, end }] : [];
}

/** What stands around them moves them to their place, from either side, and gives their letters the same forms. */
function marked({ span, text, start, end }: Run, name: string): Node {
  const copy = span.cloneNode(false);
  const words = span.ownerDocument.createElement('span');
  words.className = name;
  words.textContent = text.slice(start, end);
  copy.appendChild(span.ownerDocument.createTextNode(text.slice(0, start)));
  copy.appendChild(words);
  copy.appendChild(span.ownerDocument.createTextNode(text.slice(end)));
  return copy;
}

/** Dark grounds are lighter here: the letters below them are black, whatever is selected. */
export function markedWordsCss(night: boolean): string {
  const rules = `${markCss(night)}\n${foundCss(night)}`.replaceAll(highlighted, '.page-marks .$1');
  const dark = [selectionName, hereName, highlightName(2, 5)].map((name) => `.page-marks .${name}`).join(', ');
  return `${rules}
.page-marks { mix-blend-mode: ${night ? 'screen' : 'multiply'}; }
.page-marks span { color: transparent !important; }
${dark} { background-color: ${night ? '#777' : '#888'}; }`;
}
