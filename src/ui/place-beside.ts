// Where a menu goes: below what it belongs to, above where there is no room, at its side where there is none either,
// inside the screen always. It covers what it belongs to only where that leaves room nowhere, and as little as it can.

interface Size {
  width: number;
  height: number;
}

interface Corners {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface BesideOptions {
  /** Pixels kept free at the screen's edge, and to what it belongs to. */
  margin?: number;
  /** In the middle below or above it; else where it begins. */
  centred?: boolean;
}

export function placeBeside(
  anchor: Corners,
  size: Size,
  screen: Size,
  { margin = 8, centred = false }: BesideOptions = {},
): { left: number; top: number } {
  const left = centred ? (anchor.left + anchor.right - size.width) / 2 : anchor.left;
  const places = [
    { left, top: anchor.bottom + margin },
    { left, top: anchor.top - margin - size.height },
    { left: anchor.right + margin, top: anchor.top },
    { left: anchor.left - margin - size.width, top: anchor.top },
  ].map((place) => ({
    left: clamp(place.left, margin, screen.width - size.width - margin),
    top: clamp(place.top, margin, screen.height - size.height - margin),
  }));
  const covered = places.map((place) => coveredBy(place, size, anchor));
  return places[covered.indexOf(Math.min(...covered))] as { left: number; top: number };
}

/** The element's size is known only once it is laid out. */
export function putBeside(element: HTMLElement, anchor: Corners, options?: BesideOptions): void {
  const { width, height } = element.getBoundingClientRect();
  const { left, top } = placeBeside(anchor, { width, height }, { width: innerWidth, height: innerHeight }, options);
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
}

/** Square pixels of the anchor. */
function coveredBy({ left, top }: { left: number; top: number }, { width, height }: Size, anchor: Corners): number {
  const across = Math.min(left + width, anchor.right) - Math.max(left, anchor.left);
  const down = Math.min(top + height, anchor.bottom) - Math.max(top, anchor.top);
  return Math.max(0, across) * Math.max(0, down);
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
