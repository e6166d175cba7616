// `octavo check [--repair] [--deep]`: compares rows with each other and with the store, while the service runs.

import { parseArgs } from 'node:util';
import { checkBlobs, checkOrphans } from '../../reading/administration/check-blobs.ts';
import { checkCounts } from '../../reading/administration/check-counts.ts';
import type { Finding } from '../../reading/administration/check-findings.ts';
import { checkIndex, checkPlaces, checkReferences } from '../../reading/administration/check-references.ts';
import { withOctavo } from './with-octavo.ts';

export async function check(args: string[]): Promise<void> {
  const options = {
    repair: { type: 'boolean', default: false },
    deep: { type: 'boolean', default: false },
    format: { type: 'string', default: 'text' },
  } as const;
  const { repair, deep, format } = parseArgs({ args, options }).values;
  await withOctavo(async (octavo) => {
    const findings = [
      // What names nothing goes before what is counted.
      ...(await checkReferences(octavo.reading, repair)),
      ...(await checkCounts(octavo.reading, repair)),
      ...(await checkIndex(octavo.reading, repair)),
      ...(await checkPlaces(octavo.reading, repair)),
      ...(await checkBlobs(octavo, deep)),
      ...(await checkOrphans(octavo, repair)),
    ];
    if (format === 'json') process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
    else process.stdout.write(findings.map(lineOf).join('') + summary(findings));
    if (findings.some((finding) => !finding.repaired)) process.exitCode = 1;
  });
}

function lineOf({ where, problem, repaired, advice }: Finding): string {
  return `${where}: ${problem}${repaired ? '; repaired' : advice ? `. ${advice}` : ''}\n`;
}

function summary(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'Everything is as it should be.\n';
  const repaired = findings.filter((finding) => finding.repaired).length;
  return `${findings.length} found, ${repaired} repaired.\n`;
}
