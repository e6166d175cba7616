// Waiting for a chapter's pictures: loaded before it is measured, decoded before its page is shown.

import { delay } from '../after-paint.ts';
import { begin, mediaIn } from './media.ts';
import { stylePictures } from './style-pictures.ts';

/** Milliseconds: a picture that takes longer leaves a gap rather than holding up the chapter. */
const patience = 5000;

interface Decodable extends Element {
  decode?: () => Promise<void>;
}

/**
 * Resolves when every picture has its size, and embedded pages and films have theirs. Broken ones count as ready.
 * `measuring`: nobody will see them.
 */
export async function picturesReady(document: Document, measuring = false): Promise<void> {
  const come = (address: string) => read(document, address, measuring);
  const waits: Promise<unknown>[] = stylePictures(document).map(come);
  for (const picture of document.images) {
    picture.decoding = 'sync';
    if (!picture.complete) waits.push(settled(picture));
  }
  for (const picture of document.querySelectorAll<Decodable>('svg image')) waits.push(decoded(picture));
  for (const frame of document.querySelectorAll('iframe')) if (isComing(frame)) waits.push(settled(frame));
  for (const film of document.querySelectorAll('video[poster]')) waits.push(come(film.getAttribute('poster') ?? ''));
  // A sound's buttons are of one size, loaded or not.
  for (const medium of mediaIn(document)) if (!measuring || medium.localName === 'video') waits.push(begin(medium));
  if (waits.length > 0) await Promise.race([Promise.all(waits), delay(patience)]);
}

/** Decodes the pictures whose box is wanted. */
export async function showsSharp(document: Document, wanted: (rect: DOMRect) => boolean): Promise<void> {
  const shown = [...document.images].filter((picture) => wanted(picture.getBoundingClientRect()));
  if (shown.length > 0) await Promise.race([Promise.all(shown.map(decoded)), delay(patience)]);
}

/** How much of what the document's window shows is covered by pictures, 0–1; pictures over pictures count twice. */
export function pictureShare(document: Document): number {
  const { clientWidth: width, clientHeight: height } = document.defaultView?.frameElement ?? {
    clientWidth: 0,
    clientHeight: 0,
  };
  let covered = 0;
  for (const picture of document.querySelectorAll('img, svg, video')) {
    const { left, top, right, bottom } = picture.getBoundingClientRect();
    const across = Math.min(right, width) - Math.max(left, 0);
    const down = Math.min(bottom, height) - Math.max(top, 0);
    if (across > 0 && down > 0) covered += across * down;
  }
  return width * height > 0 ? Math.min(1, covered / (width * height)) : 0;
}

function settled(element: Element): Promise<void> {
  return new Promise((resolve) => {
    element.addEventListener('load', () => resolve(), { once: true });
    element.addEventListener('error', () => resolve(), { once: true });
  });
}

/** Reads it for the document's window, which has it at hand from then on, and decodes what will be seen. */
function read(document: Document, address: string, measuring: boolean): Promise<void> {
  const picture = document.createElementNS('http://www.w3.org/1999/xhtml', 'img') as HTMLImageElement;
  picture.src = address;
  return measuring ? settled(picture) : decoded(picture);
}

/** Its own page has not taken the place of the empty one yet, or is not whole. */
function isComing(frame: HTMLIFrameElement): boolean {
  // One of a drawing is no frame.
  const page = frame.contentDocument as Document | null | undefined;
  return frame.hasAttribute('src') && Boolean(page) && (page?.URL === 'about:blank' || page?.readyState !== 'complete');
}

async function decoded(picture: Decodable): Promise<void> {
  try {
    await picture.decode?.();
  } catch {
    // Broken or missing: its alternative text is shown.
  }
}
