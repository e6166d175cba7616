// One listener for all keys: arrows move the focus by geometry within the top layer, Tab in order, page keys turn its
// page, Escape goes back. Fields keep the keys that edit their text.

import { type Layer, topLayer } from './layers.ts';
import { type Direction, nearestInDirection } from './nearest-in-direction.ts';

const directions: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
/** Of volume keys nothing comes here where the reader has switched them off: they are learned as no key at all. */
const pageSteps: Record<string, -1 | 1> = { PageUp: -1, PageDown: 1, AudioVolumeUp: -1, AudioVolumeDown: 1 };
const backKeys = new Set(['Escape', 'BrowserBack', 'GoBack']);
const focusable =
  'button:not(:disabled), input:not(:disabled):not([type="hidden"]), textarea:not(:disabled), [tabindex="0"], a[href]';

/** Starts answering keys; returns what stops it. */
export function listenToKeys(): () => void {
  const listener = (event: KeyboardEvent) => {
    if (!event.defaultPrevented && handleKey(event)) event.preventDefault();
  };
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) lastFocused = target;
  };
  window.addEventListener('keydown', listener);
  window.addEventListener('focusin', remember);
  return () => {
    window.removeEventListener('keydown', listener);
    window.removeEventListener('focusin', remember);
  };
}

/** A button that can do no more loses the focus; the next arrow leads on from there. */
let lastFocused: HTMLElement | undefined;

let learned: ReadonlyMap<string, string> = new Map();

/** Keys of a device's own buttons, by name or code → the key that each stands for; an empty name: none at all. */
export function learnKeys(keys: ReadonlyMap<string, string>): void {
  learned = keys;
}

/** True when the key was used. Also called for keys that the book's frame swallowed. */
export function handleKey(event: KeyboardEvent): boolean {
  const layer = topLayer();
  if (!layer || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return false;
  if (layer.keys.raw?.(event)) return true;
  const inText = event.target instanceof HTMLTextAreaElement;
  const inField = inText || (event.target instanceof HTMLInputElement && isText(event.target));
  // Lines are moved through with every key; only the way out of them is the layer's.
  if (inText && !backKeys.has(event.key) && event.key !== 'Tab') return false;
  const meant = inField && event.key.length === 1 ? undefined : (learned.get(event.key) ?? learned.get(event.code));
  if (meant === undefined) return answer(layer, event, inField);
  if (meant === '') return false;
  const { shiftKey, repeat } = event;
  if (answer(layer, new KeyboardEvent('keydown', { key: meant, shiftKey, repeat }), inField)) return true;
  // The browser presses what has the focus for a real Enter only.
  const focused = document.activeElement;
  if (meant === 'Enter' && focused instanceof HTMLElement && layer.element.contains(focused)) focused.click();
  return true;
}

function answer(layer: Layer, event: KeyboardEvent, inField: boolean): boolean {
  if (layer.keys.key?.(event)) return true;
  if (backKeys.has(event.key) && layer.keys.back) {
    layer.keys.back();
    return true;
  }
  const step = pageSteps[event.key];
  if (step && layer.keys.page) {
    layer.keys.page(step);
    return true;
  }
  if (event.key === 'Tab') {
    // By itself it would leave the layer for what lies behind it.
    stepFocus(layer.element, event.shiftKey ? -1 : 1);
    return true;
  }
  const direction = directions[event.key];
  if (!direction || (inField && (direction === 'left' || direction === 'right'))) return false;
  moveFocus(layer.element, direction);
  return true;
}

function isText(input: HTMLInputElement): boolean {
  return !['checkbox', 'radio', 'button', 'file'].includes(input.type);
}

function stepFocus(root: HTMLElement, step: -1 | 1): void {
  const candidates = focusableIn(root);
  const at = candidates.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 && step < 0 ? -1 : (at + step) % candidates.length;
  candidates.at(next)?.focus({ preventScroll: true });
}

function moveFocus(root: HTMLElement, direction: Direction): void {
  const candidates = focusableIn(root);
  const from = focusedIn(root);
  if (!from) {
    candidates[0]?.focus({ preventScroll: true });
    return;
  }
  const others = candidates.filter((element) => element !== from);
  const boxes = others.map((element) => element.getBoundingClientRect());
  const next = others[nearestInDirection(from.getBoundingClientRect(), boxes, direction)];
  next?.focus({ preventScroll: true });
}

function focusableIn(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) => element.tabIndex >= 0 && element.getClientRects().length > 0,
  );
}

/** What has the focus, or had it until it was disabled. */
function focusedIn(root: HTMLElement): HTMLElement | undefined {
  const current = document.activeElement;
  const element = current instanceof HTMLElement && current !== document.body ? current : lastFocused;
  return element && element !== root && root.contains(element) ? element : undefined;
}
