// Nothing that can be read or touched lies outside of the window, and nothing scrolls.

import { expect } from 'vitest';

const touchable = '#app button, #app a[href], #app input:not([type=file]), #app textarea, #app select';
const surfaces = '#app [role=dialog], #app .sheet, #app .menu, #app .mark-menu';

export function expectFits(name: string): void {
  for (const element of document.querySelectorAll<HTMLElement>('#app *')) {
    const { overflowX, overflowY } = getComputedStyle(element);
    // A field of several lines scrolls what is typed into it.
    if (element.tagName === 'TEXTAREA') continue;
    expect([overflowX, overflowY], `${name}: ${element.outerHTML.slice(0, 200)}`).not.toContain('scroll');
    expect([overflowX, overflowY], `${name}: ${element.outerHTML.slice(0, 200)}`).not.toContain('auto');
  }
  for (const element of document.querySelectorAll<HTMLElement>(`${touchable}, ${surfaces}`)) {
    const box = element.getBoundingClientRect();
    if (box.width === 0) continue;
    const where = `${name}: ${element.outerHTML.slice(0, 200)}`;
    expect(box.left, where).toBeGreaterThanOrEqual(-1);
    expect(box.top, where).toBeGreaterThanOrEqual(-1);
    expect(box.right, where).toBeLessThanOrEqual(window.innerWidth + 1);
    expect(box.bottom, where).toBeLessThanOrEqual(window.innerHeight + 1);
  }
}
