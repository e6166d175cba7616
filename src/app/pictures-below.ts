// Pictures on the screen: how much of a view they cover, and whether one shows again where a menu or dialog goes from it,
// one of the view's or of a book's page.

import { behind } from '../ui/layers.ts';

/**
 * How much of the window the view's own pictures cover, 0–1, also those that are still being loaded into their boxes.
 * Not the ones in a book's page, which tells its own.
 */
export function pictureShareOfView(): number {
  const { innerWidth: width, innerHeight: height } = window;
  let covered = 0;
  for (const picture of document.querySelectorAll('img, canvas')) {
    if (picture.closest(`[data-unseen], ${behind}`)) continue;
    const { left, top, right, bottom } = picture.getBoundingClientRect();
    const across = Math.min(right, width) - Math.max(left, 0);
    const down = Math.min(bottom, height) - Math.max(top, 0);
    if (across > 0 && down > 0) covered += across * down;
  }
  return width * height > 0 ? Math.min(1, covered / (width * height)) : 0;
}

/** `box`: CSS pixels of the window. `over`: what goes; its own pictures go with it. */
export function hasPictureBelow(box: DOMRect, over: HTMLElement): boolean {
  const own = [...document.querySelectorAll('img, canvas')].some(
    (picture) => !over.contains(picture) && !picture.closest('[data-unseen]') && overlap(box, boxOf(picture)),
  );
  return (
    own || [...document.querySelectorAll('iframe')].some((frame) => !over.contains(frame) && hasInFrame(box, frame))
  );
}

function hasInFrame(box: DOMRect, frame: HTMLIFrameElement): boolean {
  const around = boxOf(frame);
  if (!frame.contentDocument || !overlap(box, around) || getComputedStyle(frame).visibility !== 'visible') return false;
  // A page of fixed size is made smaller or larger as a whole.
  const scale = around.width / (frame.clientWidth || around.width);
  return [...frame.contentDocument.querySelectorAll('img, svg, canvas, video')].some((picture) => {
    const { x, y, width, height } = boxOf(picture);
    const shown = new DOMRect(around.x + x * scale, around.y + y * scale, width * scale, height * scale);
    return overlap(box, shown) && overlap(around, shown);
  });
}

const boxOf = (element: Element) => element.getBoundingClientRect();

function overlap(a: DOMRect, b: DOMRect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
