// Dates are written in the client's language.

import { afterEach, expect, it } from 'vitest';
import { dayOf, momentOf } from '../../../src/strings/dates.ts';

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
