import { afterEach, expect, it } from 'vitest';
import { nameFullWidth, widen } from '../../../../src/book/text/full-width.ts';
import { ownText } from '../../../../src/book/text/shown-text.ts';

let frame: HTMLIFrameElement | undefined;
afterEach(() => frame?.remove());

function shown(css: string, body: string): string {
  frame = document.createElement('iframe');
  document.body.append(frame);
  const inside = frame.contentDocument as Document;
  inside.head.innerHTML = `<style>${nameFullWidth(css)}</style>`;
  inside.body.innerHTML = body;
  widen(inside);
  return inside.body.textContent ?? '';
}

it('draws letters as wide as characters where styles ask for it, and goes back where they say otherwise', () => {
  const css = 'p{text-transform:uppercase full-width !important}b{text-transform:none}i{text-transform:inherit}';
  expect(nameFullWidth('p{color:red}')).toBe('p{color:red}');
  expect(shown(css, '<p>EPUB 3<b>ab</b><i>c!</i></p><div>x</div>')).toBe('ＥＰＵＢ　３abｃ！x');
  const inside = frame?.contentDocument as Document;
  expect(inside.defaultView?.getComputedStyle(inside.querySelector('p') as Element).textTransform).toBe('uppercase');
  const text = inside.querySelector('p')?.firstChild as Text;
  expect([ownText(text), text.length]).toEqual(['EPUB 3', 6]);
});

it('knows the narrow forms of kana, Hangul and signs', () => {
  expect(shown('p{text-transform:full-width}', '<p>ｶﾞｯｺｳ｡ﾡￂￜ￩¥漢é</p>')).toBe('カ\u3099ッコウ。ㄱㅏㅣ←￥漢é');
});
