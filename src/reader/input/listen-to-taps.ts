// What a tap on the page does. Taps that turn the page do so at once; one in the middle waits a moment for a second,
// which means the word below it.

import type { ViewEvents } from '../../book/book.ts';
import type { Reading } from '../reading.ts';
import { tapAction } from './input.ts';

/** Milliseconds. */
const doubleTime = 260;

export function listenToTaps(reading: Reading): (tap: ViewEvents['tap']) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return ({ x, y, again }) => {
    clearTimeout(timer);
    const { chosen, selection } = reading.state.getState();
    // A tap beside a selection ends it, and turns nothing.
    if (chosen || selection) {
      reading.marking?.unchoose();
      return;
    }
    const action = tapAction(x, reading.room().width, reading.direction, reading.controls.taps);
    if (action !== 'menu') reading.act(action);
    else if (again) selectWord(reading, x, y);
    else timer = setTimeout(() => reading.act('menu'), doubleTime);
  };
}

function selectWord(reading: Reading, x: number, y: number): void {
  const selecting = reading.features?.selecting;
  if (selecting?.hold(x, y)) selecting.release();
}
