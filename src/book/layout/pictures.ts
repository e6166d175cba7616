// Waiting for a chapter's pictures: loaded before it is measured, decoded before its page is shown.

import { delay } from '../after-paint.ts';

/** A picture that takes longer leaves a gap rather than holding up the chapter. */
const patience = 5000;

interface Decodable extends Element {
  decode?: () => Promise<void>;
}

/** Resolves when every picture has its size. Broken ones count as ready. */
export async function picturesReady(document: Document): Promise<void> {
  const waits: Promise<unknown>[] = [];
  for (const picture of document.images) {
    picture.decoding = 'sync';
    if (!picture.complete) waits.push(settled(picture));
  }
  for (const picture of document.querySelectorAll<Decodable>('svg image')) waits.push(decoded(picture));
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

function settled(picture: HTMLImageElement): Promise<void> {
  return new Promise((resolve) => {
    picture.addEventListener('load', () => resolve(), { once: true });
    picture.addEventListener('error', () => resolve(), { once: true });
  });
}

async function decoded(picture: Decodable): Promise<void> {
  try {
    await picture.decode?.();
  } catch {
    // Broken or missing: its alternative text is shown.
  }
}
