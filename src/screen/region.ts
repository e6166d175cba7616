// Rectangles of the panel: cut to the screen, snapped outwards to the 8 pixels that controllers work in, and merged.
// Pure; must not know what is drawn in them.

export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface ScreenSize {
  width: number;
  height: number;
}

const grid = 8;

export function wholeScreen({ width, height }: ScreenSize): Region {
  return { x: 0, y: 0, width, height };
}

/** Device pixels; `undefined` when nothing of the region is on the screen. `scale`: device pixels per CSS pixel. */
export function snap(region: Region, scale: number, screen: ScreenSize): Region | undefined {
  if (region.width <= 0 || region.height <= 0) return undefined;
  const left = Math.max(0, Math.floor((region.x * scale) / grid) * grid);
  const top = Math.max(0, Math.floor((region.y * scale) / grid) * grid);
  const right = Math.min(screen.width, Math.ceil(((region.x + region.width) * scale) / grid) * grid);
  const bottom = Math.min(screen.height, Math.ceil(((region.y + region.height) * scale) / grid) * grid);
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : undefined;
}

/** True when they overlap or share a piece of an edge; a common corner is not enough. */
export function joins(a: Region, b: Region): boolean {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return across >= 0 && down >= 0 && across + down > 0;
}

export function union(a: Region, b: Region): Region {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

export function contains(outer: Region, inner: Region): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

export function area({ width, height }: Region): number {
  return width * height;
}
