// Pictures that move: nothing on the panel does, so of one that would only the first picture is shown, and a drawing
// stands as it begins. Knows files, not pages.

import { encodeImage } from '../images/encode-image.ts';

const moving = ['animate', 'set', 'animateMotion', 'animateTransform', 'animateColor', 'discard'];

/** `true` when something was taken away. */
export function stillDrawing(drawing: Document): boolean {
  let changed = false;
  for (const name of moving) {
    for (const element of [...drawing.getElementsByTagNameNS('*', name)]) {
      element.remove();
      changed = true;
    }
  }
  for (const style of drawing.getElementsByTagNameNS('*', 'style')) {
    const css = style.textContent ?? '';
    // Without its steps no animation moves anything; another spelling is none that makers of drawings use.
    const still = css.replace(/\\/g, '').replace(/@(?:-webkit-)?keyframes/gi, '@octavo-still');
    if (still === css) continue;
    style.textContent = still;
    changed = true;
  }
  return changed;
}

/** By the first bytes of a file, or all of them. */
export function isMoving(bytes: Uint8Array<ArrayBuffer>): boolean {
  if (bytes.length < 40) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const signature = view.getUint32(0);
  if (signature === 0x47494638) return hasFrames(view);
  if (signature === 0x89504e47) return hasChunk(view, 0x6163544c);
  const riff = signature === 0x52494646 && view.getUint32(8) === 0x57454250;
  if (riff) return view.getUint32(12) === 0x56503858 && (view.getUint8(20) & 2) !== 0;
  // AVIF files say which kind they are at their beginning.
  return view.getUint32(4) === 0x66747970 && view.getUint32(8) === 0x61766973;
}

/** The first picture of those that follow one another. */
export async function firstPicture(content: Blob): Promise<Blob> {
  return encodeImage(await createImageBitmap(content));
}

/** Whether a PNG has a chunk before its picture's data. */
function hasChunk(view: DataView, wanted: number): boolean {
  for (let at = 8; at + 8 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const type = view.getUint32(at + 4);
    if (type === wanted) return true;
    if (type === 0x49444154) return false;
  }
  return false;
}

/** Whether a GIF has a second picture, or goes on past what is known of it. */
function hasFrames(view: DataView): boolean {
  const colours = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + colours(view.getUint8(10));
  let pictures = 0;
  while (at < view.byteLength) {
    const kind = view.getUint8(at);
    if (kind === 0x3b) return false;
    if (kind === 0x2c) {
      if (++pictures > 1) return true;
      if (at + 10 >= view.byteLength) return true;
      at += 11 + colours(view.getUint8(at + 9));
    } else if (kind === 0x21) at += 2;
    else return false;
    while (at < view.byteLength && view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
    at += 1;
  }
  return true;
}
