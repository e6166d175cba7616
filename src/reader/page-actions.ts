// What the page's actions do: keys, taps and buttons name one, and this table carries it out.

import type { PageAction } from './input.ts';
import { cornerRegion } from './page-room.ts';
import type { Reading } from './reading.ts';

type Act = (reading: Reading, held: boolean) => void;

export const pageActions: Readonly<Record<PageAction, Act>> = {
  next: (reading, held) => reading.later(reading.turns?.turn('next', held)),
  previous: (reading, held) => reading.later(reading.turns?.turn('previous', held)),
  menu: (reading) => reading.show('menu'),
  start: (reading) => reading.later(reading.turns?.jumpToEdge('start')),
  end: (reading) => reading.later(reading.turns?.jumpToEdge('end')),
  nextChapter: (reading) => reading.later(reading.turns?.jumpChapter(1)),
  previousChapter: (reading) => reading.later(reading.turns?.jumpChapter(-1)),
  back: (reading) => reading.back(),
  forward: (reading) => reading.forward(),
  goTo: (reading) => reading.show('goTo'),
  contents: (reading) => reading.show('contents'),
  search: (reading) => reading.show('search'),
  nextMatch: (reading) => reading.features?.search.step(1),
  previousMatch: (reading) => reading.features?.search.step(-1),
  type: (reading) => reading.show('type'),
  night: (reading) => reading.later(reading.changeStyle({ night: !reading.state.getState().style.night })),
  clean: (reading) => reading.clean(),
  keys: (reading) => reading.show('keys'),
  pictures: (reading) => reading.later(reading.features?.pictures.openOnPage()),
  bookmark: (reading) => reading.later(reading.marking?.toggleBookmark(cornerRegion(reading.room()))),
  select: (reading) => reading.features?.selecting.begin(),
};
