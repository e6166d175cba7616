// `npm run coverage:auth [REPORT]`: runs the tests that show what is asked of the authorization server, or reads the report
// of a run that was made already, and writes the pages that say so.

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  coverageFiles,
  coveragePages,
  coverageProblems,
  readReport,
  renderCoverage,
  resultsOf,
} from './checks/auth-coverage.ts';
import { bin, root, run } from './run.ts';

const given = process.argv[2];
const results = resultsOf(await readReport(given ?? (await runTests())));
for (const page of coveragePages) {
  await writeFile(join(root, page.path), renderCoverage(page, results));
  const problems = coverageProblems(page.sections, results);
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.stdout.write(`${page.path} is written; ${problems.length} problems.\n`);
  if (problems.length > 0) process.exitCode = 1;
}

/** The path of the report. */
async function runTests(): Promise<string> {
  const report = join(root, 'dist', 'test', 'coverage-auth.json');
  await mkdir(join(root, 'dist', 'test'), { recursive: true });
  await rm(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  await run(bin('vitest'), ['run', '--project', 'server', ...reporters, ...coverageFiles()], { show: true });
  return report;
}
