// Connects an open book's pages with what the reader's hand does on them. Every sign of the reader counts as reading.

import type { BookView, ViewEvents } from '../../book/book.ts';
import type { Reading } from '../reading.ts';
import type { ReadingParts } from '../reading-parts.ts';
import { targetOf } from '../turning/places.ts';
import { swipeAction } from './input.ts';
import { listenToTaps } from './listen-to-taps.ts';
import { resizeBy } from './page-actions.ts';

export function listenToView(reading: Reading, view: BookView, hand: ReadingParts['hand']): void {
  const on = <E extends keyof ViewEvents>(event: E, listener: (value: ViewEvents[E]) => void) =>
    view.on(event, (value) => {
      reading.touch();
      listener(value);
    });
  on('followed', ({ from }) => reading.turns?.leave(targetOf(from)));
  on('outsideLink', ({ url }) => reading.state.setState({ outside: url }));
  on('markTapped', (tapped) => reading.marking?.tapped(tapped));
  on('tap', listenToTaps(reading));
  on('swipe', ({ direction }) => {
    if (reading.controls.swipes) reading.act(swipeAction(direction, reading.direction));
  });
  on('pinch', (pinch) => resizeBy(reading, pinch));
  on('key', (event) => {
    hand('key');
    reading.pressed(event);
  });
  // What a finger means is told when it is known, and counts as reading then.
  view.on('finger', ({ sign }) => hand(sign));
}
