// Looks at a picture before a browser does: a drawing that unfolds without end, or a small file of more pixels than the
// device has memory for, is never shown. What turns out to be a font is counted.

import { decodePart } from '../../../api/edition/decode-part.ts';
import { tameDrawings } from '../preparing/tame-drawings.ts';
import { contentOfData, isData } from './data-address.ts';
import type { FontBudget } from './font-budget.ts';
import { parseXml } from './parse-markup.ts';
import { headLength, isTooLarge, pictureSize } from './picture-size.ts';
import { firstPicture, isMoving, stillDrawing } from './still-picture.ts';

/** Drawings within drawings. */
const deepest = 3;

/** Rejects for a picture that no device could draw; gives everything else back, whatever it says that it is, at rest. */
export async function checkPicture(content: Blob, fonts?: FontBudget, depth = 0): Promise<Blob> {
  const read = isDrawing(content) ? content : content.slice(0, headLength);
  return checkBytes(content, new Uint8Array(await read.arrayBuffer()), fonts, depth);
}

/** The same for one whose bytes are known; reading them from it would ask another process. */
export async function checkBytes(
  content: Blob,
  bytes: Uint8Array<ArrayBuffer>,
  fonts?: FontBudget,
  depth = 0,
): Promise<Blob> {
  fonts?.take(bytes, content.size);
  if (isDrawing(content)) {
    const drawing = parseXml(decodePart(bytes));
    if (!drawing || depth > deepest || hidesDrawings(drawing) || tameDrawings(drawing)) {
      throw new RangeError('It is no drawing, or too much of one.');
    }
    for (const picture of picturesIn(drawing)) await checkPicture(contentOfData(picture), fonts, depth + 1);
    if (stillDrawing(drawing))
      return new Blob([new XMLSerializer().serializeToString(drawing)], { type: content.type });
  }
  const size = pictureSize(bytes.subarray(0, headLength));
  if (size && isTooLarge(size)) throw new RangeError(`It has ${size.width} × ${size.height} pixels.`);
  // What cannot be decoded does not move either; a browser may show a part of it.
  return isMoving(bytes) ? firstPicture(content).catch(() => content) : content;
}

function isDrawing({ type }: Blob): boolean {
  return type.startsWith('image/svg');
}

/** Drawings in style sheets: nobody has them there but to hide them. */
function hidesDrawings(drawing: Document): boolean {
  const sheets = [...drawing.getElementsByTagNameNS('*', 'style')].map(({ textContent }) => textContent);
  const styles = [...drawing.querySelectorAll('[style]')].map((element) => element.getAttribute('style'));
  return [...sheets, ...styles].some((css) => /(image\/svg|\\).*\burl\b|\burl\b.*(image\/svg|\\)/is.test(css ?? ''));
}

/** Those that a drawing carries in itself; it can show no others. */
function picturesIn(drawing: Document): string[] {
  return [...drawing.querySelectorAll('*')].flatMap((element) =>
    element.getAttributeNames().flatMap((name) => {
      const value = element.getAttribute(name) ?? '';
      return isData(value) ? [value] : [];
    }),
  );
}
