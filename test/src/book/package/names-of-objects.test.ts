// A book may use words that every object of the program answers to: they mean nothing more than any other word.

import { expect, it } from 'vitest';
import { typeByName } from '../../../../api/edition/parts/type-by-name.ts';
import { typesOf } from '../../../../src/book/package/mend-navigation.ts';
import { parseMarkup } from '../../../../src/book/parsing/parse-markup.ts';
import { scanCss } from '../../../../src/book/styles/scan-css.ts';
import { page } from '../build-zip.ts';

it('are no media types', () => {
  expect(['a.constructor', 'a.__proto__', 'constructor'].map(typeByName)).toEqual(['', '', '']);
});

it('are no properties and no values of style sheets', () => {
  const css = 'a { constructor: 1px __proto__; font-size: constructor; hyphens: constructor; width: 12345px }';
  expect(scanCss(css)).toEqual([{ kind: 'text', text: css.replace('12345px', '9999px') }]);
});

it('are no kinds of places', () => {
  const list = '<nav epub:type="landmarks"><ol><li><a role="constructor" href="1.xhtml">A</a></li></ol></nav>';
  const [link] = parseMarkup(page(list)).querySelectorAll('a');
  expect(link && typesOf(link)).toEqual([]);
});
