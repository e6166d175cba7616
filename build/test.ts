// `npm test`: the checks, the build, and every test; ends with the plain line `N passed, N failed`.

import { build } from './build.ts';
import { printCheck, runChecks } from './check.ts';
import { checkAuthCoverage } from './checks/auth-coverage.ts';
import { checkBundles } from './checks/bundles.ts';
import { findChromium } from './find-chromium.ts';
import { Outcome } from './tests/outcome.ts';
import { type Part, runPart } from './tests/run-part.ts';

// Browsers that draw share no machine's time well with one another: two parts of theirs at most are under way at a time,
// beside one that uses what they leave while they wait for a frame; more of the others would leave one of theirs alone at the
// end. Parts are short, so that none is alone for long while a core has nothing to do; but each takes eight seconds of
// processor time before its first test.
const inBrowser: Part[] = [1, 2, 3, 4, 5].map((share) => ({
  ...{ name: `src-${share}`, projects: ['src'], share: [share, 5] },
}));
// Both build the programs anew, in one folder: one after the other.
const building: Part[] = [
  { name: 'main-process', projects: ['api', 'build', 'electron'] },
  { name: 'journey', projects: ['journey'] },
];
const inNode: Part[] = [1, 2, 3, 4, 5, 6, 7, 8].map((share) => ({
  name: `server-${share}`,
  projects: ['server'],
  share: [share, 8],
}));

const outcome = new Outcome();
// One browser for all: the renderer's tests, the host's and the journeys.
const { path: chromium, origin } = await findChromium();
process.stdout.write(`Browser: ${chromium} (${origin})\n`);

await runChecks((result) => {
  printCheck(result);
  outcome.addStage(result.name, result.problems);
});
await stage('build', async () => {
  await build();
  return [];
});
await stage('bundles', checkBundles);
await Promise.all([
  runParts([inBrowser, inNode]),
  runParts([building, inBrowser, inNode]),
  // Two browsers are enough for two cores.
  runParts([inNode]),
]);
await stage('what shows each row of the authorization server', () =>
  checkAuthCoverage({ testResults: outcome.testResults }),
);
// A shared machine can starve a browser or a database for seconds: what also fails alone is broken.
const failed = outcome.failedFiles;
if (process.env.CI && failed.length > 0) {
  process.stdout.write(`Run again, alone: ${failed.join(', ')}\n`);
  await test({ name: 'again', projects: [], files: failed });
}
const lines = outcome.lines();
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = lines.length > 1 ? 1 : 0;

async function stage(name: string, work: () => Promise<string[]>): Promise<void> {
  const problems = await work().catch((error: Error) => [error.message]);
  printCheck({ name, problems });
  outcome.addStage(name, problems);
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
  if (report) outcome.addReport(part.name, report, code);
  else {
    const problem = hung ? `It hung with these files open: ${hung.join(', ')}` : 'Vitest ended without a report.';
    outcome.addStage(part.name, [problem]);
    printCheck({ name: part.name, problems: [problem] });
  }
}
