// Moves readers' places to a book's current version: by the words that were read, else to the same part of the chapter.

import { placesOf } from '../progress/progress-rows.ts';
import type { StoredPlace } from '../progress/progress-rules.ts';
import type { Reading } from '../reading.ts';
import { shelfCollection } from '../shelf/shelf-entries.ts';
import { withSyncKeys } from '../sync-key.ts';
import type { MovePlan } from './move-marks.ts';
import type { VersionChapter } from './place-finder.ts';

const readersAtOnce = 100;
/** Enough to tell one place of a chapter from another. */
const quoteLength = 80;

export async function moveProgress(reading: Reading, plan: MovePlan, signal: AbortSignal): Promise<void> {
  for (let after = ''; !signal.aborted; ) {
    const rows = await reading.database.kysely
      .selectFrom('progress')
      .select('vid')
      .where('book_id', '=', plan.bookId)
      .where('vid', '>', after)
      .orderBy('vid')
      .limit(readersAtOnce)
      .execute();
    for (const { vid } of rows) await moveReader(reading, plan, vid);
    if (rows.length < readersAtOnce) return;
    after = rows.at(-1)?.vid ?? '';
  }
}

async function moveReader(reading: Reading, plan: MovePlan, vid: string): Promise<void> {
  const { bookId, version, former } = plan;
  const db = reading.database.kysely;
  const known = await db
    .selectFrom('progress')
    .selectAll()
    .where('vid', '=', vid)
    .where('book_id', '=', bookId)
    .executeTakeFirst();
  if (!known) return;
  const { latest, furthest } = placesOf(known);
  const versions = [latest, furthest].map((place) => place.bookVersion).filter((each) => each < version);
  if (versions.length === 0) return;
  const texts = new Map<number, Map<number, VersionChapter>>();
  for (const each of versions) texts.set(each, await former.of(each));
  await reading.database.transaction((trx) =>
    withSyncKeys(trx, vid, shelfCollection, async (takeKey) => {
      const row = await trx
        .selectFrom('progress')
        .selectAll()
        .where('vid', '=', vid)
        .where('book_id', '=', bookId)
        .executeTakeFirstOrThrow();
      const places = placesOf(row);
      const moved = {
        latest: movePlace(places.latest, plan, texts.get(places.latest.bookVersion)),
        furthest: movePlace(places.furthest, plan, texts.get(places.furthest.bookVersion)),
      };
      if (moved.latest === places.latest && moved.furthest === places.furthest) return;
      await trx
        .updateTable('progress')
        .set({ latest: JSON.stringify(moved.latest), furthest: JSON.stringify(moved.furthest), sync_key: takeKey() })
        .where('vid', '=', vid)
        .where('book_id', '=', bookId)
        .execute();
    }),
  );
}

/** The same place when it is of the current version, or of one that is not known. */
function movePlace(place: StoredPlace, plan: MovePlan, former: Map<number, VersionChapter> | undefined): StoredPlace {
  if (place.bookVersion >= plan.version || !former) return place;
  const chapter = former.get(place.chapterUid);
  const text = chapter?.text ?? '';
  const passage = {
    chapter: chapter ?? { uid: place.chapterUid, title: '', file: '' },
    offset: place.chapterOffset,
    quote: place.textQuote || text.slice(place.chapterOffset, place.chapterOffset + quoteLength),
    before: text.slice(Math.max(0, place.chapterOffset - quoteLength), place.chapterOffset),
    after: '',
  };
  const found = plan.finder.find(passage);
  const home = found?.chapter ?? plan.finder.home(passage.chapter) ?? plan.finder.chapters[0];
  if (!home) return place;
  const share = text.length > 0 ? place.chapterOffset / text.length : 0;
  const offset = found?.start ?? Math.min(home.text.length, Math.round(share * home.text.length));
  const { cfi: _, ...kept } = place;
  return {
    ...kept,
    chapterUid: home.uid,
    chapterIdx: plan.finder.chapters.indexOf(home) + 1,
    chapterOffset: offset,
    progress: progressAt(plan.finder.chapters, home, offset) ?? place.progress,
    bookVersion: plan.version,
  };
}

/** Per cent of all text before it; undefined for a book without text. */
function progressAt(chapters: readonly VersionChapter[], home: VersionChapter, offset: number): number | undefined {
  let before = 0;
  let all = 0;
  for (const chapter of chapters) {
    if (chapter === home) before = all + offset;
    all += chapter.text.length;
  }
  return all > 0 ? Math.min(100, Math.round((before / all) * 100)) : undefined;
}
