// Tells whether there is anything to see on the page that is shown.

/** Something to see on the page that is shown: text, a picture, a frame's worth of colour. */
export function inkOf(box: HTMLElement): number {
  const frame = [...box.querySelectorAll('iframe')].find((one) => one.style.visibility === 'visible');
  const body = frame?.contentDocument?.body;
  if (!frame || !body) return 0;
  const { clientWidth: width, clientHeight: height } = frame;
  let ink = 0;
  const count = (rect: DOMRect) => {
    if (
      rect.width > 0 &&
      rect.height > 0 &&
      rect.right > 0 &&
      rect.left < width &&
      rect.bottom > 0 &&
      rect.top < height
    )
      ink++;
  };
  const range = document.createRange();
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.nodeValue?.trim()) continue;
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) count(rect);
  }
  for (const picture of body.querySelectorAll('img, svg, video, audio, object, div, section')) {
    if (picture.matches('img, svg, video, audio, object') || getComputedStyle(picture).backgroundImage !== 'none')
      count(picture.getBoundingClientRect());
  }
  return ink;
}
