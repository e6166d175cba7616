// Dates are written in the client's language.

import { afterEach, expect, it } from 'vitest';
import { dayOf, isoDayOf, momentOf } from '../../../src/strings/dates.ts';

const before = document.documentElement.lang;

afterEach(() => {
  document.documentElement.lang = before;
});

it.each(['en', 'zh-Hans', 'zh-Hant'])('in %s', (language) => {
  document.documentElement.lang = language;
  const at = 1_700_000_000;
  expect(dayOf(at)).toBe(new Intl.DateTimeFormat(language).format(at * 1000));
  expect(momentOf(at).startsWith(dayOf(at))).toBe(true);
});

it('in the form for every language, the day is the one of the reader', () => {
  expect(isoDayOf(new Date(2026, 2, 5, 0, 10).getTime() / 1000)).toBe('2026-03-05');
  expect(isoDayOf(new Date(2026, 10, 25, 23, 50).getTime() / 1000)).toBe('2026-11-25');
});
