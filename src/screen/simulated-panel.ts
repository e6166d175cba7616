// What a panel would show: its own grey levels, what a weak refresh leaves behind, and nothing at all where no refresh
// was planned. Pure: greys in, greys out, one byte a pixel, 0 is black.

import type { Refresh } from '../../api/panel.ts';
import { type Region, type ScreenSize, wholeScreen } from './region.ts';

type Strength = Refresh['strength'];

/** Levels that a waveform drives pixels to. */
const levelsOf: Readonly<Record<Strength, number>> = {
  a2: 2,
  fast: 2,
  ui: 4,
  partial: 16,
  flashui: 16,
  flashpartial: 16,
  full: 16,
};

/** Share of the difference to what was there that stays visible, as measured by eye on panels of 2021 to 2024. */
const ghostOf: Readonly<Record<Strength, number>> = {
  a2: 0.12,
  fast: 0.09,
  ui: 0.07,
  partial: 0.04,
  flashui: 0.015,
  flashpartial: 0.01,
  full: 0,
};

/** Dispersed order of 4 × 4 (Bayer): what controllers dither by. */
const order = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];

/** The panel after the refresh. `shown`: what it shows before; `frame`: what was painted. Both of the screen's size. */
export function showRefresh(
  shown: Uint8ClampedArray,
  frame: Uint8ClampedArray,
  refresh: Refresh,
  screen: ScreenSize,
): Uint8ClampedArray<ArrayBuffer> {
  const after = new Uint8ClampedArray(shown);
  const { strength, dither } = refresh;
  const levels = dither ? 16 : levelsOf[strength];
  const ghost = ghostOf[strength];
  eachPixel(refresh, screen, (at, x, y) => {
    const wanted = quantise(frame[at] ?? 255, levels, dither ? (order[(y & 3) * 4 + (x & 3)] ?? 0) : undefined);
    after[at] = wanted + ((shown[at] ?? 255) - wanted) * ghost;
  });
  return after;
}

/** What it shows in between: a flash is all black, then all white. */
export function flashRefresh(
  shown: Uint8ClampedArray,
  refresh: Refresh,
  screen: ScreenSize,
  grey: 0 | 255,
): Uint8ClampedArray<ArrayBuffer> {
  const during = new Uint8ClampedArray(shown);
  eachPixel(refresh, screen, (at) => {
    during[at] = grey;
  });
  return during;
}

export function flashes({ strength }: Refresh): boolean {
  return strength === 'full' || strength === 'flashui' || strength === 'flashpartial';
}

function quantise(grey: number, levels: number, threshold: number | undefined): number {
  const step = 255 / (levels - 1);
  const exact = grey / step;
  return step * (threshold === undefined ? Math.round(exact) : Math.floor(exact + (threshold + 0.5) / 16));
}

function eachPixel(refresh: Region, screen: ScreenSize, visit: (at: number, x: number, y: number) => void): void {
  const { width, height } = wholeScreen(screen);
  const right = Math.min(width, refresh.x + refresh.width);
  const bottom = Math.min(height, refresh.y + refresh.height);
  for (let y = Math.max(0, refresh.y); y < bottom; y++) {
    for (let x = Math.max(0, refresh.x); x < right; x++) visit(y * width + x, x, y);
  }
}
