// Keys of a picture that fills the screen. Arrows move what is seen, so the bar's buttons are reached by Tab.

import type { Pictures } from './pictures.ts';

type Act = (pictures: Pictures, close: () => void) => void;

const acts: Readonly<Record<string, Act>> = {
  '+': (pictures) => pictures.zoom(1),
  '=': (pictures) => pictures.zoom(1),
  '-': (pictures) => pictures.zoom(-1),
  '0': (pictures) => pictures.whole(),
  '1': (pictures) => pictures.ownSize(),
  n: (pictures) => void pictures.step(1),
  p: (pictures) => void pictures.step(-1),
  s: (pictures) => void pictures.save(),
  c: (pictures) => void pictures.copy(),
  i: (pictures) => void pictures.toggleInvert(),
  ArrowLeft: (pictures) => pictures.move(-1, 0),
  ArrowRight: (pictures) => pictures.move(1, 0),
  ArrowUp: (pictures) => pictures.move(0, -1),
  ArrowDown: (pictures) => pictures.move(0, 1),
  AudioVolumeDown: (pictures) => pictures.turn(1),
  AudioVolumeUp: (pictures) => pictures.turn(-1),
  Home: (pictures) => pictures.whole(),
  Backspace: (_, close) => close(),
};

/** True when the key was used. */
export function pictureKey(event: KeyboardEvent, pictures: Pictures, close: () => void): boolean {
  const act = Object.hasOwn(acts, event.key) ? acts[event.key] : undefined;
  act?.(pictures, close);
  return act !== undefined;
}
