// The reader's speed in a book, learned from turns of pages, and the time that what is left will take. Unknown until
// enough was really read. Pure.

import type { PaceFacts } from '../../db/reading/reading-pace.ts';

/** Turns and seconds before which nothing is said. */
const fewestTurns = 4;
const fewestSeconds = 90;
/** Seconds that count: about the last hour, so that a reader who gets faster is believed. */
const memory = 3600;
/** What is read, and how much is left, is told in; of each a reader has a speed of its own. */
export type PaceUnit = 'characters' | 'pages';

/** Of them in a second; outside of it a page was leafed over, or the reader was elsewhere. */
const speeds: Record<PaceUnit, { slowest: number; fastest: number }> = {
  characters: { slowest: 0.8, fastest: 120 },
  pages: { slowest: 1 / 900, fastest: 1 / 2 },
};

/** As much was on what was read for so many seconds and then turned. */
export function learnPace(facts: PaceFacts, amount: number, seconds: number, unit: PaceUnit = 'characters'): PaceFacts {
  const speed = amount / Math.max(seconds, 0.001);
  if (amount <= 0 || speed < speeds[unit].slowest || speed > speeds[unit].fastest) return facts;
  const before = measured(facts, unit);
  const kept = Math.min(1, memory / Math.max(1, before.seconds));
  const read = before.read * kept + amount;
  const learned = { seconds: before.seconds * kept + seconds, turns: before.turns + 1 };
  return unit === 'pages' ? { ...facts, pages: { read, ...learned } } : { ...facts, characters: read, ...learned };
}

/** Whole minutes, at least one while anything is left; `undefined` while the speed is not known. */
export function minutesFor(facts: PaceFacts, amount: number, unit: PaceUnit = 'characters'): number | undefined {
  const { read, seconds, turns } = measured(facts, unit);
  if (turns < fewestTurns || seconds < fewestSeconds) return undefined;
  if (amount <= 0) return 0;
  return Math.max(1, Math.round(((amount / read) * seconds) / 60));
}

function measured({ characters, seconds, turns, pages }: PaceFacts, unit: PaceUnit) {
  if (unit === 'characters') return { read: characters, seconds, turns };
  return pages ?? { read: 0, seconds: 0, turns: 0 };
}
