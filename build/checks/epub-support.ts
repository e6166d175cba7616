// Makes the page on EPUB support out of a test run: one row for each book of the suite, by area.

export interface EpubRow {
  name: string;
  area: string;
  asks: string;
  result: 'pass' | 'wrong' | 'unsupported';
  seen: string;
}

/** What Vitest's JSON reporter writes, as far as it is read here. */
export interface EpubReport {
  testResults: { assertionResults: { meta?: { epub?: EpubRow } }[] }[];
}

/** In the order of the tests. */
export function epubRows(report: EpubReport): EpubRow[] {
  return report.testResults.flatMap(({ assertionResults }) => assertionResults.flatMap(({ meta }) => meta?.epub ?? []));
}

export function renderEpubSupport(rows: readonly EpubRow[]): string {
  const count = (result: EpubRow['result']) => rows.filter((row) => row.result === result).length;
  const areas = [...new Set(rows.map(({ area }) => area))].sort();
  const total = `${rows.length} books: ${count('pass')} pass, ${count('wrong')} are wrong, ${count('unsupported')} ask for what this reader does not do.`;
  return `${[
    '# EPUB support',
    '',
    'Each row is a book of the W3C’s EPUB 3.3 test suite, opened in the reader’s engine in Chromium, on a page of',
    '1404 × 1872 pixels unless it says otherwise. Made by `npm run coverage:epub`; a test holds it to what happens.',
    '',
    'Unsupported is what the suite leaves to a reading system, and what this one leaves out: scripts of books never',
    'run, and nothing scrolls, because this reader is made for panels of electronic ink.',
    '',
    total,
    ...areas.flatMap((area) => [
      '',
      `## ${area}`,
      '',
      '| Test | What is checked | What was seen | Result |',
      '|---|---|---|---|',
      ...rows.filter((row) => row.area === area).map(renderRow),
    ]),
  ].join('\n')}\n`;
}

/** A line of the page; the tests compare with it what they saw. */
export function renderRow({ name, asks, seen, result }: EpubRow): string {
  return `| \`${name}\` | ${plain(asks)} | ${plain(seen)} | ${result} |`;
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
}
