// The reader's speed in a book, learned from turns of pages, and the time that what is left will take. Unknown until
// enough was really read. Pure.

import type { PaceFacts } from '../../db/reading/reading-pace.ts';

/** Turns and seconds before which nothing is said. */
const fewestTurns = 4;
const fewestSeconds = 90;
/** Seconds that count: about the last hour, so that a reader who gets faster is believed. */
const memory = 3600;
/** Characters in a second; outside of it a page was leafed over, or the reader was elsewhere. */
const slowest = 0.8;
const fastest = 120;

/** `characters` were on a page that was read for so many seconds and then turned. */
export function learnPace(facts: PaceFacts, characters: number, seconds: number): PaceFacts {
  const speed = characters / Math.max(seconds, 0.001);
  if (characters <= 0 || speed < slowest || speed > fastest) return facts;
  const kept = Math.min(1, memory / Math.max(1, facts.seconds));
  return {
    characters: facts.characters * kept + characters,
    seconds: facts.seconds * kept + seconds,
    turns: facts.turns + 1,
  };
}

/** Whole minutes, at least one while anything is left; `undefined` while the speed is not known. */
export function minutesFor(facts: PaceFacts, characters: number): number | undefined {
  const { turns, seconds } = facts;
  if (turns < fewestTurns || seconds < fewestSeconds) return undefined;
  if (characters <= 0) return 0;
  return Math.max(1, Math.round(((characters / facts.characters) * seconds) / 60));
}
