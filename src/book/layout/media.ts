// Sounds and films of a chapter: they load where they are shown, and stand there with their buttons once they are loaded.

import { afterPaint, delay } from '../after-paint.ts';
import { hidden } from '../preparing/show-parts.ts';

/** Milliseconds: a first picture is not what the chapter is read for. */
const patience = 1000;

const begun = 'data-octavo-begun';

/**
 * While it loads the browser turns a wheel over it, to the end of its round: eighty frames of a page that stands still.
 * The wheel has no name, but it inherits what is said of all around it. There are buttons wherever there are no scripts,
 * whatever the book says; the round one over the picture comes gradually, and does what the one below it does.
 */
export const mediaCss = `
:is(audio, video)::-webkit-media-controls { visibility: hidden !important; }
:is(audio, video)[${begun}]::-webkit-media-controls-enclosure { visibility: visible !important; }
video::-webkit-media-controls-overlay-play-button { display: none !important; }
audio::-webkit-media-controls-panel, audio::-webkit-media-controls-timeline,
video::-webkit-media-controls-panel, video::-webkit-media-controls-timeline { transition: none !important; }`;

export function mediaIn(document: Document): HTMLMediaElement[] {
  const named = document.querySelectorAll<HTMLMediaElement>(`:is(audio, video):not([${hidden}])`);
  // Those of a drawing are none.
  return [...named].filter((element) => 'load' in element);
}

/** Sounds and films that found no window to load in while the chapter was prepared. Call where they are shown. */
export function loadMedia(document: Document): void {
  for (const medium of mediaIn(document)) medium.load();
}

/** Resolves when what stands for it on the page is there: its length or its first picture, and its buttons. */
export async function begin(medium: HTMLMediaElement): Promise<void> {
  const { preload, networkState, error, readyState } = medium;
  const comes = networkState === medium.NETWORK_LOADING || networkState === medium.NETWORK_IDLE;
  if (preload !== 'none' && comes && !error && readyState < medium.HAVE_CURRENT_DATA)
    await Promise.race([loaded(medium), delay(patience)]);
  medium.setAttribute(begun, '');
}

/** Resolves when their buttons stand: they are told of their size, and of what has loaded, in frames to come. */
export async function buttonsStand(document: Document): Promise<void> {
  if (mediaIn(document).length > 0) await afterPaint();
}

function loaded(medium: HTMLMediaElement): Promise<void> {
  return new Promise((resolve) => {
    medium.addEventListener('loadeddata', () => resolve(), { once: true });
    // Those of its sources do not bubble.
    medium.addEventListener('error', () => resolve(), { once: true, capture: true });
  });
}
