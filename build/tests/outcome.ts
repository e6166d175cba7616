// What the parts of a run have reported, added up. A file that ran again counts as it ended the last time.

import type { FileReport, Report } from './run-part.ts';

/** So much of each failure is told again at the end; all of it stands in the output of its part. */
const toldLines = 12;

export class Outcome {
  private readonly stages: { name: string; problems: readonly string[] }[] = [];
  private readonly files = new Map<string, FileReport>();

  /** A check, a build, or a part of the tests that ended without a report. */
  addStage(name: string, problems: readonly string[]): void {
    this.stages.push({ name, problems });
  }

  addReport(part: string, report: Report, code: number): void {
    for (const file of report.testResults) this.files.set(file.name, file);
    if (code !== 0 && !report.testResults.some((file) => file.status === 'failed'))
      this.addStage(part, ['An error outside every test: its output tells it.']);
  }

  get failedFiles(): string[] {
    return [...this.files.values()].filter(({ status }) => status === 'failed').map(({ name }) => name);
  }

  get testResults(): FileReport[] {
    return [...this.files.values()];
  }

  /** Each failure with the beginning of its message, and the totals in the last line. */
  lines(): string[] {
    const failures = [
      ...this.stages.flatMap(({ name, problems }) => (problems.length > 0 ? [[name, ...problems].join('\n')] : [])),
      ...this.testResults.flatMap(failuresOf),
    ];
    const tests = this.testResults.flatMap((file) => file.assertionResults);
    const passed = tests.filter(({ status }) => status === 'passed').length + this.stages.length;
    const failed = failures.length;
    const stagesFailed = this.stages.filter(({ problems }) => problems.length > 0).length;
    const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed').length;
    return [
      ...failures.map((failure) => `FAILED ${failure.split('\n').slice(0, toldLines).join('\n')}`),
      `${passed - stagesFailed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
    ];
  }
}

function failuresOf(file: FileReport): string[] {
  // A file that fails to load has no tests.
  if (file.status === 'failed' && file.assertionResults.length === 0) return [`${file.name}\n${file.message}`];
  return file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ ancestorTitles, title, failureMessages }) =>
      [file.name, [...ancestorTitles, title].join(' > '), ...(failureMessages ?? [])].join('\n'),
    );
}
