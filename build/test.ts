// `npm test`: the checks, the build, and every test; ends with the plain line `N passed, N failed`.

import { build } from './build.ts';
import { printCheck, runChecks } from './check.ts';
import { checkAuthCoverage } from './checks/auth-coverage.ts';
import { checkBundles } from './checks/bundles.ts';
import { findChromium } from './find-chromium.ts';
import { type Part, type Report, runPart } from './tests/run-part.ts';

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

// What browsers draw and what services answer share no machine's time well: each queue has one part under way.
const inBrowser: Part[] = [1, 2, 3].map((share) => ({ name: `src-${share}`, projects: ['src'], share: [share, 3] }));
const inNode: Part[] = [
  { name: 'main-process', projects: ['api', 'build', 'electron'] },
  ...[1, 2, 3, 4, 5].map((share): Part => ({ name: `server-${share}`, projects: ['server'], share: [share, 5] })),
];

const tally: Tally = { passed: 0, failed: 0, skipped: 0 };
// One browser for all: the renderer's tests, the host's and the journeys.
const { path: chromium, origin } = await findChromium();
process.stdout.write(`Browser: ${chromium} (${origin})\n`);

await runChecks((result) => {
  printCheck(result);
  count(result.problems.length === 0);
});
await stage('build', async () => {
  await build();
  return [];
});
await stage('bundles', checkBundles);
const reports: Report[] = [];
await Promise.all([runParts([inBrowser, inNode]), runParts([inNode])]);
await stage('what shows each row of the authorization server', () =>
  checkAuthCoverage({ testResults: reports.flatMap(({ testResults }) => testResults) }),
);
// The journeys measure nothing, but they start whole programs: they run when the others have left the machine.
await test({ name: 'journey', projects: ['journey'] });
const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : '';
process.stdout.write(`${tally.passed} passed, ${tally.failed} failed${skipped}\n`);
process.exitCode = tally.failed > 0 ? 1 : 0;

async function stage(name: string, work: () => Promise<string[]>): Promise<void> {
  const problems = await work().catch((error: Error) => [error.message]);
  printCheck({ name, problems });
  count(problems.length === 0);
}

/** One part after the other, of the first queue that has one left. */
async function runParts(queues: readonly Part[][]): Promise<void> {
  for (;;) {
    const part = queues.find((queue) => queue.length > 0)?.shift();
    if (!part) return;
    await test(part);
  }
}

async function test(part: Part): Promise<void> {
  const run = () => runPart(part, { OCTAVO_CHROMIUM: chromium });
  let { code, report, hung } = await run();
  if (hung && process.env.CI) {
    process.stdout.write(`Run again: ${part.name} hung with ${hung.join(', ')} open.\n`);
    ({ code, report, hung } = await run());
  }
  if (!report) {
    const problem = hung ? `It hung with these files open: ${hung.join(', ')}` : 'Vitest ended without a report.';
    printCheck({ name: part.name, problems: [problem] });
    count(false);
    return;
  }
  reports.push(report);
  tally.passed += report.numPassedTests;
  tally.failed += report.numFailedTests;
  tally.skipped += report.numPendingTests + report.numTodoTests;
  // A file that fails to load has no tests to count, and an unhandled error belongs to none.
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  tally.failed += broken.length;
  if (code !== 0 && report.numFailedTests + broken.length === 0) count(false);
}

function count(passed: boolean): void {
  if (passed) tally.passed++;
  else tally.failed++;
}
