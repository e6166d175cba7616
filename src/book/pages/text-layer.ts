// A page's text laid over its drawing, unseen, where the letters stand: what the reader selects. Text nodes joined are the
// page's text.

import { markedWordsCss } from './marked-words.ts';
import type { TextRun } from './page-source.ts';
import type { Placement } from './screens.ts';

const family = 'sans-serif';
let measuring: CanvasRenderingContext2D | null | undefined;

/** As large as the placement's part of the page; what stands elsewhere on the page is there too, and cut off. */
export function textLayer(runs: readonly TextRun[], { region, scale }: Placement): HTMLElement {
  const layer = document.createElement('div');
  layer.className = 'page-text';
  const spans = document.createDocumentFragment();
  for (const run of runs) {
    const span = document.createElement('span');
    const size = run.height * scale;
    const { style } = span;
    style.left = `${((run.x - region.x) * scale).toFixed(2)}px`;
    style.top = `${((run.y - region.y) * scale).toFixed(2)}px`;
    style.fontSize = `${size.toFixed(2)}px`;
    const natural = widthOf(run.text, size);
    const turned = run.angle === 0 ? '' : `rotate(${run.angle.toFixed(4)}rad) `;
    if (natural > 0) style.transform = `${turned}scaleX(${((run.width * scale) / natural).toFixed(4)})`;
    span.textContent = run.text;
    spans.append(span);
    if (run.endsLine) spans.append('\n');
  }
  layer.append(spans);
  return layer;
}

function widthOf(text: string, size: number): number {
  measuring ??= document.createElement('canvas').getContext('2d');
  if (!measuring || text.trim() === '') return 0;
  measuring.font = `${size}px ${family}`;
  return measuring.measureText(text).width;
}

/** Rules for leaves and what lies on them. */
export function leafCss(night: boolean): string {
  const [ink, paper] = night ? ['#fff', '#000'] : ['#000', '#fff'];
  return `
.page-leaf { position: absolute; inset: 0; overflow: hidden; contain: strict; background: ${paper}; color: ${ink};
  touch-action: none; }
.page-paper { position: absolute; overflow: hidden; isolation: isolate; }
.page-paper canvas { position: absolute; inset: 0; width: 100%; height: 100%; }
.page-text, .page-marks { position: absolute; inset: 0; line-height: 1; font-family: ${family}; color: transparent;
  user-select: none; touch-action: none; text-size-adjust: none; }
.page-text span, .page-marks > div > span { position: absolute; white-space: pre; transform-origin: 0 0; }
.page-failure { position: absolute; inset: 0; display: grid; place-content: center; padding: 10%; margin: 0;
  font-size: 1.2rem; text-align: center; }
${markedWordsCss(night)}
`;
}
