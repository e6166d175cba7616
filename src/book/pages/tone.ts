// How dark a drawn page is: pale scans darkened, night turned over. One table of 256 steps, applied to pixels once.

/** `darken`: 0–4. `undefined` when nothing changes. */
export function toneTable(darken: number, night: boolean): Uint8ClampedArray<ArrayBuffer> | undefined {
  if (darken <= 0 && !night) return undefined;
  const table = new Uint8ClampedArray(256);
  // Paper that is nearly white becomes white, ink that is grey becomes black, and what lies between grows darker.
  const black = darken * 16;
  const white = 255 - darken * 8;
  for (let value = 0; value < 256; value++) {
    const share = Math.min(1, Math.max(0, (value - black) / (white - black)));
    const toned = 255 * share ** (1 + darken * 0.35);
    table[value] = night ? 255 - toned : toned;
  }
  return table;
}

export function applyTone(canvas: HTMLCanvasElement, table: Uint8ClampedArray<ArrayBuffer> | undefined): void {
  const context = canvas.getContext('2d');
  if (!table || !context || canvas.width === 0 || canvas.height === 0) return;
  const picture = context.getImageData(0, 0, canvas.width, canvas.height);
  const { data } = picture;
  for (let at = 0; at < data.length; at += 4) {
    data[at] = table[data[at] as number] as number;
    data[at + 1] = table[data[at + 1] as number] as number;
    data[at + 2] = table[data[at + 2] as number] as number;
  }
  context.putImageData(picture, 0, 0);
}
