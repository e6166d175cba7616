// What no style sheet and no view may hold, because a panel would repaint for it: movement, scrolling, hovering.

import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;
const sources = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((file) => ({ file, text: readFileSync(`${root}${file}`, 'utf8') }));

/** Lines, without comments, in which the pattern occurs. */
function linesWith(pattern: RegExp, glob: string): string[] {
  return sources(glob).flatMap(({ file, text }) =>
    text
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
}

test('style sheets move, scroll and hover nothing', () => {
  expect(sources('src/**/*.css').length).toBeGreaterThan(10);
  const moving =
    /(?<![-\w])(?:transition|animation|scroll-behavior)\b|@keyframes|:hover|overflow[-xy]*:[^;]*(?:auto|scroll)/;
  expect(linesWith(moving, 'src/**/*.css')).toEqual([]);
});

test('views move and scroll nothing by themselves', () => {
  expect(linesWith(/\.animate\(|scrollIntoView|startViewTransition|behavior: 'smooth'/, 'src/**/*.{ts,tsx}')).toEqual(
    [],
  );
});
