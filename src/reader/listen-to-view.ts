// Connects an open book's pages with what the reader's hand does on them. Every sign of the reader counts as reading.

import type { BookView, ViewEvents } from '../book/book.ts';
import { swipeAction, tapAction } from './input.ts';
import { targetOf } from './places.ts';
import type { Reading } from './reading.ts';

export function listenToView(reading: Reading, view: BookView): void {
  const on = <E extends keyof ViewEvents>(event: E, listener: (value: ViewEvents[E]) => void) =>
    view.on(event, (value) => {
      reading.touch();
      listener(value);
    });
  on('followed', ({ from }) => reading.turns?.leave(targetOf(from)));
  on('outsideLink', ({ url }) => reading.state.setState({ outside: url }));
  on('selected', (selected) => reading.marking?.selected(selected));
  on('markTapped', (tapped) => reading.marking?.tapped(tapped));
  on('tap', ({ x }) => {
    // A tap beside a selection ends it, and turns nothing.
    if (reading.state.getState().chosen) reading.marking?.unchoose();
    else reading.act(tapAction(x, reading.room().width, reading.direction));
  });
  on('swipe', ({ direction }) => reading.act(swipeAction(direction, reading.direction)));
  on('key', (event) => reading.pressed(event));
}
