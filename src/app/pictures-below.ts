// Whether a picture shows again where a menu or dialog goes from the screen: one of the view's, or of a book's page.

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
