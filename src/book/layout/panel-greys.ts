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
  const pictures = picturesToExchange(document, page);
  if (pictures.length === 0) return;
  let late = false;
  const exchanging = pictures.map(async (picture) => {
    const made = await makeExchange(picture, page.scale);
    if (!made) return;
    if (late || page.seen(picture.getBoundingClientRect())) made.giveUp();
    else await made.exchange();
  });
  await orPatience(Promise.all(exchanging.map((one) => one.catch(leftAsItIs))));
  late = true;
}

/** Greys that a page is seen without. */
export interface LateGreys {
  /** All in the frame that comes; for whoever paints the page anew. */
  exchange(): void;
  giveUp(): void;
}

/** `undefined` where nothing is to be exchanged. */
export async function lateGreys(document: Document, page: Page): Promise<LateGreys | undefined> {
  const pictures = picturesToExchange(document, { ...page, seen: () => false });
  const making = pictures.map((picture) => makeExchange(picture, page.scale).catch(leftAsItIs));
  const made = (await Promise.all(making)).filter((one) => one !== undefined);
  if (made.length === 0) return undefined;
  return {
    exchange() {
      for (const { picture, exchange, giveUp } of made) {
        // Another page is shown by now, or another chapter in its place.
        if (!page.seen(picture.getBoundingClientRect())) giveUp();
        else exchange().catch(leftAsItIs);
      }
    },
    giveUp() {
      for (const { giveUp } of made) giveUp();
    },
  };
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
  return greysOf(picture.currentSrc, size);
}

async function greysOf(source: string, size: { width: number; height: number }): Promise<Blob | undefined> {
  if (!makeGreys || !own.test(source)) return undefined;
  const image = await (await fetch(source)).blob();
  const greys = await makeGreys(image, size);
  return greys === image ? undefined : greys;
}

/** The page is shown without its greys. */
function leftAsItIs(error: unknown): undefined {
  console.warn('A picture’s greys cannot be made.', error);
}

/** Addresses of what is in the book; nothing else is fetched. */
const own = /^(?:blob|data):/;

/** Covers are often wrapped in a drawing, to be as large as the page whatever its shape. */
type Picture = HTMLImageElement | SVGImageElement;

const exchanged = new WeakSet<Picture>();

function picturesToExchange(document: Document, { wanted, seen }: Page): Picture[] {
  if (!makeGreys) return [];
  const drawn = document.querySelectorAll<SVGImageElement>('svg image');
  return [...document.images, ...drawn].filter((picture) => {
    if (exchanged.has(picture)) return false;
    const box = picture.getBoundingClientRect();
    if (box.width === 0 || !wanted(box) || seen(box)) return false;
    return isDrawn(picture) ? drawnUpright(picture) : fillsItsBox(picture);
  });
}

const isDrawn = (picture: Picture): picture is SVGImageElement => picture.localName === 'image';

const sourceOf = (picture: Picture) => (isDrawn(picture) ? picture.href.baseVal : picture.currentSrc);

function fillsItsBox(picture: HTMLImageElement): boolean {
  if (!picture.complete || picture.naturalWidth === 0) return false;
  // Of several sources the style sheet or the browser chooses, and would again.
  if (!own.test(picture.currentSrc) || picture.closest('picture')) return false;
  const box = picture.getBoundingClientRect();
  const zoom = picture.currentCSSZoom;
  // Turned or scaled by a transform: its box is not the one that it was laid out in.
  const isMoved = (told: number, own: number) => Math.abs(told - own * zoom) > Math.max(1, zoom);
  if (isMoved(box.width, picture.offsetWidth) || isMoved(box.height, picture.offsetHeight)) return false;
  const { width, height } = contentSize(picture);
  // Cut or stretched by style: what is shown has another shape.
  return isShape({ width, height }, picture.naturalWidth / picture.naturalHeight);
}

function drawnUpright(picture: SVGImageElement): boolean {
  const { a = 1, b = 0, c = 0, d = 1 } = picture.getScreenCTM() ?? {};
  // A drawing that is stretched would stretch the greys.
  return own.test(picture.href.baseVal) && b === 0 && c === 0 && Math.abs(a - d) <= 0.001 * Math.abs(a);
}

function isShape({ width, height }: Size, ratio: number): boolean {
  return Math.abs(width / height / ratio - 1) < 0.02;
}

interface Size {
  width: number;
  height: number;
}

/** What is seen of it in its box; `undefined` where it is cut or stretched. */
async function drawnSize(picture: SVGImageElement): Promise<Size | undefined> {
  const { naturalWidth, naturalHeight } = await decoded(picture.href.baseVal);
  if (naturalWidth === 0 || naturalHeight === 0) return undefined;
  const { width, height } = picture.getBoundingClientRect();
  const ratio = naturalWidth / naturalHeight;
  if (isShape({ width, height }, ratio)) return { width, height };
  const { align, meetOrSlice } = picture.preserveAspectRatio.baseVal;
  const { SVG_PRESERVEASPECTRATIO_NONE: stretched, SVG_MEETORSLICE_SLICE: cut } = SVGPreserveAspectRatio;
  if (align === stretched || meetOrSlice === cut) return undefined;
  return { width: Math.min(width, height * ratio), height: Math.min(height, width / ratio) };
}

async function decoded(source: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = source;
  await image.decode();
  return image;
}

interface Exchange {
  picture: Picture;
  exchange(): Promise<void>;
  /** The greys are not wanted any more. */
  giveUp(): void;
}

/** The greys are in the browser's memory before the page asks for them. */
async function makeExchange(picture: Picture, scale: number): Promise<Exchange | undefined> {
  const source = sourceOf(picture);
  const size = isDrawn(picture) ? await drawnSize(picture) : contentSize(picture);
  const greys = size && (await greysOf(source, { width: size.width * scale, height: size.height * scale }));
  if (!greys || !picture.isConnected || sourceOf(picture) !== source) return undefined;
  const url = URL.createObjectURL(greys);
  const giveUp = () => URL.revokeObjectURL(url);
  // Held until it is there: what nobody holds the browser may forget.
  const ready = await decoded(url).catch(() => undefined);
  if (!ready) giveUp();
  return ready && { picture, giveUp, exchange: () => exchange(picture, ready) };
}

async function exchange(picture: Picture, { src }: HTMLImageElement): Promise<void> {
  exchanged.add(picture);
  // Its own size no longer says how large it is shown; in a drawing that is in the drawing's own units.
  const { width, height } = isDrawn(picture) ? picture.getBBox() : ownBox(picture);
  picture.style.setProperty('width', `${width}px`, 'important');
  picture.style.setProperty('height', `${height}px`, 'important');
  picture.style.setProperty('box-sizing', 'border-box', 'important');
  // A box that begins between two pixels may be one wider than the picture.
  picture.style.setProperty('image-rendering', 'pixelated', 'important');
  picture.addEventListener('load', () => URL.revokeObjectURL(src), { once: true });
  if (isDrawn(picture)) picture.href.baseVal = src;
  else {
    picture.removeAttribute('srcset');
    picture.src = src;
  }
  await (picture as { decode?(): Promise<void> }).decode?.();
}

/** As style sheets say it: what stands in a table that was shrunk is zoomed with it. */
function ownBox(picture: HTMLImageElement): Size {
  const { width, height } = picture.getBoundingClientRect();
  return { width: width / picture.currentCSSZoom, height: height / picture.currentCSSZoom };
}

/** As it is shown, without borders and padding. */
function contentSize(picture: HTMLImageElement): Size {
  const box = ownBox(picture);
  const style = picture.ownerDocument.defaultView?.getComputedStyle(picture);
  const sum = (...names: string[]) =>
    names.reduce((total, name) => total + (Number.parseFloat(style?.getPropertyValue(name) ?? '') || 0), 0);
  const width = box.width - sum('padding-left', 'padding-right', 'border-left-width', 'border-right-width');
  const height = box.height - sum('padding-top', 'padding-bottom', 'border-top-width', 'border-bottom-width');
  return { width: width * picture.currentCSSZoom, height: height * picture.currentCSSZoom };
}
