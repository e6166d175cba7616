// Brings a grey picture down to the few greys of a panel: Floyd–Steinberg in the amount of light, every other line from
// the right, so that no area gets lighter or darker and lines of dots don't form.

/** `pixels`: 8 bits of grey, line by line. Answers the number of the grey of each pixel, from 0, black. */
export function dither(pixels: Uint8Array, width: number, height: number, greys: number): Uint8Array {
  const light = lightOfGreys(256);
  const levels = lightOfGreys(greys);
  const result = new Uint8Array(width * height);
  let errors = new Float32Array(width + 2);
  let below = new Float32Array(width + 2);
  for (let y = 0; y < height; y++) {
    const step = y % 2 === 0 ? 1 : -1;
    for (let n = 0, x = step > 0 ? 0 : width - 1; n < width; n++, x += step) {
      const at = y * width + x;
      const wanted = (light[pixels[at] as number] as number) + (errors[x + 1] as number);
      const level = nearest(levels, wanted);
      result[at] = level;
      const error = (wanted - (levels[level] as number)) / 16;
      errors[x + 1 + step] = (errors[x + 1 + step] as number) + error * 7;
      below[x + 1 - step] = (below[x + 1 - step] as number) + error * 3;
      below[x + 1] = (below[x + 1] as number) + error * 5;
      below[x + 1 + step] = (below[x + 1 + step] as number) + error;
    }
    [errors, below] = [below, errors];
    below.fill(0);
  }
  return result;
}

/** The light, 0–1, of greys that are evenly spaced to the eye (the curve of sRGB). */
function lightOfGreys(greys: number): Float32Array {
  return Float32Array.from({ length: greys }, (_, index) => {
    const value = index / (greys - 1);
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
}

/** At most 16 levels: going through them is faster than anything cleverer. */
function nearest(levels: Float32Array, wanted: number): number {
  let level = 0;
  while (level < levels.length - 1 && wanted > ((levels[level] as number) + (levels[level + 1] as number)) / 2) level++;
  return level;
}
