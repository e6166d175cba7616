// Holds what is asked of the authorization server, by its document and by the standards, against a test run: every row has
// a test, every test that is named exists and passed, and a page for each says so.

import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Row, Section } from '../../test/server/auth/document/rows/row.ts';
import { sections } from '../../test/server/auth/document/rows/sections.ts';
import { securitySections } from '../../test/server/auth/standards/points/sections.ts';
import { root } from '../run.ts';

export interface CoveragePage {
  path: string;
  title: string;
  /** Heading of the column of what is asked for. */
  asks: string;
  sections: readonly Section[];
}

export const coveragePages: readonly CoveragePage[] = [
  {
    path: 'docs/authorization-server-coverage.md',
    title: 'Authorization server: what shows each row of the document',
    asks: 'What it asks for',
    sections,
  },
  {
    path: 'docs/authorization-server-security.md',
    title: 'Authorization server: standards and attacks, point by point',
    asks: 'The point, and what this server does',
    sections: securitySections,
  },
];

/** What Vitest's JSON reporter writes, as far as it is read here. */
export interface TestReport {
  testResults: {
    name: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[];
  }[];
}

/** Reference → whether it passed everywhere it ran. */
export type Results = ReadonlyMap<string, boolean>;

const databases = ['sqlite', 'postgres'];

export function resultsOf(report: TestReport): Results {
  const results = new Map<string, boolean>();
  for (const { name, assertionResults } of report.testResults) {
    const file = relative(join(root, 'test/server'), name)
      .replaceAll('\\', '/')
      .replace(/\.test\.ts$/, '');
    for (const { ancestorTitles, title, status } of assertionResults) {
      const groups = ancestorTitles.filter((group) => !databases.includes(group));
      const reference = [file, ...groups, title].join(' > ');
      results.set(reference, status === 'passed' && results.get(reference) !== false);
    }
  }
  return results;
}

/** One sentence for each thing that is wrong. */
export function coverageProblems(all: readonly Section[], results: Results): string[] {
  const problems: string[] = [];
  const ids = new Set<string>();
  for (const row of all.flatMap(({ rows }) => rows)) {
    if (ids.has(row.id)) problems.push(`${row.id} is there twice`);
    ids.add(row.id);
    if (row.tests.length === 0 && row.here === undefined) problems.push(`${row.id} has no test`);
    for (const test of row.tests) {
      const found = matching(test, results);
      if (found.length === 0) problems.push(`${row.id}: there is no test "${test}"`);
      else if (!found.every((reference) => results.get(reference))) problems.push(`${row.id}: "${test}" did not pass`);
    }
  }
  return problems;
}

function matching(test: string, results: Results): string[] {
  if (!test.endsWith('*')) return results.has(test) ? [test] : [];
  return [...results.keys()].filter((reference) => reference.startsWith(test.slice(0, -1)));
}

export function renderCoverage({ title, asks, sections: all }: CoveragePage, results: Results): string {
  const rows = all.flatMap((section) => section.rows);
  const answered = rows.filter((row) => row.here !== undefined).length;
  const tests = new Set(rows.flatMap((row) => row.tests));
  return [
    `# ${title}`,
    '',
    'Made by `npm run coverage:auth` from a test run; `npm test` fails when a row has no test, when a test is missing or',
    'fails, and when this page differs. Tests are named by their file below `test/server`, and run on SQLite and',
    'PostgreSQL where they store something.',
    '',
    `${rows.length} rows, ${answered} of them with what this server does where that is left to it. ${tests.size} tests.`,
    ...all.flatMap((section) => ['', ...renderSection(section, asks, results)]),
    '',
  ].join('\n');
}

function renderSection({ title, rows }: Section, asks: string, results: Results): string[] {
  return [
    `## ${title}`,
    '',
    `| Row | ${asks} | Shown by | Passed |`,
    '| --- | --- | --- | --- |',
    ...rows.map((row) => `| ${[row.id, whatOf(row), shownBy(row), passed(row, results)].map(cell).join(' | ')} |`),
  ];
}

function whatOf({ says, here }: Row): string {
  return here === undefined ? says : `${says} **Here:** ${here}`;
}

function shownBy({ tests }: Row): string {
  return tests.map((test) => `\`${test}\``).join('<br>');
}

function passed({ tests }: Row, results: Results): string {
  if (tests.length === 0) return '';
  const found = tests.map((test) => matching(test, results));
  return found.every((references) => references.length > 0 && references.every((one) => results.get(one)))
    ? 'yes'
    : 'no';
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** Files, from the project's folder, whose tests the rows name. */
export function coverageFiles(pages: readonly CoveragePage[] = coveragePages): string[] {
  const rows = pages.flatMap((page) => page.sections).flatMap((section) => section.rows);
  const files = rows.flatMap(({ tests }) => tests.map((test) => test.split(' > ')[0] ?? ''));
  return [...new Set(files)].sort().map((file) => `test/server/${file}.test.ts`);
}

export async function readReport(path: string): Promise<TestReport> {
  return JSON.parse(await readFile(path, 'utf8')) as TestReport;
}

/** For `npm test`: the rows against the run that just ended, and the pages against both. */
export async function checkAuthCoverage(report: TestReport): Promise<string[]> {
  const results = resultsOf(report);
  const problems = coveragePages.flatMap((page) => coverageProblems(page.sections, results));
  for (const page of coveragePages) {
    const written = await readFile(join(root, page.path), 'utf8').catch(() => '');
    if (written !== renderCoverage(page, results))
      problems.push(`${page.path} is not this run's: npm run coverage:auth`);
  }
  return problems;
}
