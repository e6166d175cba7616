// Nothing that can be read or touched lies outside of the window, nothing scrolls, and a fingertip hits what it is meant for.

import { expect } from 'vitest';

const touchable = '#app button, #app a[href], #app input:not([type=file]), #app textarea, #app select';
const surfaces = '#app [role=dialog], #app .sheet, #app .menu, #app .mark-menu';

export function expectFits(name: string): void {
  const scrolling = [...document.querySelectorAll<HTMLElement>('#app *')].filter(scrolls);
  expect(scrolling.map(begunBy), `${name}: what scrolls`).toEqual([]);
  const outside = [...document.querySelectorAll<HTMLElement>(`${touchable}, ${surfaces}`)].filter(sticksOut);
  expect(outside.map(begunBy), `${name}: what sticks out`).toEqual([]);
  const small = [...document.querySelectorAll<HTMLElement>(touchable)].filter(isSmall);
  expect(small.map(hitBy), `${name}: what is smaller than a fingertip`).toEqual([]);
}

/** Links and marks within a book's text are as high as its lines: they stand in a frame, where this does not look. */
function isSmall(element: HTMLElement): boolean {
  if (element.matches(':disabled') || !element.checkVisibility({ visibilityProperty: true })) return false;
  const { width, height } = hitArea(element);
  // What is covered by something that has opened over it is not to be tapped.
  if (width === 0 || height === 0) return false;
  // Half a pixel on either side is rounded away.
  return Math.min(width, height) < target() - 1.5;
}

/** CSS pixels through the middle of it, as far as a tap on them hits it: also beside what is drawn; no more than needed. */
function hitArea(element: HTMLElement): { width: number; height: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const hits = (dx: number, dy: number) => {
    const hit = document.elementFromPoint(x + dx, y + dy);
    return hit !== null && (element.contains(hit) || hit === element.closest('label') || shares(element, hit));
  };
  const most = target();
  /** As far as it is hit, in strides first: every look for what lies at a point costs the browser something. */
  const reach = (dx: 0 | 1, dy: 0 | 1) => {
    let length = 1;
    for (const way of [-1, 1]) {
      let steps = 0;
      for (const by of [4, 1]) {
        while (length < most && hits(way * dx * (steps + by), way * dy * (steps + by))) {
          steps += by;
          length += by;
        }
      }
    }
    return length;
  };
  return hits(0, 0) ? { width: reach(1, 0), height: reach(0, 1) } : { width: 0, height: 0 };
}

/** Lines may be closer to each other than fingertips: signs beside them in the margin divide what there is between them. */
function shares(element: Element, hit: Element): boolean {
  return element.matches('.margin-sign') && hit.closest('.margin-sign') !== null;
}

/** Nine millimetres of the panel. */
function target(): number {
  return 9 * Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--mm'));
}

function hitBy(element: HTMLElement): string {
  const { width, height } = hitArea(element);
  return `${width} × ${height} of ${Math.round(target())}: ${element.outerHTML.slice(0, 160)}`;
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
