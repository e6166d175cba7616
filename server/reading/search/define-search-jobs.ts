// The work of full text search that is asked for one file at a time.

import type { Jobs } from '../../base/jobs/jobs.ts';
import { restAfter } from '../../base/jobs/rest-after.ts';
import type { JobParts } from '../job-parts.ts';
import { indexFile, indexFileJob } from './index-file.ts';
import { readMissingTexts } from './read-missing-texts.ts';

export function defineSearchJobs(jobs: Jobs, parts: JobParts): void {
  jobs.define<{ sha256: string }>(indexFileJob, async ({ sha256 }, context) => {
    const index = async () => {
      await readMissingTexts(parts, sha256);
      await indexFile(parts.reading, sha256, context);
    };
    // Thousands of books may come in at once.
    await restAfter(index, context.signal);
  });
}
