// Divides a chapter's layout into steps that block nobody: all but the first part of it is kept out of the layout, and
// let in part by part. The pages are those of one layout. Parts are as large as a slow tablet lays out in some 35 ms,
// or 45 where nobody waits for the chapter: smaller ones add up.

import type { Pace } from '../pace.ts';
import { weigh } from '../text/weigh-text.ts';

/**
 * Most letters let in at a time, but for a block that has more; Chinese ones weigh more. Lines downwards take twice as long, as
 * their glyphs are placed one by one. What is only counted is let in by larger parts: with each, the columns that stand are
 * filled anew (measured: a book of 120 chapters took a third less with a third as many), and it delays fewer turns the sooner
 * it ends; but each has to end soon enough for a key.
 */
const mostWeights = { seen: { across: 20_000, down: 10_000 }, counted: { across: 24_000, down: 11_000 } };
/** The lines of a Chinese character take as long as those of three letters, and longer where faces lack it. */
const wideWeight = 4;
/** What an element adds: its style and its boxes. */
const elementWeight = 60;
/** What a reading beside a word adds to that: lines, boxes and a layout of its own (measured: half of a step's time). */
const rubyWeight = 250;
const laterAttribute = 'data-octavo-later';

/** For the page's style sheet. */
export const laterCss = `[${laterAttribute}] { display: none !important; }`;

/** Selector of all elements that do not wait to be let in. */
export const letInElements = `:not([${laterAttribute}], [${laterAttribute}] *)`;

/**
 * The parts after the first, kept out of the layout until `letIn`. Empty for a chapter that is short. `vertical`: as it
 * will be written, by what is known before its styles are. `counted`: it will not be seen.
 */
export function keepOut(body: Element, { vertical, counted }: { vertical: boolean; counted: boolean }): Element[][] {
  const total = weightOf(body);
  const most = mostWeights[counted ? 'counted' : 'seen'][vertical ? 'down' : 'across'];
  if (total <= most) return [];
  const parts: Element[][] = [[]];
  /** Of what is left, in parts of one size; crumbs have none of their own. */
  const stepFrom = (passed: number) => (total - passed) / Math.max(1, Math.ceil((total - passed) / most));
  let [passed, begun, step] = [0, 0, stepFrom(0)];
  for (const block of blocksOf(body, total, step)) {
    const own = elementWeight + weightOf(block);
    const isFull = passed + own / 2 - begun >= step || passed + own - begun > most;
    if (isFull && passed > begun) {
      [begun, step] = [passed, stepFrom(passed)];
      parts.push([]);
    }
    parts.at(-1)?.push(block);
    passed += own;
  }
  const later = parts.slice(1);
  for (const block of later.flat()) block.setAttribute(laterAttribute, '');
  return later;
}

/**
 * Lets the parts in one by one. `laidOut` makes the browser lay out what stands there, `entered` is told of a part that
 * will be laid out next. `false` when given up.
 */
export async function letIn(
  parts: readonly Element[][],
  pace: Pace,
  { laidOut, entered }: { laidOut(): void; entered?(part: readonly Element[]): void },
  wanted: () => boolean,
): Promise<boolean> {
  const left = [...parts];
  while (left.length > 0) {
    laidOut();
    await pace.rest(true);
    if (!wanted()) return false;
    const now = (pace.hurried ? left.splice(0) : left.splice(0, 1)).flat();
    for (const block of now) block.removeAttribute(laterAttribute);
    entered?.(now);
  }
  return true;
}

/** What can be kept out one by one: children of the body, and of those that are too heavy to be let in whole. */
function* blocksOf(container: Element, weight: number, most: number): Generator<Element> {
  if (weight > most && container.children.length > 1) {
    for (const child of container.children) yield* blocksOf(child, weightOf(child), most);
  } else if (container.children.length === 1 && weight > most) {
    yield* blocksOf(container.children[0] as Element, weight, most);
  } else yield container;
}

function weightOf(element: Element): number {
  const elements = element.getElementsByTagName('*').length;
  const readings = elements === 0 ? 0 : element.getElementsByTagName('rt').length;
  return weigh(element.textContent ?? '', wideWeight) + elementWeight * elements + rubyWeight * readings;
}
