// The reader's hand on the words of a page: a mouse that drags over them, a finger that rests, a handle that is moved.

import { expect } from 'vitest';
import { buildEpub, page, prose } from '../book/build-zip.ts';
import type { ReaderRoom } from './reader-room.tsx';

export type Point = { x: number; y: number };

/** The middle of a character, in pixels of its frame. */
export function middleOf(node: Text, offset: number): Point {
  const range = node.ownerDocument.createRange();
  range.setStart(node, offset);
  range.setEnd(node, offset + 1);
  const { x, y, width, height } = range.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

export function pointer(document: Document, type: string, { x, y }: Point, pointerType = 'mouse'): void {
  const target = document.elementFromPoint(x, y) ?? document.body;
  target.dispatchEvent(
    new PointerEvent(type, { pointerType, isPrimary: true, button: 0, clientX: x, clientY: y, bubbles: true }),
  );
}

/** Drags a mouse over the characters and waits for the menu. */
export async function dragOver(node: Text, start: number, end: number): Promise<void> {
  const document_ = node.ownerDocument;
  pointer(document_, 'pointerdown', middleOf(node, start));
  pointer(document_, 'pointermove', middleOf(node, end - 1));
  pointer(document_, 'pointerup', middleOf(node, end - 1));
  await expect.poll(() => document.querySelector('.mark-menu')).toBeTruthy();
}

/** A chapter whose first paragraph, `x`, is known word by word. */
export function foxBook(): Promise<Blob> {
  const body = `<h1>One</h1><p id="x">The quick brown fox jumps over the lazy dog.</p>${prose(20)}`;
  return buildEpub([{ name: '1.xhtml', data: page(body) }]);
}

/** Selects characters of the paragraph `x` and presses what is to be done with them. */
export async function choose(room: ReaderRoom, action: string, start = 4, end = 9): Promise<void> {
  await dragOver(textOf(room, 'x'), start, end);
  room.press(action);
}

/** The first text of an element of the page. */
export function textOf(room: ReaderRoom, id: string): Text {
  const found = room.frame().contentDocument?.getElementById(id)?.firstChild;
  if (found?.nodeType !== Node.TEXT_NODE) throw new Error(`There is no text in ${id}.`);
  return found as Text;
}

export function selectedWords(room: ReaderRoom): string {
  const window_ = room.frame().contentWindow as Window & typeof globalThis;
  return [...(window_.CSS.highlights.get('octavo-selection') ?? [])].map((range) => range.toString()).join();
}

/** Selects some words well inside of the page. */
export async function selectSomewhere(room: ReaderRoom): Promise<void> {
  const inside = room.frame().contentDocument as Document;
  const { clientWidth, clientHeight } = room.frame();
  const nodes = inside.createTreeWalker(inside.body, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode() as Text | null; node; node = nodes.nextNode() as Text | null) {
    for (let start = 0; start + 4 < node.length; start += 40) {
      const range = inside.createRange();
      range.setStart(node, start);
      range.setEnd(node, Math.min(node.length, start + 30));
      const { left, top, right, bottom } = range.getBoundingClientRect();
      if (left < 0 || right > clientWidth || top < clientHeight * 0.05 || bottom > clientHeight * 0.9) continue;
      await dragOver(node, start, range.endOffset);
      return;
    }
  }
  throw new Error('There is no text to select.');
}
