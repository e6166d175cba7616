// `npm run coverage:auth [REPORT]`: runs the tests that show the rows of the document on authorization servers, or reads
// the report of a run that was made already, and writes the page that says so.

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sections } from '../test/server/auth/document/rows/sections.ts';
import {
  coverageFiles,
  coveragePage,
  coverageProblems,
  readReport,
  renderCoverage,
  resultsOf,
} from './checks/auth-coverage.ts';
import { bin, root, run } from './run.ts';

const given = process.argv[2];
const results = resultsOf(await readReport(given ?? (await runTests())));
await writeFile(join(root, coveragePage), renderCoverage(sections, results));
const problems = coverageProblems(sections, results);
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${coveragePage} is written; ${problems.length} problems.\n`);
process.exitCode = problems.length > 0 ? 1 : 0;

/** The path of the report. */
async function runTests(): Promise<string> {
  const report = join(root, 'dist', 'test', 'coverage-auth.json');
  await mkdir(join(root, 'dist', 'test'), { recursive: true });
  await rm(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  await run(bin('vitest'), ['run', '--project', 'server', ...reporters, ...coverageFiles()], { show: true });
  return report;
}
