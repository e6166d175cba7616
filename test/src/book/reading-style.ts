// The style that the book tests lay out with, and a container of the size of a tablet's panel.

import type { ReadingStyle } from '../../../src/book/book.ts';

export const plainStyle: ReadingStyle = {
  fontFamily: '"DejaVu Serif", serif',
  eastAsian: 'serif',
  fontSize: 32,
  fontWeight: 400,
  variableFace: false,
  lineHeight: 1.45,
  paragraphSpacing: undefined,
  indent: undefined,
  letterSpacing: 0,
  wordSpacing: 0,
  margin: { top: 90, right: 100, bottom: 90, left: 100 },
  columns: 1,
  align: 'book',
  hyphenate: false,
  publisherStyles: true,
  writing: 'book',
  script: 'book',
  night: false,
};

export function makeContainer(width = 1404, height = 1872): HTMLElement {
  const container = document.createElement('div');
  container.style.cssText = `position:fixed;left:0;top:0;width:${width}px;height:${height}px`;
  document.body.append(container);
  return container;
}
