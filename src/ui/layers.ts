// Which layer (screen, menu, dialog) is on top, for keys and focus: only the top one answers. When a layer closes,
// the focus returns to where it was.

import { useLayoutEffect, useRef } from 'preact/hooks';

export interface LayerKeys {
  /** Every key as the device names it, before anything that was learned of it; true when it was used. */
  raw?: (event: KeyboardEvent) => boolean;
  /** Escape, and the back key of a device. */
  back?: () => void;
  /** PageUp, PageDown and their kin: −1 or 1. */
  page?: (step: -1 | 1) => void;
  /** Any other key; true when it was used. */
  key?: (event: KeyboardEvent) => boolean;
}

export interface Layer {
  element: HTMLElement;
  keys: LayerKeys;
}

const layers: Layer[] = [];

export function topLayer(): Layer | undefined {
  return layers.at(-1);
}

/**
 * A layer appeared on the screen or went from it; `box` in CSS pixels of the window. A view is what the window shows,
 * everything else lies over one.
 */
export type LayerListener = (change: 'shown' | 'closed', box: DOMRect, view: boolean, element: HTMLElement) => void;

const listeners = new Set<LayerListener>();

/** For those who refresh the panel. Returns what stops it. */
export function watchLayers(listener: LayerListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export interface LayerOptions {
  /** The focus stays where it is, and keys still come here. */
  keepFocus?: boolean;
  /** Puts the element where it belongs, before it is painted and before anybody is told where it is. */
  place?: (element: HTMLElement) => void;
}

/** Makes the element that the returned ref is given to the top layer while it is mounted. */
export function useLayer(keys: LayerKeys, { keepFocus = false, place }: LayerOptions = {}) {
  const element = useRef<HTMLDivElement>(null);
  const layer = useRef<Layer | undefined>(undefined);
  // The newest handlers, without taking the layer off and putting it on top again.
  if (layer.current) layer.current.keys = keys;
  useLayoutEffect(() => {
    if (!element.current) return;
    const before = document.activeElement;
    const own: Layer = { element: element.current, keys };
    layer.current = own;
    layers.push(own);
    place?.(own.element);
    // Taken from a view that is still shown, the focus would leave it in a paint of its own.
    if (!keepFocus && !own.element.closest(behind)) focusFirst(own.element);
    // What a paged list shows first is there only once the list has measured its room, before the same paint.
    if (document.activeElement === own.element) requestAnimationFrame(() => focusLate(own.element));
    tell('shown', own.element);
    return () => {
      tell('closed', own.element);
      layers.splice(layers.indexOf(own), 1);
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return element;
}

/** What lies behind another view until it is ready. */
export const behind = '[data-behind]';

function tell(change: 'shown' | 'closed', element: HTMLElement): void {
  // Of a view behind another one nothing is seen; whoever shows it says so.
  if (listeners.size === 0 || element.closest(behind)) return;
  const box = element.getBoundingClientRect();
  for (const listener of listeners) listener(change, box, isView(element), element);
}

/** Whether what is on top is a view, with nothing over it. */
export function isViewOnTop(): boolean {
  const top = topLayer();
  return top !== undefined && isView(top.element);
}

function isView(element: HTMLElement): boolean {
  return element.classList.contains('screen') || element.classList.contains('reader');
}

function focusLate(element: HTMLElement): void {
  if (element.isConnected && document.activeElement === element) focusFirst(element);
}

function focusFirst(element: HTMLElement): void {
  const first = element.querySelector<HTMLElement>('[data-first]:not(:disabled)');
  if (first) first.focus({ preventScroll: true });
  else if (!element.contains(document.activeElement)) element.focus({ preventScroll: true });
}
