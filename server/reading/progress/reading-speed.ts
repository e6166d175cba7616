// How fast someone reads, measured from their own records: characters passed and the seconds that it took. Must not know
// what is predicted from it.

import { sql } from 'kysely';
import type { ListedBook } from '../books/book-access.ts';
import type { Trx } from '../reading.ts';
import type { StoredPlace } from './progress-rules.ts';

/** The newest hours count: when so much is gathered, the older half of it is let go. */
const gatheredSeconds = 36_000;
/** Shorter looks at a page are leafing, faster ones skimming, slower ones a book that was left open. */
const shortestSample = 20;
const fastestPerSecond = 60;
const slowestPerSecond = 0.5;

export interface SpeedSample {
  language: string;
  characters: number;
  seconds: number;
}

/** `zh-Hant` and `zh` are read alike. */
export function speedLanguage(language: string): string {
  return language.toLowerCase().split('-')[0] || 'und';
}

/** What a record tells of the speed: reading forward, in the same version, on the device that was here before. */
export function sampleSpeed(
  book: Pick<ListedBook, 'text_length' | 'language'>,
  before: StoredPlace | undefined,
  after: StoredPlace,
  seconds: number,
): SpeedSample | undefined {
  if (!before || before.deviceId !== after.deviceId || before.bookVersion !== after.bookVersion) return undefined;
  if (seconds < shortestSample || after.updateTime < before.updateTime) return undefined;
  const characters =
    before.chapterUid === after.chapterUid
      ? after.chapterOffset - before.chapterOffset
      : Math.round(((after.progress - before.progress) / 100) * book.text_length);
  if (characters < seconds * slowestPerSecond || characters > seconds * fastestPerSecond) return undefined;
  return { language: speedLanguage(book.language), characters, seconds };
}

export async function writeSpeeds(trx: Trx, vid: string, samples: readonly SpeedSample[]): Promise<void> {
  const byLanguage = Map.groupBy(samples, (sample) => sample.language);
  if (byLanguage.size === 0) return;
  const rows = [...byLanguage].map(([language, list]) => ({
    vid,
    language,
    characters: list.reduce((sum, sample) => sum + sample.characters, 0),
    seconds: list.reduce((sum, sample) => sum + sample.seconds, 0),
  }));
  const kept = (column: 'characters' | 'seconds') =>
    sql<number>`case when reading_speeds.seconds > ${gatheredSeconds}
      then reading_speeds.${sql.ref(column)} / 2 else reading_speeds.${sql.ref(column)} end
      + excluded.${sql.ref(column)}`;
  await trx
    .insertInto('reading_speeds')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['vid', 'language']).doUpdateSet({ characters: kept('characters'), seconds: kept('seconds') }),
    )
    .execute();
}
