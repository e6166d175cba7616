// The room that a container gives to pages.

import type { PageSize } from '../styles/page-style.ts';

/** CSS pixels; never nothing, so that layouts need not ask. */
export function sizeOf(container: HTMLElement): PageSize {
  return { width: Math.max(1, container.clientWidth), height: Math.max(1, container.clientHeight) };
}
