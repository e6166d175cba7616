// Pictures of a page in the greys of the panel, exchanged before the page is shown and never while it is. Who makes them
// is given once by the application; without that, pictures stay as they are.

import { delay } from '../after-paint.ts';

/** The picture at a size, in CSS pixels of the window; the same one where nothing is to be done. */
export type MakeGreys = (image: Blob, size: { width: number; height: number }) => Promise<Blob>;

let makeGreys: MakeGreys | undefined;
/** Milliseconds that a page waits for its greys. */
const patienceOfReaders = 400;
let patience = patienceOfReaders;

/** `waitAtMost`: milliseconds that a page or a picture waits for its greys. */
export function setPictureGreys(make: MakeGreys | undefined, waitAtMost = patienceOfReaders): void {
  makeGreys = make;
  patience = waitAtMost;
}

/** Resolves when the greys are made, or when nobody waits for them any longer. */
export async function orPatience<T>(making: Promise<T>): Promise<T | undefined> {
  return (await Promise.race([making, delay(patience)])) ?? undefined;
}

/** A drawing's pixels, which may be handed over for good; `undefined` where nothing is to be done. */
export type MakeDrawingGreys = (drawing: ImageData) => Promise<ImageData | undefined> | undefined;

let makeDrawingGreys: MakeDrawingGreys | undefined;

export function setDrawingGreys(make: MakeDrawingGreys | undefined): void {
  makeDrawingGreys = make;
}

export interface Page {
  wanted: (rect: DOMRect) => boolean;
  /** Whether the reader is looking at it. */
  seen: (rect: DOMRect) => boolean;
  /** Pixels of the window for one of the frame. */
  scale: number;
}

/** Resolves when the pictures whose box is wanted are exchanged, or after a while; the others are left as they are. */
export async function greyPictures(document: Document, page: Page): Promise<void> {
  if (!makeGreys) return;
  const pictures = [...document.images].filter((picture) => canBeExchanged(picture, page));
  if (pictures.length === 0) return;
  let late = false;
  const exchanging = pictures.map((picture) => exchange(picture, page, () => late).catch(leftAsItIs));
  await orPatience(Promise.all(exchanging));
  late = true;
}

/** Of a page that is drawn anew each time, before it is shown; it stays as it is where that fails or takes too long. */
export async function greyDrawing(canvas: HTMLCanvasElement): Promise<void> {
  const context = canvas.getContext('2d');
  if (!makeDrawingGreys || !context || canvas.width === 0 || canvas.height === 0) return;
  const greys = makeDrawingGreys(context.getImageData(0, 0, canvas.width, canvas.height));
  // What cannot be made is shown as it is.
  const made = greys && (await orPatience(greys.catch(() => undefined)));
  // A canvas that was let go meanwhile has no size any more.
  if (made && made.width === canvas.width && made.height === canvas.height) context.putImageData(made, 0, 0);
}

/** `undefined` where the picture is to be shown as it is. `size`: CSS pixels of the window. */
export async function pictureGreys(
  picture: HTMLImageElement,
  size: { width: number; height: number },
): Promise<Blob | undefined> {
  if (!makeGreys || !/^(?:blob|data):/.test(picture.currentSrc)) return undefined;
  const image = await (await fetch(picture.currentSrc)).blob();
  const greys = await makeGreys(image, size);
  return greys === image ? undefined : greys;
}

/** The page is shown without its greys. */
function leftAsItIs(error: unknown): void {
  console.warn('A picture’s greys cannot be made.', error);
}

const exchanged = new WeakSet<HTMLImageElement>();

function canBeExchanged(picture: HTMLImageElement, { wanted, seen }: Page): boolean {
  if (exchanged.has(picture) || !picture.complete || picture.naturalWidth === 0) return false;
  // Of several sources the style sheet or the browser chooses, and would again.
  if (!/^(?:blob|data):/.test(picture.currentSrc) || picture.closest('picture')) return false;
  const box = picture.getBoundingClientRect();
  if (!wanted(box) || seen(box)) return false;
  const { width, height } = contentSize(picture);
  // Cut or stretched by style: what is shown has another shape.
  return Math.abs(width / height / (picture.naturalWidth / picture.naturalHeight) - 1) < 0.02;
}

async function exchange(picture: HTMLImageElement, { seen, scale }: Page, late: () => boolean): Promise<void> {
  const source = picture.currentSrc;
  const { width, height } = contentSize(picture);
  const greys = await pictureGreys(picture, { width: width * scale, height: height * scale });
  if (!greys || late() || !picture.isConnected || picture.currentSrc !== source) return;
  const url = URL.createObjectURL(greys);
  // In the browser's memory before the page asks for it.
  const ready = new Image();
  ready.src = url;
  const decoded = await ready.decode().then(
    () => true,
    () => false,
  );
  const box = picture.getBoundingClientRect();
  if (!decoded || late() || seen(box)) return URL.revokeObjectURL(url);
  exchanged.add(picture);
  // Its own size no longer says how large it is shown.
  picture.style.setProperty('width', `${box.width}px`, 'important');
  picture.style.setProperty('height', `${box.height}px`, 'important');
  picture.style.setProperty('box-sizing', 'border-box', 'important');
  // A box that begins between two pixels may be one wider than the picture.
  picture.style.setProperty('image-rendering', 'pixelated', 'important');
  picture.removeAttribute('srcset');
  picture.addEventListener('load', () => URL.revokeObjectURL(url), { once: true });
  picture.src = url;
  await picture.decode();
}

/** Without borders and padding. */
function contentSize(picture: HTMLImageElement): { width: number; height: number } {
  const box = picture.getBoundingClientRect();
  const style = picture.ownerDocument.defaultView?.getComputedStyle(picture);
  const sum = (...names: string[]) =>
    names.reduce((total, name) => total + (Number.parseFloat(style?.getPropertyValue(name) ?? '') || 0), 0);
  return {
    width: box.width - sum('padding-left', 'padding-right', 'border-left-width', 'border-right-width'),
    height: box.height - sum('padding-top', 'padding-bottom', 'border-top-width', 'border-bottom-width'),
  };
}
