// Where a menu goes: below what it belongs to, above where there is no room, inside the screen always.

interface Size {
  width: number;
  height: number;
}

/** `margin`: pixels kept free at the screen's edge. */
export function placeBeside(
  anchor: { left: number; top: number; right: number; bottom: number },
  size: Size,
  screen: Size,
  margin = 8,
): { left: number; top: number } {
  const below = anchor.bottom + margin;
  const above = anchor.top - margin - size.height;
  const top = below + size.height <= screen.height - margin ? below : above;
  return {
    left: clamp(anchor.left, margin, screen.width - size.width - margin),
    top: clamp(top, margin, screen.height - size.height - margin),
  };
}

/** The element's size is known only once it is laid out. */
export function putBeside(element: HTMLElement, anchor: Parameters<typeof placeBeside>[0], margin?: number): void {
  const { width, height } = element.getBoundingClientRect();
  const { left, top } = placeBeside(anchor, { width, height }, { width: innerWidth, height: innerHeight }, margin);
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
