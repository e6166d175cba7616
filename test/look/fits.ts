// Nothing that can be read or touched lies outside of the window, and nothing scrolls.

import { expect } from 'vitest';

const touchable = '#app button, #app a[href], #app input:not([type=file]), #app textarea, #app select';
const surfaces = '#app [role=dialog], #app .sheet, #app .menu, #app .mark-menu';

export function expectFits(name: string): void {
  const scrolling = [...document.querySelectorAll<HTMLElement>('#app *')].filter(scrolls);
  expect(scrolling.map(begunBy), `${name}: what scrolls`).toEqual([]);
  const outside = [...document.querySelectorAll<HTMLElement>(`${touchable}, ${surfaces}`)].filter(sticksOut);
  expect(outside.map(begunBy), `${name}: what sticks out`).toEqual([]);
}

function scrolls(element: HTMLElement): boolean {
  // A field of several lines scrolls what is typed into it.
  if (element.tagName === 'TEXTAREA') return false;
  const { overflowX, overflowY } = getComputedStyle(element);
  return [overflowX, overflowY].some((overflow) => overflow === 'scroll' || overflow === 'auto');
}

function sticksOut(element: HTMLElement): boolean {
  const { left, top, right, bottom, width } = element.getBoundingClientRect();
  if (width === 0) return false;
  return left < -1 || top < -1 || right > window.innerWidth + 1 || bottom > window.innerHeight + 1;
}

/** Asked only of what is told: the markup of an element is that of everything in it. */
function begunBy(element: HTMLElement): string {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return `${left} ${top} ${right} ${bottom}: ${element.outerHTML.slice(0, 200)}`;
}
