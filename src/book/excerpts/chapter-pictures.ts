// The pictures, tables and formulas of the chapter that is shown, each to be laid out by itself, at its own size, in a
// frame as closed as those of the pages.

import type { Box, ReadingStyle } from '../book.ts';
import type { BookPicture, PictureView, ShownPictures } from '../excerpt.ts';
import { encodeImage } from '../images/encode-image.ts';
import type { Chapters } from '../layout/chapters.ts';
import { overlayGreys } from '../layout/grey-overlay.ts';
import { Shell } from '../layout/shell.ts';
import type { Slot } from '../layout/slot.ts';
import type { PageSize } from '../styles/page-style.ts';
import { readingCss } from '../styles/reading-css.ts';
import { cfiOfPoint, findPoint, readCfi } from '../text/cfi.ts';
import { excerptDocument } from './excerpt-document.ts';
import { captionOf, isCutOff, isSeen, isWorthSeeing, kindOf, pictureAround, picturesIn } from './find-pictures.ts';

export interface TouchedPicture {
  /** In the container's CSS pixels. */
  box: Box;
  open(): Promise<ShownPictures | undefined>;
}

export class ChapterPictures {
  readonly #chapters: Chapters;

  constructor(chapters: Chapters) {
    this.#chapters = chapters;
  }

  /** What a tap or a held finger at a point of the slot's frame means to look at. */
  under(slot: Slot, x: number, y: number, held: boolean): TouchedPicture | undefined {
    const { document, fixed } = slot.shell;
    const touched = document.elementFromPoint(x, y);
    const element = pictureAround(touched);
    if (!touched || !element || !isWorthSeeing(element)) return undefined;
    const picture = kindOf(element) === 'picture';
    // Pages that are pictures are turned by taps, and words of a table are selected by holding them.
    const meant = held ? picture : (picture && !fixed) || isCutOff(element);
    if (!meant || (held && fixed)) return undefined;
    return { box: slot.shell.toContainer(element.getBoundingClientRect()), open: () => this.#around(slot, element) };
  }

  /** From the first one that stands on the page. */
  async onPage(slots: readonly Slot[]): Promise<ShownPictures | undefined> {
    for (const slot of slots) {
      const { document, frame } = slot.shell;
      const element = picturesIn(document.body).find((one) => isWorthSeeing(one) && isSeen(one, frame));
      const found = element && (await this.#around(slot, element));
      if (found) return found;
    }
    return undefined;
  }

  /** All of the slot's chapter, and which of them is laid out as `element`. Rejects with `BookError`. */
  async #around(slot: Slot, element: Element): Promise<ShownPictures | undefined> {
    const section = slot.unit?.section;
    const base = this.#chapters.publication.spine[section ?? -1]?.cfiBase;
    const parent = element.parentNode;
    if (section === undefined || base === undefined || slot.failure || !parent) return undefined;
    const path = readCfi(cfiOfPoint(base, parent, [...parent.childNodes].indexOf(element)))?.start;
    const document = await this.#chapters.lend(section);
    const elements = picturesIn(document.body);
    const at = path ? elements.indexOf(findPoint(document, path)?.node as Element) : -1;
    return at < 0 ? undefined : { pictures: elements.map(bookPicture), at };
  }
}

function bookPicture(element: Element): BookPicture {
  const kind = kindOf(element);
  return {
    kind,
    caption: captionOf(element),
    show: (container, style) => showPicture(element, kind, container, style),
  };
}

/** Pictures have their own size; tables and formulas that of the text around them. */
const pictureCss = `
html, body { margin: 0 !important; padding: 0 !important; background: none !important; }
body { display: block !important; position: static !important; columns: auto !important; width: max-content !important; }
`;
const imgCss =
  'img, svg, object, video { width: auto !important; height: auto !important; min-width: 0 !important; min-height: 0 !important; max-width: none !important; max-height: none !important; margin: 0 !important; padding: 0 !important; display: block !important; filter: none !important; }';
const flowCss = (style: ReadingStyle, width: number) => `
${readingCss(style, '')}
body { padding: ${Math.round(style.fontSize / 2)}px !important; }
table { width: auto !important; max-width: none !important; margin: 0 !important; break-inside: auto; }
td, th { max-width: ${Math.round(width * 0.8)}px; }
caption { display: none !important; }
math { font-size: 1.6em; }
`;

async function showPicture(
  element: Element,
  kind: BookPicture['kind'],
  container: HTMLElement,
  style: ReadingStyle,
): Promise<PictureView> {
  const shell = new Shell(container);
  const room = { width: container.clientWidth, height: container.clientHeight };
  const css = pictureCss + (kind === 'picture' ? imgCss : flowCss(style, room.width));
  const document = excerptDocument([element], css);
  const wide = { width: room.width * 4, height: room.height };
  await shell.load({ document, textStart: 0, fixedSize: wide }, style, room);
  const size = shell.frame.isConnected ? sizeOf(shell, kind, room) : room;
  const { frame } = shell;
  frame.style.width = `${size.width}px`;
  frame.style.height = `${size.height}px`;
  frame.style.left = '0';
  frame.style.top = '0';
  frame.style.pointerEvents = 'none';
  const image = kind === 'picture' && shell.frame.isConnected ? shell.document.images[0] : undefined;
  const greys = image && overlayGreys(image);
  return {
    ...size,
    ...(image?.naturalWidth ? { png: () => pngOf(image) } : {}),
    sharpen: async (scale) => greys?.prepare(scale),
    place(scale, left, top) {
      const exact = greys?.showAt(scale) === true;
      const [x, y] = exact ? [toPixel(left), toPixel(top)] : [left, top];
      frame.style.transformOrigin = '0 0';
      frame.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    },
    show: () => shell.show(true),
    invert: (on) => {
      frame.style.filter = on ? 'invert(1)' : 'none';
    },
    close: () => shell.close(),
  };
}

/** Larger ones are made smaller: whatever they show, they stay below what is saved or copied in one piece. */
const mostPixels = 5e6;

async function pngOf(image: HTMLImageElement): Promise<Blob> {
  const { naturalWidth, naturalHeight } = image;
  const share = Math.min(1, Math.sqrt(mostPixels / Math.max(1, naturalWidth * naturalHeight)));
  const [width, height] = [naturalWidth, naturalHeight].map((side) => Math.max(1, Math.round(side * share)));
  const canvas = new OffscreenCanvas(width ?? 1, height ?? 1);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return encodeImage(canvas.transferToImageBitmap());
}

/** The nearest place at which a pixel of the panel begins. */
function toPixel(position: number): number {
  return Math.round(position * window.devicePixelRatio) / window.devicePixelRatio;
}

/** CSS pixels without any zoom. */
function sizeOf(shell: Shell, kind: BookPicture['kind'], room: PageSize): PageSize {
  const { document } = shell;
  const picture = document.body.querySelector('img, svg, math, table, object, video');
  if (!picture) return room;
  const own = kind === 'picture' ? ownSize(picture) : undefined;
  if (own) {
    (picture as HTMLElement).style.setProperty('width', `${own.width}px`, 'important');
    (picture as HTMLElement).style.setProperty('height', `${own.height}px`, 'important');
    return own;
  }
  const { width, height } = document.body.getBoundingClientRect();
  return { width: Math.max(1, Math.ceil(width)), height: Math.max(1, Math.ceil(height)) };
}

function ownSize(picture: Element): PageSize | undefined {
  if (picture.localName === 'img') {
    const { naturalWidth: width, naturalHeight: height } = picture as HTMLImageElement;
    return width > 0 && height > 0 ? { width, height } : undefined;
  }
  if (picture.localName !== 'svg') return undefined;
  const box = /^\s*[-\d.e]+[\s,]+[-\d.e]+[\s,]+([\d.e]+)[\s,]+([\d.e]+)\s*$/i.exec(
    picture.getAttribute('viewBox') ?? '',
  );
  const width = Number(box?.[1] ?? Number.parseFloat(picture.getAttribute('width') ?? ''));
  const height = Number(box?.[2] ?? Number.parseFloat(picture.getAttribute('height') ?? ''));
  return width > 0 && height > 0 && width < 100_000 && height < 100_000 ? { width, height } : undefined;
}
