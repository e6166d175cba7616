// Tells whether there is anything to see on the page that is shown.

/** Something to see on the page that is shown: text, a picture, a frame's worth of colour. */
export function hasInk(box: HTMLElement): boolean {
  const frame = [...box.querySelectorAll('iframe')].find((one) => one.style.visibility === 'visible');
  const body = frame?.contentDocument?.body;
  if (!frame || !body) return false;
  const { clientWidth: width, clientHeight: height } = frame;
  const seen = (rect: DOMRect) =>
    rect.width > 0 && rect.height > 0 && rect.right > 0 && rect.left < width && rect.bottom > 0 && rect.top < height;
  const range = document.createRange();
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.nodeValue?.trim()) continue;
    range.selectNodeContents(node);
    if ([...range.getClientRects()].some(seen)) return true;
  }
  return [...body.querySelectorAll('img, svg, video, audio, object, div, section')].some(
    (picture) =>
      (picture.matches('img, svg, video, audio, object') || getComputedStyle(picture).backgroundImage !== 'none') &&
      seen(picture.getBoundingClientRect()),
  );
}
