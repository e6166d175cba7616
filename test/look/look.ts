// Tests of the look: brings a state of the client to rest at each of its sizes, sees that it fits, and compares its picture with the
// one that was kept. Pictures depend on fonts and on how the browser draws them, so where they are others, only what fits is looked at.

import { beforeAll, expect, test, vi } from 'vitest';
import { commands } from 'vitest/browser';
import { afterPaint } from '../../src/app/after-paint.ts';
import { expectFits } from './fits.ts';
import type { Box, Compared } from './picture.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    beginPictures: () => Promise<void>;
    comparePicture: (name: string, window_: Box) => Promise<Compared>;
  }
}

export interface Size {
  name: string;
  width: number;
  height: number;
  dpi: number;
}

export const sizes: readonly Size[] = [
  { name: 'tablet', width: 1404, height: 1872, dpi: 227 },
  { name: 'small-tablet', width: 1072, height: 1448, dpi: 300 },
  { name: 'desktop', width: 1440, height: 900, dpi: 96 },
  { name: 'narrow', width: 480, height: 800, dpi: 96 },
];

/** Three and a half inches: everything fits in one hand, too. */
export const hand: Size = { name: 'hand', width: 480, height: 640, dpi: 227 };

/** The clock in the footer stands still here. */
const now = new Date('2026-03-14T09:26:53');

/** Widths of a line in the fonts that the kept pictures were drawn with, and the browser's major version. */
const drawnWith = '156/1591/1650/1964';

/** Registers one test for each size. `show` brings the state up and resolves when it is painted. */
export function look(
  name: string,
  show: (size: Size, picture: (part?: string) => Promise<void>) => Promise<void>,
  among: readonly Size[] = sizes,
): void {
  for (const size of among) {
    test(`${name} at ${size.width}×${size.height}`, async () => {
      vi.useFakeTimers({ toFake: ['Date'], now });
      try {
        await show(size, (part) => compare(`${size.name}/${name}${part ? `-${part}` : ''}`));
      } finally {
        vi.useRealTimers();
      }
    });
  }
}

/** Registers a test that says why it is not run. */
look.missing = (name: string, reason: string): void => {
  test(name, (context) => context.skip(reason));
};

/** In each file of such tests, before anything is shown. */
export function beginLook(): void {
  beforeAll(async () => {
    await commands.beginPictures();
  });
  test('the pictures are compared with the kept ones', (context) => {
    const here = drawing();
    // What fits and what scrolls is looked at all the same.
    if (here !== drawnWith) context.skip(`This machine draws with other fonts: ${here}, not ${drawnWith}.`);
  });
}

async function compare(name: string): Promise<void> {
  await document.fonts.ready;
  await afterPaint();
  await afterPaint();
  expectFits(name);
  if (drawing() !== drawnWith) return;
  const box = window.frameElement?.getBoundingClientRect();
  const { verdict, share, path } = await commands.comparePicture(name, {
    x: box?.x ?? 0,
    y: box?.y ?? 0,
    width: window.innerWidth,
    height: window.innerHeight,
  });
  expect.soft(verdict, `${(share * 100).toFixed(2)} % of ${name} differ; see ${path}`).not.toBe('differs');
}

function drawing(): string {
  const version = /Chrome\/(\d+)/.exec(navigator.userAgent)?.[1] ?? '';
  const canvas = document.createElement('canvas').getContext('2d');
  const widths = ['serif', 'sans-serif', 'monospace'].map((font) => {
    if (!canvas) return 0;
    canvas.font = `100px ${font}`;
    return Math.round(canvas.measureText('The quick brown fox 永和九年 いろは').width);
  });
  return [version, ...widths].join('/');
}
