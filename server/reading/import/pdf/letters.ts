// Turns the shapes that a PDF draws into the letters that they stand for: ligatures, joined Arabic forms, radicals, signs
// turned for vertical lines. What an author chose stays: full-width punctuation, raised figures, circled numbers.

import { withoutRadicals } from './radicals.ts';

/** Kangxi radicals, Latin and Armenian ligatures, Hebrew and Arabic presentation forms. */
const shapes = /[\u2f00-\u2fd5\ufb00-\ufdff\ufe70-\ufefc]/g;
/** Signs as they are drawn in vertical lines. */
const turned = /[\ufe10-\ufe19\ufe30-\ufe44\ufe47\ufe48]/g;
/** Compatibility forms make these several signs of ASCII. */
const dots = new Map([
  ['\ufe19', '…'],
  ['\ufe30', '‥'],
]);
const fullWidth = 0xfee0;

export function lettersOf(drawn: string): string {
  const text = drawn.replaceAll(shapes, (shape) => shape.normalize('NFKC')).replaceAll(turned, upright);
  // What no document can hold becomes a space.
  return withoutRadicals(text.normalize('NFC'))
    .replaceAll(/\p{Cc}/gu, ' ')
    .toWellFormed();
}

function upright(sign: string): string {
  const plain = dots.get(sign) ?? sign.normalize('NFKC');
  return plain.replaceAll(/[!-~]/g, (ascii) => String.fromCharCode(ascii.charCodeAt(0) + fullWidth));
}
