// What the page's actions do: keys, taps and buttons name one, and this table carries it out.

import type { ViewEvents } from '../../book/book.ts';
import { readingValues } from '../../db/settings/reading-choices.ts';
import type { Narrating } from '../narration/narrating.ts';
import type { Reading } from '../reading.ts';
import { cornerRegion } from '../turning/page-room.ts';
import type { PageAction } from './input.ts';

export function act(reading: Reading, action: PageAction, held: boolean): void {
  const { turns } = reading;
  const carryOut = () => pageActions[action](reading, held);
  // What is asked for instead of a chapter that does not come is not kept waiting by it.
  if (action !== 'next' && action !== 'previous') turns?.giveUp();
  // A panel that opened before the page that is coming would close with it.
  if (turns?.moving && aboutThePage.has(action)) reading.later(turns.inOrder(async () => carryOut()));
  else carryOut();
}

type Act = (reading: Reading, held: boolean) => void;

const pageActions: Readonly<Record<PageAction, Act>> = {
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
  search: (reading) => {
    if (reading.features?.search.possible) reading.show('search');
  },
  nextMatch: (reading) => reading.features?.search.step(1),
  previousMatch: (reading) => reading.features?.search.step(-1),
  type: (reading) => reading.show('type'),
  larger: (reading) => resize(reading, 1),
  smaller: (reading) => resize(reading, -1),
  night: (reading) => reading.later(reading.changeStyle(({ night }) => ({ night: !night }))),
  clean: (reading) => reading.clean(),
  keys: (reading) => reading.show('keys'),
  pictures: (reading) => reading.later(reading.features?.pictures.openOnPage()),
  links: (reading) => reading.features?.pressing.begin(),
  // Held down it would pause and go on again and again.
  aloud: (reading, held) => held || reading.features?.narrating.toggle(),
  endAloud: (reading) => whileOpen(reading, (narrating) => narrating.end()),
  nextPhrase: (reading) => whileOpen(reading, (narrating) => narrating.step(1)),
  previousPhrase: (reading) => whileOpen(reading, (narrating) => narrating.step(-1)),
  voiceSpeed: (reading) => whileOpen(reading, (narrating) => narrating.changeSpeed()),
  skipNotes: (reading) => whileOpen(reading, (narrating) => narrating.toggleSkip()),
  leaveList: (reading) => whileOpen(reading, (narrating) => narrating.leave()),
  bookmark: (reading) => reading.later(reading.marking?.toggleBookmark(cornerRegion(reading.room()))),
  select: (reading) => reading.features?.selecting.begin(),
};

/** What is about the voice means nothing while none reads. */
function whileOpen({ features }: Reading, step: (narrating: Narrating) => void): void {
  if (features?.narrating.state.getState().open) step(features.narrating);
}

/** What is about the page that is shown: where another one is coming, about that. */
const aboutThePage: ReadonlySet<PageAction> = new Set<PageAction>([
  ...(['menu', 'goTo', 'contents', 'search', 'type', 'keys', 'clean'] as const),
  ...(['nextMatch', 'previousMatch', 'pictures', 'links', 'bookmark', 'select'] as const),
]);

const zooms = { least: 1, most: 4, step: 0.25 };

/** The text where it is set anew; the page where that is drawn as it is. */
function resize(reading: Reading, step: 1 | -1): void {
  const { pages } = reading.features ?? {};
  if (pages?.drawn) {
    pages.change(({ zoom }) => ({ zoom: withinZooms(zoom + step * zooms.step) }));
    return;
  }
  const sizes = readingValues.fontSize;
  reading.later(
    reading.changeStyle(({ fontSize }) => {
      const next = step > 0 ? sizes.find((size) => size > fontSize) : sizes.findLast((size) => size < fontSize);
      return next === undefined ? {} : { fontSize: next };
    }),
  );
}

/** Two fingers: a drawn page grows as they go apart, around them; text by the root of that, which fingers can measure out. */
export function resizeBy(reading: Reading, { ratio, x, y }: ViewEvents['pinch']): void {
  const { pages } = reading.features ?? {};
  if (pages?.drawn) {
    const zoomed = (zoom: number) => withinZooms(Math.round((zoom * ratio) / zooms.step) * zooms.step);
    pages.change(({ zoom }) => ({ zoom: zoomed(zoom) }), { x, y });
    return;
  }
  reading.later(
    reading.changeStyle(({ fontSize }) => {
      const away = (size: number) => Math.abs(size - fontSize * Math.sqrt(ratio));
      return { fontSize: readingValues.fontSize.reduce((best, size) => (away(size) < away(best) ? size : best)) };
    }),
  );
}

const withinZooms = (zoom: number) => Math.min(zooms.most, Math.max(zooms.least, zoom));
