// Looks at a picture before a browser does: a drawing that unfolds without end, or a small file of more pixels than the
// device has memory for, is never shown.

import { contentOfData, isData } from './data-address.ts';
import { decodeText } from './decode-text.ts';
import { parseXml } from './parse-markup.ts';
import { headLength, isTooLarge, pictureSize } from './picture-size.ts';
import { tameDrawings } from './tame-drawings.ts';

/** Drawings within drawings. */
const deepest = 3;

/** Rejects for a picture that no device could draw; gives everything else back, whatever it says that it is. */
export async function checkPicture(content: Blob, depth = 0): Promise<Blob> {
  if (content.type.startsWith('image/svg')) {
    const drawing = parseXml(decodeText(new Uint8Array(await content.arrayBuffer())));
    if (!drawing || depth > deepest || hidesDrawings(drawing) || tameDrawings(drawing)) {
      throw new RangeError('It is no drawing, or too much of one.');
    }
    for (const picture of picturesIn(drawing)) await checkPicture(contentOfData(picture), depth + 1);
  }
  const size = pictureSize(new Uint8Array(await content.slice(0, headLength).arrayBuffer()));
  if (size && isTooLarge(size)) throw new RangeError(`It has ${size.width} × ${size.height} pixels.`);
  return content;
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
