// Reads the words that several verbs take as values of flags.

import { StartError } from '../../base/start-error.ts';

const most = 2_147_483_647;

/** Unix seconds of `2026-05-01` or `2026-05-01T10:00:00Z`. */
export function readDay(flag: string, word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  const time = /^\d{4}-\d{2}-\d{2}/.test(word) ? Math.floor(Date.parse(word) / 1000) : Number.NaN;
  if (!(time > 0)) throw new StartError(`--${flag} takes a date such as 2026-05-01, not "${word}".`);
  return time;
}

export function readCount(flag: string, word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  if (!/^\d{1,10}$/.test(word) || Number(word) > most) {
    throw new StartError(`--${flag} takes a whole number, not "${word}".`);
  }
  return Number(word);
}
