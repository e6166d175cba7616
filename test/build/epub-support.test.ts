import { expect, test } from 'vitest';
import { type EpubRow, epubRows, renderEpubSupport } from '../../build/checks/epub-support.ts';

const row = (name: string, area: string, result: EpubRow['result']): EpubRow => ({
  name,
  area,
  asks: `What ${name} asks`,
  result,
  seen: 'a | b\nc',
});

test('rows come out of a report, by area, with how many of each result there are', () => {
  const report = {
    testResults: [
      { assertionResults: [{}, { meta: { epub: row('z', 'Two', 'pass') } }, { meta: {} }] },
      {
        assertionResults: [
          { meta: { epub: row('y', 'One', 'unsupported') } },
          { meta: { epub: row('x', 'Two', 'wrong') } },
        ],
      },
    ],
  };
  const rows = epubRows(report);
  expect(rows.map(({ name }) => name)).toEqual(['z', 'y', 'x']);
  const page = renderEpubSupport(rows);
  expect(page).toContain('3 books: 1 pass, 1 are wrong, 1 ask for what this reader does not do.');
  expect(page.indexOf('## One')).toBeLessThan(page.indexOf('## Two'));
  expect(page).toContain('| `z` | What z asks | a \\| b c | pass |\n| `x` | What x asks | a \\| b c | wrong |\n');
});

test('a run without the suite has no rows', () => {
  expect(epubRows({ testResults: [{ assertionResults: [{ meta: {} }] }] })).toEqual([]);
});
