// A picture in some thirty characters, by the BlurHash algorithm: the average colour and the largest waves of light, for
// what is shown until the picture is there. Pure.

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~';
const across = 3;
const down = 4;

export interface Pixels {
  /** Red, green and blue of each pixel, from the upper left corner on. */
  data: Uint8Array;
  width: number;
  height: number;
}

type Colour = [red: number, green: number, blue: number];

export function blurHash(pixels: Pixels): string {
  const waves: Colour[] = [];
  for (let y = 0; y < down; y++) for (let x = 0; x < across; x++) waves.push(waveOf(pixels, x, y));
  const [average, ...others] = waves as [Colour, ...Colour[]];
  const largest = Math.max(...others.flat().map(Math.abs));
  const scale = Math.max(0, Math.min(82, Math.floor(largest * 166 - 0.5)));
  const most = (scale + 1) / 166;
  const [red, green, blue] = average.map(fromLinear) as Colour;
  const head = written(across - 1 + (down - 1) * 9, 1) + written(scale, 1);
  return head + written((red << 16) + (green << 8) + blue, 4) + others.map((wave) => writtenWave(wave, most)).join('');
}

function waveOf({ data, width, height }: Pixels, x: number, y: number): Colour {
  const sum: Colour = [0, 0, 0];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      // Measured in the middle of pixels, where one colour alone makes no waves.
      const wave = Math.cos((Math.PI * x * (column + 0.5)) / width) * Math.cos((Math.PI * y * (row + 0.5)) / height);
      const place = 3 * (row * width + column);
      for (const part of [0, 1, 2] as const) sum[part] += wave * toLinear(data[place + part] ?? 0);
    }
  }
  const scale = (x === 0 && y === 0 ? 1 : 2) / (width * height);
  return sum.map((value) => value * scale) as Colour;
}

function writtenWave(wave: Colour, most: number): string {
  const steps = wave.map((value) => {
    const part = value / most;
    return Math.max(0, Math.min(18, Math.floor(Math.sign(part) * Math.sqrt(Math.abs(part)) * 9 + 9.5)));
  }) as Colour;
  return written(steps[0] * 19 * 19 + steps[1] * 19 + steps[2], 2);
}

function written(value: number, length: number): string {
  const places = Array.from({ length }, (_, n) => Math.floor(value / 83 ** (length - 1 - n)) % 83);
  return places.map((place) => digits[place]).join('');
}

/** sRGB to the amount of light, and back. */
function toLinear(value: number): number {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function fromLinear(light: number): number {
  const part = Math.max(0, Math.min(1, light));
  return Math.round((part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055) * 255);
}
