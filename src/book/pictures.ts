// Waiting for a chapter's pictures: loaded before it is measured, decoded before its page is shown.

import { delay } from './after-paint.ts';

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
