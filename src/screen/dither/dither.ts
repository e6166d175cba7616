// Brings a picture to the few greys of a panel so that its brightness stays what it was. Sums are made in light, not in
// the numbers that stand for it (sRGB). Pure.

import { blueNoise, noiseSize } from './blue-noise.ts';

/** error: what a pixel cannot show, its neighbours show (Floyd and Steinberg). noise: thresholds without a pattern. */
export type DitherMethod = 'error' | 'noise';

/** RGBA, as a canvas gives it; it is changed in place. Greys: 2–256, evenly apart in sRGB, as panels have them. */
export function dither(
  { data, width, height }: { data: Uint8ClampedArray; width: number; height: number },
  greys: number,
  method: DitherMethod,
): void {
  const scale = createScale(greys);
  const light = lightOf(data, width * height);
  const levels = method === 'error' ? diffuse(light, width, height, scale) : compare(light, width, scale);
  for (const [at, level] of levels.entries()) {
    const grey = scale.greys[level] ?? 0;
    data[at * 4] = grey;
    data[at * 4 + 1] = grey;
    data[at * 4 + 2] = grey;
    data[at * 4 + 3] = 255;
  }
}

const toLight = Float32Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** On white, where something shines through; weights of ITU-R BT.709. */
function lightOf(data: Uint8ClampedArray, pixels: number): Float32Array {
  const light = new Float32Array(pixels);
  for (let at = 0, byte = 0; at < pixels; at++, byte += 4) {
    const own =
      0.2126 * (toLight[data[byte] ?? 0] ?? 0) +
      0.7152 * (toLight[data[byte + 1] ?? 0] ?? 0) +
      0.0722 * (toLight[data[byte + 2] ?? 0] ?? 0);
    const alpha = (data[byte + 3] ?? 255) / 255;
    light[at] = alpha === 1 ? own : own * alpha + 1 - alpha;
  }
  return light;
}

interface Scale {
  greys: Uint8Array;
  light: Float32Array;
  /** Light in steps of 1/4095 → the level at or below it. */
  below: Uint8Array;
}

const lightSteps = 4095;

function createScale(count: number): Scale {
  const greys = Uint8Array.from({ length: count }, (_, level) => Math.round((level * 255) / (count - 1)));
  const light = Float32Array.from(greys, (grey) => toLight[grey] ?? 0);
  const below = new Uint8Array(lightSteps + 1);
  let level = 0;
  for (let step = 0; step <= lightSteps; step++) {
    while (level + 1 < count && (light[level + 1] ?? 2) <= step / lightSteps + 1e-6) level += 1;
    below[step] = level;
  }
  return { greys, light, below };
}

function levelBelow(value: number, { below }: Scale): number {
  return below[Math.max(0, Math.min(lightSteps, Math.floor(value * lightSteps + 1e-3)))] ?? 0;
}

/** Every other row from the right, so that errors do not all wander one way. */
function diffuse(light: Float32Array, width: number, height: number, scale: Scale): Uint8Array {
  const levels = new Uint8Array(light.length);
  const most = scale.light.length - 1;
  for (let y = 0; y < height; y++) {
    const step = y % 2 === 0 ? 1 : -1;
    for (let x = step === 1 ? 0 : width - 1; x >= 0 && x < width; x += step) {
      const at = y * width + x;
      const wanted = light[at] ?? 0;
      const low = levelBelow(wanted, scale);
      const darker = scale.light[low] ?? 0;
      const brighter = scale.light[low + 1] ?? 2;
      const level = low < most && wanted - darker > brighter - wanted ? low + 1 : low;
      levels[at] = level;
      const error = wanted - (scale.light[level] ?? 0);
      const hasNext = x + step >= 0 && x + step < width;
      if (hasNext) light[at + step] = (light[at + step] ?? 0) + (error * 7) / 16;
      if (y + 1 === height) continue;
      const next = at + width;
      if (x - step >= 0 && x - step < width) light[next - step] = (light[next - step] ?? 0) + (error * 3) / 16;
      light[next] = (light[next] ?? 0) + (error * 5) / 16;
      if (hasNext) light[next + step] = (light[next + step] ?? 0) + error / 16;
    }
  }
  return levels;
}

let noise: Uint16Array | undefined;

function compare(light: Float32Array, width: number, scale: Scale): Uint8Array {
  noise ??= blueNoise();
  const levels = new Uint8Array(light.length);
  const mask = noiseSize - 1;
  for (let at = 0; at < light.length; at++) {
    const x = at % width;
    const y = (at - x) / width;
    const wanted = light[at] ?? 0;
    const low = levelBelow(wanted, scale);
    const darker = scale.light[low] ?? 0;
    const brighter = scale.light[low + 1];
    const threshold = ((noise[(y & mask) * noiseSize + (x & mask)] ?? 0) + 0.5) / (noiseSize * noiseSize);
    const up = brighter !== undefined && (wanted - darker) / (brighter - darker) > threshold;
    levels[at] = up ? low + 1 : low;
  }
  return levels;
}
