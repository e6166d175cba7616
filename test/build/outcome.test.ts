// The last lines of a run: they name what failed, and count a file that ran again as it ended.

import { expect, test } from 'vitest';
import { Outcome } from '../../build/tests/outcome.ts';
import type { FileReport } from '../../build/tests/run-part.ts';

const file = (name: string, ...statuses: string[]): FileReport => ({
  name,
  status: statuses.includes('failed') ? 'failed' : 'passed',
  message: '',
  assertionResults: statuses.map((status, index) => ({
    ancestorTitles: ['a room'],
    title: `test ${index}`,
    status,
    ...(status === 'failed' && { failureMessages: ['Error: expected 1\n    at a line'] }),
  })),
});
const report = (...testResults: FileReport[]) => ({ testResults });

test('a run without failures ends with its totals alone', () => {
  const outcome = new Outcome();
  outcome.addStage('types', []);
  outcome.addReport('src-1', report(file('/a.test.ts', 'passed', 'pending')), 0);
  expect(outcome.lines()).toEqual(['2 passed, 0 failed, 1 skipped']);
});

test('each failure is named with its message before the totals', () => {
  const outcome = new Outcome();
  outcome.addStage('lint', ['a.ts: no semicolon']);
  outcome.addReport('src-1', report(file('/a.test.ts', 'passed', 'failed')), 1);
  expect(outcome.failedFiles).toEqual(['/a.test.ts']);
  expect(outcome.lines()).toEqual([
    'FAILED lint\na.ts: no semicolon',
    'FAILED /a.test.ts\na room > test 1\nError: expected 1\n    at a line',
    '1 passed, 2 failed',
  ]);
});

test('a file that ran again counts as it ended', () => {
  const outcome = new Outcome();
  outcome.addReport('src-1', report(file('/a.test.ts', 'passed', 'failed'), file('/b.test.ts', 'passed')), 1);
  outcome.addReport('again', report(file('/a.test.ts', 'passed', 'passed')), 0);
  expect(outcome.lines()).toEqual(['3 passed, 0 failed']);
});

test('a file that cannot be loaded and an error outside every test are failures', () => {
  const outcome = new Outcome();
  const unloaded = { ...file('/a.test.ts'), status: 'failed', message: 'SyntaxError' };
  outcome.addReport('src-1', report(unloaded), 1);
  outcome.addReport('src-2', report(file('/b.test.ts', 'passed')), 1);
  expect(outcome.lines()).toEqual([
    'FAILED src-2\nAn error outside every test: its output tells it.',
    'FAILED /a.test.ts\nSyntaxError',
    '1 passed, 2 failed',
  ]);
});
