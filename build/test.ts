// `npm test`: the checks, the build, and every test; ends with the plain line `N passed, N failed`.

import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from './build.ts';
import { printCheck, runChecks } from './check.ts';
import { checkAuthCoverage } from './checks/auth-coverage.ts';
import { checkBundles } from './checks/bundles.ts';
import { findChromium } from './find-chromium.ts';
import { bin, root, run } from './run.ts';

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** What Vitest's JSON reporter writes, as far as it is read here. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  success: boolean;
  testResults: { name: string; status: string; message: string; assertionResults: unknown[] }[];
}

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
// The journeys measure nothing, but they start whole programs: they run when the others have left the machine.
await vitest('everything but the journeys', ['api', 'build', 'server', 'electron', 'src']);
await stage('what shows each row of the authorization server', () => checkAuthCoverage(reportOf(['api'])));
await vitest('journeys', ['journey']);
const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : '';
process.stdout.write(`${tally.passed} passed, ${tally.failed} failed${skipped}\n`);
process.exitCode = tally.failed > 0 ? 1 : 0;

async function stage(name: string, work: () => Promise<string[]>): Promise<void> {
  const problems = await work().catch((error: Error) => [error.message]);
  printCheck({ name, problems });
  count(problems.length === 0);
}

async function vitest(name: string, projects: readonly string[]): Promise<void> {
  const file = reportOf(projects);
  await mkdir(dirname(file), { recursive: true });
  await rm(file, { force: true });
  const { code } = await run(
    bin('vitest'),
    [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      // A shared machine can starve a browser or a database for seconds; what fails twice is broken.
      ...(process.env.CI ? ['--retry=1'] : []),
    ],
    { show: true, env: { OCTAVO_CHROMIUM: chromium } },
  );
  const report = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Report,
    () => undefined,
  );
  if (!report) {
    printCheck({ name, problems: ['Vitest ended without a report.'] });
    count(false);
    return;
  }
  tally.passed += report.numPassedTests;
  tally.failed += report.numFailedTests;
  tally.skipped += report.numPendingTests + report.numTodoTests;
  // A file that fails to load has no tests to count, and an unhandled error belongs to none.
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  tally.failed += broken.length;
  if (code !== 0 && report.numFailedTests + broken.length === 0) count(false);
}

function reportOf(projects: readonly string[]): string {
  return join(root, 'dist', 'test', `${projects[0]}.json`);
}

function count(passed: boolean): void {
  if (passed) tally.passed++;
  else tally.failed++;
}
