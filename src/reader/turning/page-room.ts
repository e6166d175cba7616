// The room that a page has in the window, and the corners of it that are painted alone.

import type { Region } from '../../screen/region.ts';
import type { PageRoom } from './reading-style.ts';

/** CSS pixels. `container`: where pages are laid out; it begins at the window's corner. */
export function roomOf(container: HTMLElement | undefined): PageRoom {
  const { clientWidth: width = 1, clientHeight: height = 1 } = container ?? {};
  return { width, height, rem: Number.parseFloat(getComputedStyle(document.documentElement).fontSize) };
}

export function pageRegion({ width, height }: PageRoom): Region {
  return { x: 0, y: 0, width, height };
}

/** Where the ribbon of a bookmarked page is drawn. */
export function cornerRegion({ width, rem }: PageRoom): Region {
  const side = 3 * rem;
  return { x: width - side, y: 0, width: side, height: side };
}
