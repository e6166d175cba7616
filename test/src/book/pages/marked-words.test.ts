// What is marked on a drawn page stands where its words do, whichever way they run.

import { expect, it } from 'vitest';
import { drawWords, groundsFor } from '../../../../src/book/pages/marked-words.ts';
import type { TextRun } from '../../../../src/book/pages/page-source.ts';
import { leafCss, textLayer } from '../../../../src/book/pages/text-layer.ts';
import { ChapterText } from '../../../../src/book/text/chapter-text.ts';

const run = (text: string, y: number, angle = 0): TextRun => ({
  ...{ text, x: 60, y, width: text.length * 11, height: 16, angle, endsLine: true },
});

it('also where they run to the left, are turned, stretched or end within a word', () => {
  const style = document.createElement('style');
  style.textContent = leafCss(false);
  const paper = document.createElement('div');
  paper.className = 'page-paper';
  paper.style.cssText = 'left: 0; top: 0; width: 600px; height: 600px';
  document.body.append(style, paper);
  const runs = [
    run('Office waffles', 20),
    run('שלום עולם טוב', 60),
    run('السلام عليكم', 100),
    run('Turned words', 300, -1),
  ];
  const layer = textLayer(runs, { page: 0, region: { x: 0, y: 0, width: 600, height: 600 }, x: 0, y: 0, scale: 1 });
  const marks = groundsFor(document);
  paper.append(marks, layer);
  const text = new ChapterText(layer);
  for (const { text: words } of runs) {
    const start = text.text.indexOf(words);
    for (const [from, to] of [
      [0, 3],
      [2, 7],
      [words.length - 3, words.length],
    ] as const) {
      const range = text.range(start + from, start + to) as Range;
      drawWords(marks, 'marks', [{ range, name: 'octavo-marker' }]);
      const drawn = marks.querySelector('.octavo-marker');
      expect(drawn?.textContent).toBe(words.slice(from, to));
      const [is, be] = [drawn?.getBoundingClientRect(), range.getBoundingClientRect()];
      for (const edge of ['left', 'right', 'top', 'bottom'] as const)
        expect(Math.abs((is?.[edge] ?? 0) - be[edge]), `${words.slice(from, to)} ${edge}`).toBeLessThan(1);
    }
  }
  // Over several runs, and away again.
  const all = text.range(3, text.text.length - 3) as Range;
  drawWords(marks, 'found', [{ range: all, name: 'octavo-found' }]);
  expect([...marks.querySelectorAll('.octavo-found')].map(({ textContent }) => textContent)).toEqual([
    'ice waffles',
    'שלום עולם טוב',
    'السلام عليكم',
    'Turned wor',
  ]);
  drawWords(marks, 'found', []);
  expect(marks.querySelector('.octavo-found')).toBeNull();
  paper.remove();
  style.remove();
});
