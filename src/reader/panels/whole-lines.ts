// Where a panel over the page may end without cutting a line of the text in two: at the border of the line that it would
// cut, which it then covers whole. Lines that run down are cut by any panel across the page.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { PageText } from '../../book/book.ts';

/** The text of the page below what is shown. */
export const TextBelow = createContext<() => PageText | undefined>(() => undefined);

/** Shares of the page's width at which lines are looked for: columns and narrow paragraphs are lines of their own. */
const across = [0.15, 0.35, 0.65, 0.85];
/** A letter's box is higher than what is drawn in it. CSS pixels. */
const grace = 2;

/** CSS pixels by which an edge has to move so that it cuts no line; the panel becomes so much higher. */
export function missingHeight(text: PageText | undefined, edge: number, side: 'top' | 'bottom', width: number): number {
  if (!text || text.vertical) return 0;
  let missing = 0;
  for (const share of across) {
    const offset = text.offsetAt(share * width, edge);
    if (offset === undefined) continue;
    // Beside the last words of a paragraph the offset is their end, and the next character stands in another line.
    for (const { y, height } of [...text.boxes(Math.max(0, offset - 1), offset), ...text.boxes(offset, offset + 1)]) {
      if (y + grace >= edge || y + height - grace <= edge) continue;
      missing = Math.max(missing, side === 'bottom' ? edge - y : y + height - edge);
    }
  }
  return Math.ceil(missing);
}

/** For a panel's `place`: makes `grown` so much higher that the panel's edge over the page cuts no line. */
export function useWholeLines(): (panel: HTMLElement, side: 'top' | 'bottom', grown?: HTMLElement) => void {
  const textBelow = useContext(TextBelow);
  return (panel, side, grown = panel) => {
    const { top, bottom, width } = panel.getBoundingClientRect();
    const edge = side === 'bottom' ? top : bottom;
    const missing = edge <= 0 || edge >= window.innerHeight ? 0 : missingHeight(textBelow(), edge, side, width);
    if (missing > 0) grown.style.minHeight = `${grown.getBoundingClientRect().height + missing}px`;
  };
}
