// Chapters with more boxes that text flows around than a browser comes back from are found by what they hold.

import { expect, it } from 'vitest';
import { floatTamer, mayFloat } from '../../../../src/book/layout/tame-floats.ts';
import { parseMarkup } from '../../../../src/book/parsing/parse-markup.ts';
import { page } from '../build-zip.ts';

const many = '<i>x</i>'.repeat(1001);

it.each([
  ['a sheet', page(many, '<style>i { float: left }</style>')],
  ['a sheet in other letters', page(many, '<style>i { FL\\4f AT: left }</style>')],
  ['a sheet between the text', page(`${many}<style>i { float: left }</style>`)],
  ['a sheet by another name', page(many, '<h:style xmlns:h="http://www.w3.org/1999/xhtml">i{float:left}</h:style>')],
  ['an element', page(`${many}<b style="Float: left">x</b>`)],
  ['an old attribute', page(`${many}<img align="left" alt=""/>`)],
])('boxes may float by %s', (_, chapter) => {
  expect(mayFloat(parseMarkup(chapter))).toBe(true);
});

it('nothing floats where nothing says so, nor too many of a few elements', () => {
  expect(mayFloat(parseMarkup(page(many, '<style>i { color: red }</style>')))).toBe(false);
  expect(mayFloat(parseMarkup(page('<i style="float: left">x</i>')))).toBe(false);
});

it('floats are counted part by part, without what is still kept out of the layout', () => {
  const frame = document.body.appendChild(document.createElement('iframe'));
  const room = frame.contentDocument as Document;
  room.body.innerHTML = `<style>i { float: left }</style><p>${'<i>x</i>'.repeat(600)}</p><p data-octavo-later="">${'<i>x</i>'.repeat(600)}</p>`;
  const tame = floatTamer(room);
  const tamed = () => room.body.hasAttribute('data-octavo-unfloated');
  tame([room.body]);
  expect(tamed()).toBe(false);
  const later = room.querySelector('[data-octavo-later]') as Element;
  later.removeAttribute('data-octavo-later');
  tame([later]);
  expect(tamed()).toBe(true);
  frame.remove();
});
