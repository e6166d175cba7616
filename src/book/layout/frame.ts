// The empty frame that a shell lays its chapters out in. The browser takes a while to make a frame's document stand, so
// one may be kept for the next book, and the first one of a book is begun while its package is read.

import { pagePolicy } from '../preparing/page-policy.ts';

export interface Frame {
  element: HTMLIFrameElement;
  /** Resolves when its document stands. */
  loaded: Promise<void>;
}

const empty = `<html xmlns="http://www.w3.org/1999/xhtml"><head><meta http-equiv="Content-Security-Policy" content="${pagePolicy}"/><title/></head><body/></html>`;
/** The same for all frames, and made before the first is wanted: the browser is waited for until it knows the address. */
const emptyAddress = URL.createObjectURL(new Blob([empty], { type: 'application/xhtml+xml' }));

const begun = new WeakMap<HTMLElement, Frame>();
/** Stands in the document's body until a container takes it. */
let kept: Frame | undefined;

/** Resolves when a frame stands that the next book begins with. Browsers that cannot move frames keep none. */
export async function keepFrame({ body }: Document): Promise<void> {
  if (!('moveBefore' in body)) return;
  if (!kept?.element.isConnected) kept = makeFrame(body);
  const { element, loaded } = kept;
  await loaded;
  // Asked for the first time, the browser makes a world for scripts of it.
  void element.contentDocument;
}

/** Begins the next frame of the container. Gives what removes it again, unless a shell has taken it. */
export function beginFrame(container: HTMLElement): () => void {
  const frame = frameIn(container);
  begun.set(container, frame);
  return () => {
    if (begun.get(container) !== frame) return;
    begun.delete(container);
    frame.element.remove();
  };
}

/** The one that was begun in the container, or a new one. */
export function takeFrame(container: HTMLElement): Frame {
  const frame = begun.get(container);
  begun.delete(container);
  // Whoever owns the container may have emptied it meanwhile.
  return frame?.element.parentElement === container ? frame : frameIn(container);
}

/** The kept one is moved with its document; anything but a move within one page would make it load anew. */
function frameIn(container: HTMLElement): Frame {
  const frame = kept;
  if (!frame?.element.isConnected || !container.isConnected) return makeFrame(container);
  if (frame.element.ownerDocument !== container.ownerDocument) return makeFrame(container);
  kept = undefined;
  container.moveBefore(frame.element, null);
  return frame;
}

function makeFrame(container: HTMLElement): Frame {
  const element = container.ownerDocument.createElement('iframe');
  element.setAttribute('sandbox', 'allow-same-origin');
  element.setAttribute('scrolling', 'no');
  element.tabIndex = -1;
  element.style.cssText = 'position:absolute;left:0;top:0;border:0;visibility:hidden;contain:strict';
  const loaded = new Promise<void>((resolve) => {
    element.addEventListener('load', () => resolve(), { once: true });
  });
  element.src = emptyAddress;
  container.append(element);
  return { element, loaded };
}
