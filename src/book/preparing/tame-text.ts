// Text that a browser lays out anew for every line of it: thousands of letters without a place to break at, of marks on
// one letter, of changes between left and right. Shows such text with places to break and without what is too much; the
// chapter's own text, its offsets and its quotes stay as they are.

import { textNodes } from '../text/chapter-text.ts';
import { type Runs, showTamed } from '../text/shown-text.ts';

/** Letters on end; languages without spaces have them between sentences. */
const mostOnEnd = 400;
/** Marks on end; letters of no language carry more than a handful. */
const mostMarks = 100;
/** Changes of direction in one text, and in all of what is laid out at once. */
const mostTurns = 4000;
const mostTurnsInAll = 20_000;
/** Characters that change directions and are not seen. */
const mostControls = 2000;
/** Lines of one text that is written in lines. */
const mostLines = 20_000;
/** Changes from one script to another; each begins a search for a face. */
const mostScripts = 40_000;
/** Letters beside one word. */
const mostBeside = 1000;

const plainAttribute = 'data-octavo-plain';

/** For the page's style sheet: in the order in which it is written, and readings in the line. */
export const plainCss = `body[${plainAttribute}], [${plainAttribute}], body[${plainAttribute}] * { unicode-bidi: bidi-override !important; }
ruby[${plainAttribute}], ruby[${plainAttribute}] rt { display: inline !important; unicode-bidi: normal !important; }`;

/** Where lines may break: spaces, and between the characters of East Asia, whose punctuation keeps together. */
const opening = /[\s\u200b\u2e80-\u2fff\u3040-\ud7ff\uf900-\ufaff]|[\ud840-\ud8bf][\udc00-\udfff]/g;
const marks = /\p{M}+/gu;
const leftward = /(?:[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+[^\p{L}\p{N}]*)+/gu;
const control = /[\u202a-\u202e\u2066-\u2069]/g;
const joined = /[\u200d\udc00-\udfff]|\p{M}/u;

/** The document is one that nobody has laid out yet. */
export function tameText({ body }: Document): void {
  const text = body.textContent ?? '';
  setReadingsInLine(body);
  if (turns(text)) writeInOrder(body, text);
  const controls = countOf(control, text, mostControls) > mostControls;
  const marked = hasMarksOnEnd(text);
  const lines = countOf(/\n/g, text, mostLines) > mostLines;
  if (!controls && !marked && !lines && !hasLettersOnEnd(text)) return;
  let carried = { marks: 0, letters: 0 };
  for (const node of textNodes(body)) {
    let data = node.data;
    if (controls) data = data.replace(control, '\u200b');
    if (lines && countOf(/\n/g, data, mostLines) > mostLines) data = data.replaceAll('\n', ' ');
    const kept = marked ? withoutMarks(data, carried.marks) : { data, carried: 0 };
    const places = placesToBreak(kept.data, carried.letters);
    carried = { marks: kept.carried, letters: places.carried };
    showBroken(node, kept.data, places.at);
  }
}

/** Whether a text changes between scripts more often than a browser can follow. */
export function isTangled(text: string): boolean {
  let before = 0;
  let changes = 0;
  for (let at = 0; at < text.length; at++) {
    const script = scriptOf(text.charCodeAt(at));
    if (script === 0 || script === before) continue;
    before = script;
    if (++changes > mostScripts) return true;
  }
  return false;
}

/** A number for each script, roughly; 0 for what belongs to none. */
function scriptOf(code: number): number {
  if (code < 0x250) return code >= 0xc0 || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) ? 1 : 0;
  if (code >= 0x2e80) return 2;
  if (code >= 0x2000 || (code >= 0x300 && code < 0x370)) return 0;
  return code < 0x590 ? 3 + (code >> 8) : code < 0x900 ? 3 : code >> 7;
}

/** A run that is longer than twice a step covers one of them whole. */
function hasLettersOnEnd(text: string): boolean {
  const step = mostOnEnd / 2;
  for (let at = 0; at + step <= text.length; at += step) if (nextOpening(text, at) - at >= step) return true;
  return false;
}

function hasMarksOnEnd(text: string): boolean {
  const step = mostMarks / 2;
  for (let at = 0; at < text.length; at += step) {
    if (text.charCodeAt(at) < 0x300 || !joined.test(text[at] ?? '')) continue;
    for (const [run] of text.matchAll(marks)) if (run.length > mostMarks) return true;
    return false;
  }
  return false;
}

/** Spaces, which come to one, in place of the marks that are too many. `carried`: how many stand just before. */
function withoutMarks(text: string, carried: number): { data: string; carried: number } {
  let on = text === '' ? carried : 0;
  const data = text.replace(marks, (run, at: number) => {
    const before = at === 0 ? carried : 0;
    if (at + run.length === text.length) on = before + run.length;
    const kept = Math.max(0, mostMarks - before);
    return run.length > kept ? run.slice(0, kept).padEnd(run.length) : run;
  });
  return { data, carried: on };
}

/** `carried`: letters that stand just before on end. */
function placesToBreak(text: string, carried: number): { at: number[]; carried: number } {
  const places: number[] = [];
  let run = carried;
  for (let at = 0; at < text.length; ) {
    const next = nextOpening(text, at);
    while (run + next - at > mostOnEnd) {
      let place = Math.max(1, at + Math.max(0, mostOnEnd - run));
      while (place < next && joined.test(text[place] ?? '')) place++;
      if (place >= next) break;
      places.push(place);
      at = place;
      run = 0;
    }
    run = next === text.length ? run + next - at : 0;
    at = next + 1;
  }
  return { at: places, carried: run };
}

function nextOpening(text: string, from: number): number {
  opening.lastIndex = from;
  return opening.exec(text)?.index ?? text.length;
}

function showBroken(node: Text, data: string, at: readonly number[]): void {
  if (at.length === 0 && data === node.data) return;
  const runs: Runs = new Uint32Array(2 * at.length + 2);
  let shown = '';
  let from = 0;
  at.forEach((offset, n) => {
    shown += `${data.slice(from, offset)}\u200b`;
    from = offset;
    runs[2 * n + 2] = offset;
    runs[2 * n + 3] = offset + n + 1;
  });
  showTamed(node, shown + data.slice(from), runs);
}

function turns(text: string): boolean {
  return countOf(leftward, text, mostTurns) > mostTurns;
}

function writeInOrder(body: HTMLElement, text: string): void {
  if (countOf(leftward, text, mostTurnsInAll) > mostTurnsInAll) body.setAttribute(plainAttribute, '');
  for (const node of textNodes(body)) {
    if (node.length > mostTurns && turns(node.data)) node.parentElement?.setAttribute(plainAttribute, '');
  }
}

function setReadingsInLine(body: HTMLElement): void {
  for (const reading of body.getElementsByTagName('rt')) {
    if ((reading.textContent ?? '').length > mostBeside) reading.closest('ruby')?.setAttribute(plainAttribute, '');
  }
}

/** Stops soon after the limit. */
function countOf(pattern: RegExp, text: string, limit: number): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) if (++count > limit) break;
  return count;
}
