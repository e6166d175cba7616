// What a fingertip hits: the rule that the pictures of the look are held to finds what is too small, and nothing else.

import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../../src/ui/theme.css';
import { expectFits } from './fits.ts';

const app = document.createElement('div');

afterEach(() => app.remove());

/** Nine millimetres are 90 px. */
async function show(html: string): Promise<void> {
  await page.viewport(480, 640);
  app.id = 'app';
  app.innerHTML = html;
  app.style.setProperty('--mm', '10px');
  document.documentElement.style.setProperty('--mm', '10px');
  document.body.append(app);
}

const box = (more: string) => `position:absolute;left:200px;top:200px;padding:0;border:0;${more}`;
const large = 'width:90px;height:90px;min-width:0;min-height:0';

it.each([
  ['too narrow', `<button style="${box('width:60px;height:90px')}">A</button>`],
  ['too low', `<a href="#a" style="${box('width:90px;height:60px')}">A</a>`],
  ['a field too low', `<input style="${box('width:90px;height:60px')}">`],
  [
    'half covered',
    `<button style="${box(large)}">A</button><div style="${box('width:90px;height:40px')};background:#fff"></div>`,
  ],
])('finds what is %s', async (_, html) => {
  await show(html);
  expect(() => expectFits('A')).toThrow('smaller than a fingertip');
});

it.each([
  ['large enough', `<button style="${box(large)}">A</button>`],
  [
    'larger than it is drawn',
    `<style>.more::before{position:absolute;inset:-20px;content:""}</style><button class="more" style="${box('width:50px;height:50px')}">A</button>`,
  ],
  ['part of its words', `<label style="${box(large)};display:block"><input type="checkbox"></label>`],
  ['not to be pressed', `<button disabled style="${box('width:60px;height:60px')}">A</button>`],
  ['hidden', `<button style="${box('width:60px;height:60px;visibility:hidden')}">A</button>`],
  [
    'covered by what has opened over it',
    `<button style="${box('width:60px;height:60px')}">A</button><div style="position:absolute;inset:0;background:#fff"></div>`,
  ],
])('takes what is %s', async (_, html) => {
  await show(html);
  expectFits('A');
});
