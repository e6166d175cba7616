// Tells how far an import is: a bar on a terminal, a line for each book elsewhere, and a summary at the end.

import { findBookFiles } from '../../reading/import/folder/find-book-files.ts';
import type { FileOutcome } from '../../reading/import/folder/import-folder.ts';

export interface ImportReport {
  add(outcome: FileOutcome): void;
  end(wasStopped: boolean): void;
  readonly failed: number;
}

const barWidth = 30;
/** Milliseconds between two drawings. */
const drawEvery = 100;

export async function createImportReport(folder: string): Promise<ImportReport> {
  const isTerminal = process.stdout.isTTY === true;
  const total = isTerminal ? await countFiles(folder) : 0;
  const counts: Record<FileOutcome['result'], number> = {
    imported: 0,
    existed: 0,
    newVersion: 0,
    failed: 0,
    skipped: 0,
  };
  const begin = performance.now();
  let drawn = 0;
  const draw = () => {
    const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const bar = '█'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '░');
    const left = done === 0 ? 0 : Math.ceil(((performance.now() - begin) / done) * (total - done) * 0.001);
    process.stdout.write(`\r${bar} ${done} of ${total}, ${left} s left \x1b[K`);
  };
  return {
    get failed() {
      return counts.failed;
    },
    add(outcome) {
      counts[outcome.result]++;
      const line = lineOf(outcome);
      if (isTerminal) {
        if (outcome.result === 'failed') process.stderr.write(`\r\x1b[K${line}\n`);
        if (performance.now() - drawn < drawEvery) return;
        drawn = performance.now();
        draw();
      } else if (outcome.result === 'failed') process.stderr.write(`${line}\n`);
      else if (outcome.result !== 'skipped') process.stdout.write(`${line}\n`);
    },
    end(wasStopped) {
      if (isTerminal) {
        draw();
        process.stdout.write('\n');
      }
      process.stdout.write(`${summary(counts, (performance.now() - begin) / 1000, wasStopped)}\n`);
    },
  };
}

async function countFiles(folder: string): Promise<number> {
  let count = 0;
  for await (const _ of findBookFiles(folder)) count++;
  return count;
}

function lineOf(outcome: FileOutcome): string {
  const { path } = outcome.file;
  switch (outcome.result) {
    case 'failed':
      return `${path}: ${outcome.message}`;
    case 'skipped':
      return `${path}: brought in before`;
    case 'existed':
      return `${path}: there already as ${outcome.bookId}`;
    case 'newVersion':
      return `${path}: a new version of ${outcome.bookId}`;
    case 'imported':
      return `${path}: imported as ${outcome.bookId}`;
  }
}

function summary(counts: Record<FileOutcome['result'], number>, seconds: number, wasStopped: boolean): string {
  const { imported, existed, newVersion, failed, skipped } = counts;
  const rate = Math.round(imported / Math.max(0.001, seconds));
  const parts = [
    `${imported} imported`,
    ...(newVersion > 0 ? [`${newVersion} new versions`] : []),
    `${existed + skipped} there already`,
    `${failed} failed`,
  ];
  const end = wasStopped ? 'Stopped; run it again to go on. ' : '';
  return `${end}${parts.join(', ')} in ${seconds.toFixed(1)} s (${rate} books/s).`;
}
