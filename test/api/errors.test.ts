// The table of errors: stable words and numbers that no two errors share.

import { describe, expect, it } from 'vitest';
import { catalog } from '../../api/catalog.ts';
import { AppError, errorTable, isErrorCode } from '../../api/errors.ts';
import type { Domain } from '../../api/route.ts';

const rows = Object.entries(errorTable);
const domains: readonly Domain[] = catalog;

describe('the table of errors', () => {
  it('has words in snake case and no number twice', () => {
    for (const [word] of rows) expect(word).toMatch(/^[a-z]+(_[a-z]+)*$/);
    const numbers = rows.map(([, row]) => row.errcode);
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const number of numbers) expect(number).toBeLessThan(0);
  });

  it('keeps the four numbers that existing clients know', () => {
    expect(errorTable.not_signed_in.errcode).toBe(-2010);
    expect(errorTable.session_expired.errcode).toBe(-2012);
    expect(errorTable.bad_argument.errcode).toBe(-2003);
    expect(errorTable.no_permission.errcode).toBe(-2041);
  });

  it('answers with an HTTP error status and a whole sentence', () => {
    for (const [word, row] of rows) {
      expect(row.status, word).toBeGreaterThanOrEqual(400);
      expect(row.status, word).toBeLessThan(600);
      expect(row.errmsg, word).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('knows every error that a route names, each named once', () => {
    for (const domain of domains)
      for (const [key, route] of Object.entries(domain.routes)) {
        const codes = route.errors ?? [];
        expect(
          codes.filter((code) => !isErrorCode(code)),
          key,
        ).toEqual([]);
        expect(new Set(codes).size, key).toBe(codes.length);
      }
  });

  it('knows no inherited name', () => {
    expect(isErrorCode('constructor')).toBe(false);
    expect(isErrorCode(undefined)).toBe(false);
  });
});

describe('an error', () => {
  it('becomes the flat body', () => {
    const error = new AppError('bad_argument', 'The range is missing.', { range: 'required' });
    expect(error.status).toBe(400);
    expect(error.body('r-1')).toEqual({
      error: 'bad_argument',
      errcode: -2003,
      errmsg: 'The range is missing.',
      requestId: 'r-1',
      details: { range: 'required' },
    });
  });

  it('says the table’s sentence and leaves details out when there are none', () => {
    expect(new AppError('not_found').body('r-2')).toEqual({
      error: 'not_found',
      errcode: -2050,
      errmsg: errorTable.not_found.errmsg,
      requestId: 'r-2',
    });
  });
});
