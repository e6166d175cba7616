// `npm run coverage:auth`: runs the tests that show the rows of the document on authorization servers, and writes the
// page that says so.

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

const report = join(root, 'dist', 'test', 'coverage-auth.json');
await mkdir(join(root, 'dist', 'test'), { recursive: true });
await rm(report, { force: true });
await run(
  bin('vitest'),
  [
    'run',
    '--project',
    'server',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...coverageFiles(),
  ],
  { show: true },
);
const results = resultsOf(await readReport(report));
await writeFile(join(root, coveragePage), renderCoverage(sections, results));
const problems = coverageProblems(sections, results);
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${coveragePage} is written; ${problems.length} problems.\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
