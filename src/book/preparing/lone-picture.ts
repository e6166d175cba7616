// A cover is often a chapter that has one picture and no word: it is shown as large as the page. Tells such chapters;
// the sheet of the page does the rest. The body keeps all of its elements.

/** On the body. */
export const loneAttribute = 'data-octavo-cover';

const shown = 'img, svg, object, video';

/** `first`: in the order of reading. A picture alone further on may be an ornament, and keeps its size. */
export function tellLonePicture(document: Document, first: boolean): void {
  const { body } = document;
  const type = body.querySelector('[*|type]') ? [...body.querySelectorAll('*'), body] : [body];
  const named = type.some((element) => /\bcover\b/.test(element.getAttribute('epub:type') ?? ''));
  if (!(first || named) || (body.textContent ?? '').trim() !== '') return;
  const pictures = [...body.querySelectorAll(shown)].filter((one) => !one.parentElement?.closest(shown));
  if (pictures.length === 1 && pictures[0]?.getAttribute('preserveAspectRatio') !== 'none') {
    body.setAttribute(loneAttribute, '');
  }
}

/** CSS pixels of the page without its margins. */
export function lonePictureCss(width: number, height: number): string {
  const body = `body[${loneAttribute}]`;
  return `
${body} * { margin: 0 !important; padding: 0 !important; border: 0 !important; text-indent: 0 !important; float: none !important;
  position: static !important; max-width: none !important; max-height: none !important; break-before: auto !important;
  break-after: auto !important; line-height: 0 !important; }
${body} :not(${shown}, ${shown
    .split(', ')
    .map((name) => `${name} *`)
    .join(', ')}) { display: block !important; width: auto !important; height: auto !important; }
${body} :is(br, ${['p', 'div', 'span'].map((name) => `${name}:not(:has(${shown}))`).join(', ')}) { display: none !important; }
${body} :is(${shown}):not(svg *) { display: block !important; width: ${width}px !important; height: ${height}px !important;
  max-width: ${width}px !important; max-height: ${height}px !important; }`;
}

/** Gives it its own shape within the page's, after layout: what is shown in greys is made for the picture's box. */
export function fitLonePicture(body: HTMLElement): void {
  const picture = body.hasAttribute(loneAttribute) ? body.querySelector('img') : null;
  if (!picture?.naturalWidth || !picture.naturalHeight) return;
  const { clientWidth: width, clientHeight: height } = picture;
  const scale = Math.min(width / picture.naturalWidth, height / picture.naturalHeight);
  const size = { width: picture.naturalWidth * scale, height: picture.naturalHeight * scale };
  const [across, down] = [(width - size.width) / 2, (height - size.height) / 2].map((half) => Math.floor(half));
  const values = { width: `${size.width}px`, height: `${size.height}px`, margin: `${down}px 0 0 ${across}px` };
  for (const [name, value] of Object.entries(values)) picture.style.setProperty(name, value, 'important');
}
