// What keys do in the panel of a note: Tab goes round its links and buttons, arrows go to what lies that way, and turn
// the note's pages where nothing does.

import { nearestInDirection } from '../../ui/nearest-in-direction.ts';
import type { Footnotes } from './footnotes.ts';

/** True when the key was used; arrows that lead to something are left to the layer. */
export function noteKey(panel: HTMLElement | null, footnotes: Footnotes, { key, shiftKey }: KeyboardEvent): boolean {
  switch (key) {
    case 'Tab':
      if (panel) goRound(panel, shiftKey ? -1 : 1);
      return true;
    case 'ArrowDown':
    case 'ArrowUp':
      if (panel && leadsOn(panel, key === 'ArrowDown' ? 'down' : 'up')) return false;
      footnotes.turn(key === 'ArrowDown' ? 1 : -1);
      return true;
    case 'AudioVolumeDown':
    case 'AudioVolumeUp':
      footnotes.turn(key === 'AudioVolumeDown' ? 1 : -1);
      return true;
    default:
      return false;
  }
}

/** Where what had the focus went with its page, `step` pages ahead or back; 0: with its note. */
export function keepFocus(panel: HTMLElement | null, step: number): void {
  if (!panel || document.activeElement !== document.body) return;
  const links = step === 0 ? [] : [...panel.querySelectorAll<HTMLElement>('.note-link')];
  const next = (step > 0 ? links[0] : links.at(-1)) ?? panel.querySelector<HTMLElement>('[data-first]');
  next?.focus({ preventScroll: true });
}

/** The links come before the buttons: from the one that closes the note, Tab leads to the first. */
function goRound(panel: HTMLElement, direction: 1 | -1): void {
  const stops = [
    ...panel.querySelectorAll<HTMLElement>('.note-link'),
    ...panel.querySelectorAll<HTMLElement>('.note-bar button:not(:disabled)'),
  ];
  const at = stops.findIndex((stop) => stop.matches(':focus'));
  // From elsewhere to the first one, or to the last.
  const next = at < 0 && direction < 0 ? stops.length - 1 : (at + direction + stops.length) % stops.length;
  stops[next]?.focus({ preventScroll: true });
}

function leadsOn(panel: HTMLElement, direction: 'up' | 'down'): boolean {
  const current = document.activeElement;
  if (!(current instanceof HTMLElement) || !panel.contains(current)) return false;
  const others = [...panel.querySelectorAll<HTMLElement>('button:not(:disabled)')].filter((one) => one !== current);
  const boxes = others.map((one) => one.getBoundingClientRect());
  return nearestInDirection(current.getBoundingClientRect(), boxes, direction) >= 0;
}
