// How long a panel is busy with refreshes: a model of usual panels, for the simulated one, the developer's view and the
// benches.

import type { Refresh } from './panel.ts';

/**
 * Milliseconds of the waveform at room temperature, as vendors of 85 Hz panels give them: A2 about 10 frames, DU 22,
 * GL16 and GC16 38 to 40, and the flashing ones the same twice over part of the way.
 */
const waveform: Readonly<Record<Refresh['strength'], number>> = {
  a2: 120,
  fast: 260,
  ui: 260,
  partial: 450,
  flashui: 450,
  flashpartial: 480,
  full: 500,
};
/** Dithered areas are driven through all grey levels, whatever the waveform. */
const ditherExtra = 60;

/** Milliseconds; 0 for a refresh of nothing. */
export function waveformTime({ strength, dither, width, height }: Refresh): number {
  if (width <= 0 || height <= 0) return 0;
  return waveform[strength] + (dither ? ditherExtra : 0);
}

function overlap(a: Refresh, b: Refresh): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Controllers drive regions apart at the same time, and regions that touch one after the other. */
export function planTime(plan: readonly Refresh[]): number {
  const ends: number[] = [];
  plan.forEach((refresh, index) => {
    const before = plan.slice(0, index).map((earlier, at) => (overlap(earlier, refresh) ? (ends[at] ?? 0) : 0));
    ends.push(Math.max(0, ...before) + waveformTime(refresh));
  });
  return Math.max(0, ...ends);
}
