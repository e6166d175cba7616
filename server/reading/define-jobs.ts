// Every kind of work that the reading service does after an answer or now and then: where each kind's code stands, and how
// often it is due. Must not do any of it itself.

import type { Jobs } from '../base/jobs/jobs.ts';
import { defineCoverJobs } from './books/cover-colours.ts';
import { purgeConversions } from './conversion/conversion-rows.ts';
import { defineConversionJobs, resumeConversions } from './conversion/run-conversion.ts';
import { purgeDelivery } from './delivery/purge-delivery.ts';
import { purgeImports } from './import/purge-imports.ts';
import type { JobParts } from './job-parts.ts';
import { purge } from './purge.ts';
import { defineSearchJobs } from './search/define-search-jobs.ts';
import { askForMissingIndexes, indexMissingJob } from './search/index-missing.ts';
import { refreshStoreJob } from './store/note-changes.ts';
import { purgeStore } from './store/purge-store.ts';
import { refreshStore } from './store/refresh-store.ts';
import { askForStaleUnderlines, defineUnderlineJobs } from './underlines/find-underlines.ts';
import { defineVersionJobs } from './versions/define-version-jobs.ts';
import { askForStalePlaces, stalePlacesJob } from './versions/stale-places.ts';

interface RegularWork {
  kind: string;
  everySeconds: number;
  run(parts: JobParts): Promise<void>;
}

const regular: readonly RegularWork[] = [
  {
    kind: 'reading.purge',
    everySeconds: 3600,
    async run(parts) {
      await purge(parts.reading);
      await resumeConversions(parts);
      await purgeConversions(parts.reading);
      await purgeImports(parts);
    },
  },
  { kind: 'delivery.purge', everySeconds: 3600, run: ({ reading }) => purgeDelivery(reading) },
  { kind: refreshStoreJob, everySeconds: 60, run: ({ reading }) => refreshStore(reading) },
  { kind: 'store.purge', everySeconds: 3600, run: ({ reading }) => purgeStore(reading) },
  { kind: 'reading.staleUnderlines', everySeconds: 300, run: ({ reading }) => askForStaleUnderlines(reading) },
  { kind: stalePlacesJob, everySeconds: 3600, run: ({ reading }) => askForStalePlaces(reading) },
  { kind: indexMissingJob, everySeconds: 3600, run: ({ reading }) => askForMissingIndexes(reading) },
];

/** A machine that is switched off every evening gets its turn too. */
const firstAfterSeconds = 300;

/** Before the jobs are started. */
export function defineReadingJobs(jobs: Jobs, parts: JobParts): void {
  for (const { kind, run } of regular) jobs.define(kind, () => run(parts));
  defineSearchJobs(jobs, parts);
  defineConversionJobs(jobs, parts);
  defineUnderlineJobs(jobs, parts);
  defineVersionJobs(jobs, parts);
  defineCoverJobs(jobs, parts);
}

/** Answers what ends the asking for regular work; the jobs themselves are their opener's to stop. */
export async function startReadingJobs(jobs: Jobs, parts: JobParts): Promise<() => void> {
  defineReadingJobs(jobs, parts);
  await jobs.start();
  const timers = regular.flatMap(({ kind, everySeconds }) => {
    // One for all processes on this database.
    const ask = () => {
      jobs.enqueue(parts.reading.database.kysely, kind, {}, { key: kind }).catch((error: unknown) => {
        parts.log.error({ err: error, kind }, 'regular work cannot be asked for now');
      });
    };
    return [setTimeout(ask, firstAfterSeconds * 1000), setInterval(ask, everySeconds * 1000)];
  });
  return () => timers.forEach(clearTimeout);
}
