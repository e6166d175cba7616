// `npm run coverage:epub [REPORT]`: opens every book of the W3C's EPUB test suite that is here in the reader's engine,
// or reads the report of a run that was made already, and writes the page that says what was seen.

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EpubReport, epubRows, renderEpubSupport } from './checks/epub-support.ts';
import { bin, root, run } from './run.ts';

const page = 'docs/epub-support.md';
const report = await readFile(process.argv[2] ?? (await lookAtBooks()), 'utf8');
const rows = epubRows(JSON.parse(report) as EpubReport);
if (rows.length === 0) {
  process.stderr.write('The suite is not here: its books belong into ../shared/books/w3c. The page stays as it is.\n');
  process.exitCode = 1;
} else {
  await writeFile(join(root, page), renderEpubSupport(rows));
  const wrong = rows.filter(({ result }) => result === 'wrong');
  for (const { name, seen } of wrong) process.stdout.write(`${name}: ${seen}\n`);
  process.stdout.write(`${page} is written: ${rows.length} books, ${wrong.length} wrong.\n`);
}

/** The path of the report. Rows that differ from the page fail the tests, which is no reason not to write them. */
async function lookAtBooks(): Promise<string> {
  const report = join(root, 'dist', 'test', 'coverage-epub.json');
  await mkdir(join(root, 'dist', 'test'), { recursive: true });
  await rm(report, { force: true });
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  await run(bin('vitest'), ['run', '--project', 'src', ...reporters, 'test/src/book/epub-support.test.ts']);
  return report;
}
