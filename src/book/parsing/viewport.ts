// Reads the size that a fixed page was designed for out of its viewport declaration. Units, other instructions and
// syntax errors are passed over; of a size given twice, the first one counts (EPUB RS 3.3, 6.2).

/** CSS pixels. */
export interface Viewport {
  width: number;
  height: number;
}

/** Larger pages are somebody's joke. */
const largest = 20_000;

/** `undefined` unless both sizes are there. Takes `width=900, height=600` as well as the older `900x600`. */
export function readViewport(content: string | undefined): Viewport | undefined {
  if (!content) return undefined;
  const plain = /^\s*(\d+(?:\.\d+)?)\s*x\s*(\d+(?:\.\d+)?)\s*$/i.exec(content);
  const sizeOf = (name: string) => {
    const found = new RegExp(`(?:^|[\\s,;])${name}\\s*=\\s*(\\d+(?:\\.\\d+)?)`, 'i').exec(content);
    return Number.parseFloat(found?.[1] ?? '');
  };
  const width = plain ? Number(plain[1]) : sizeOf('width');
  const height = plain ? Number(plain[2]) : sizeOf('height');
  return width >= 1 && height >= 1 && width <= largest && height <= largest ? { width, height } : undefined;
}
