import { afterEach, expect, it } from 'vitest';
import { wideCss, wideFamily } from '../../../../src/book/styles/east-asian.ts';

const added: HTMLStyleElement[] = [];

afterEach(() => {
  for (const style of added.splice(0)) style.remove();
});

/** How many faces the browser loads to draw the text. */
async function facesFor(css: string, text: string, weight: number): Promise<number> {
  const style = document.createElement('style');
  style.textContent = css;
  document.head.append(style);
  added.push(style);
  const faces = await document.fonts.load(`${weight} 16px ${wideFamily}`, text);
  for (const face of faces) expect(face.status).toBe('loaded');
  return faces.length;
}

const serif = { eastAsian: 'serif', script: 'book' } as const;

it('draws what a Chinese text is made of by one face, and only its marks where another weight is wanted', async () => {
  const css = wideCss('zh-Hans', serif);
  expect(await facesFor(css, '山路', 400)).toBe(1);
  expect(await facesFor(css, 'by the sea', 400)).toBe(0);
  expect(await facesFor(css, '“', 700)).toBe(1);
  expect(await facesFor(css, '山路', 700)).toBe(0);
  expect(await facesFor(css, '山路', 500)).toBe(0);
});

it('leaves a kind of face alone that may be installed under another name, and Korean to its own', async () => {
  const kai = wideCss('zh-Hans', { ...serif, eastAsian: 'kai' });
  expect(await facesFor(kai, '“', 400)).toBe(1);
  expect(await facesFor(kai, '山路', 400)).toBe(0);
  expect(wideCss('ko', serif)).toBe('');
});
