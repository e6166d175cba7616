// Moves thoughts and chapter reviews to a book's current version, by the same rules as marks, so that a thought stays on
// exactly the range of its highlight. What is not found stays as it is, with the version in which its place counts.

import type { Reading } from '../reading.ts';
import type { ReviewRow } from '../schema/reviews.ts';
import type { MovePlan } from '../versions/move-marks.ts';
import type { VersionChapter } from '../versions/place-finder.ts';
import { changeReview } from './store-review.ts';

const rowsAtOnce = 200;
const contextLength = 32;
const longestQuote = 16_384;

/** May be run again at any time: what is in its place already is left alone. */
export async function moveReviews(reading: Reading, plan: MovePlan, signal: AbortSignal): Promise<void> {
  for (let after = 0; !signal.aborted; ) {
    const rows = await readFormer(reading, plan, after);
    for (const row of rows) {
      const former = (await plan.former.of(row.book_version)).get(row.chapter_uid);
      const next = movedReview(row, plan, former);
      if (next && !signal.aborted) await store(reading, row, next);
    }
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)?.number ?? after;
  }
}

function readFormer(reading: Reading, { bookId, version }: MovePlan, after: number): Promise<ReviewRow[]> {
  return reading.database.kysely
    .selectFrom('reviews')
    .selectAll()
    .where('book_id', '=', bookId)
    .where('number', '>', after)
    .where('chapter_uid', '>', 0)
    .where('book_version', '<', version)
    .where('removed_at', '=', 0)
    .orderBy('number')
    .limit(rowsAtOnce)
    .execute();
}

function movedReview(
  row: ReviewRow,
  { version, finder }: MovePlan,
  former: VersionChapter | undefined,
): ReviewRow | undefined {
  const chapter = former ?? { uid: row.chapter_uid, title: '', file: '' };
  if (row.range_end === 0) {
    const home = finder.home(chapter);
    return home && { ...row, chapter_uid: home.uid, book_version: version };
  }
  const text = former?.text ?? '';
  const found = finder.find({
    chapter,
    offset: row.range_start,
    quote: row.text_quote || text.slice(row.range_start, row.range_end) || row.abstract,
    before: row.text_before || text.slice(Math.max(0, row.range_start - contextLength), row.range_start),
    after: row.text_after || text.slice(row.range_end, row.range_end + contextLength),
  });
  if (!found || found.start >= found.end) return undefined;
  const { start, end } = found;
  return {
    ...row,
    book_version: version,
    chapter_uid: found.chapter.uid,
    range_start: start,
    range_end: end,
    // It counts elements of the former version.
    cfi: '',
    text_quote: found.chapter.text.slice(start, end).slice(0, longestQuote).toWellFormed(),
    text_before: found.chapter.text.slice(Math.max(0, start - contextLength), start).toWellFormed(),
    text_after: found.chapter.text.slice(end, end + contextLength).toWellFormed(),
  };
}

/** Unless someone edited it meanwhile. The person's own edit times stay: this is no edit of theirs. */
async function store(reading: Reading, row: ReviewRow, next: ReviewRow): Promise<void> {
  await changeReview(reading, row, async ({ stored, store: write }) => {
    if (stored?.sync_key === row.sync_key) await write(next);
  });
}
