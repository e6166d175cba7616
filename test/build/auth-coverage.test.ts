import { expect, test } from 'vitest';
import { coverageProblems, renderCoverage, resultsOf, type TestReport } from '../../build/checks/auth-coverage.ts';
import { root } from '../../build/run.ts';
import { note, row } from '../server/auth/document/rows/row.ts';

const result = (title: string, status: string, ...ancestorTitles: string[]) => ({ ancestorTitles, title, status });
const report: TestReport = {
  testResults: [
    {
      name: `${root}/test/server/auth/tokens.test.ts`,
      assertionResults: [
        result('both', 'passed', 'sqlite'),
        result('both', 'passed', 'postgres'),
        result('one', 'passed', 'sqlite'),
        result('one', 'failed', 'postgres'),
        result('skipped', 'skipped', 'sqlite'),
        result('first', 'passed', 'plan'),
        result('second', 'passed', 'plan'),
      ],
    },
  ],
};

test('a row without test, with an unknown, failed or skipped one, or with a second of its id is a problem', () => {
  const rows = [
    row('A1', 'good', 'auth/tokens > both', 'auth/tokens > plan > *'),
    row('A2', 'unknown', 'auth/tokens > nothing'),
    row('A3', 'failed on one database', 'auth/tokens > one'),
    row('A4', 'skipped', 'auth/tokens > skipped'),
    note('A5', 'history', 'nothing to do'),
    { id: 'A6', says: 'without', tests: [] },
    row('A1', 'again', 'auth/tokens > both'),
    row('A7', 'none of them', 'auth/tokens > other > *'),
  ];
  const results = resultsOf(report);
  expect(coverageProblems([{ title: 'All', rows }], results)).toEqual([
    'A2: there is no test "auth/tokens > nothing"',
    'A3: "auth/tokens > one" did not pass',
    'A4: "auth/tokens > skipped" did not pass',
    'A6 has no test',
    'A1 is there twice',
    'A7: there is no test "auth/tokens > other > *"',
  ]);
  const sections = [{ title: 'All', rows }];
  const page = renderCoverage({ path: 'page.md', title: 'Page', asks: 'Asked', sections }, results);
  expect(page).toContain('8 rows, 1 of them with what this server does');
  expect(page).toContain('| A1 | good | `auth/tokens > both`<br>`auth/tokens > plan > *` | yes |');
  expect(page).toContain('| A3 | failed on one database | `auth/tokens > one` | no |');
  expect(page).toContain('| A5 | history **Here:** nothing to do |  |  |');
});
