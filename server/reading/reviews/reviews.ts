// Writing, editing and deleting a reader's own reviews and thoughts.

import type { Static } from 'typebox';
import { AppError } from '../../../api/errors.ts';
import type { RefMpInfoGiven } from '../../../api/nouns/article.ts';
import type { Review } from '../../../api/nouns/review.ts';
import type { reviews } from '../../../api/reviews.ts';
import type { Params } from '../../../api/route.ts';
import { readBook } from '../books/book-access.ts';
import { editTimeOf } from '../edits.ts';
import { articleBriefs } from '../publications/article-briefs.ts';
import type { Caller, Db, Reading } from '../reading.ts';
import type { ReviewRow } from '../schema/reviews.ts';
import { newId } from '../sign-in/tokens.ts';
import { meetable } from '../social/visibility.ts';
import { checkRecording } from './podcasts.ts';
import { readOwnReview, readReviews } from './review-access.ts';
import { reviewEntries } from './review-entries.ts';
import { type Edited, mergeEdited, mergeRemoved, newReview, reviewTypes } from './review-rows.ts';
import { editReview } from './store-review.ts';

type Routes = (typeof reviews)['routes'];

export function reviewRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'POST /review/add': async (caller: Caller, params: Params<Routes['POST /review/add']>) => {
      const { vid } = caller;
      const book = params.bookId === undefined ? undefined : await readBook(db, vid, params.bookId);
      await checkRecording(db, vid, params.audioId);
      const named = await checkNamed(db, vid, params);
      const version = book?.version ?? 0;
      // A place counts in a version that there is.
      const refMpInfo = params.refMpInfo && (await knownArticle(db, vid, params.refMpInfo));
      const bookVersion = Math.min(params.bookVersion ?? version, version);
      const placed = { ...named, bookVersion, ...(refMpInfo ? { refMpInfo } : {}) };
      const added = newReview(caller, placed, newId('r'), reading.now());
      const { row, synckey } = await editReview(reading, added, params, async (stored) => stored ?? added);
      return written(db, vid, row, synckey);
    },

    'POST /review/edit': async ({ vid }: Caller, params: Params<Routes['POST /review/edit']>) => {
      const own = await readOwnReview(db, vid, params.reviewId);
      if (own.type !== reviewTypes.range) {
        throw new AppError('bad_argument', undefined, { reviewId: 'must be of a thought on a range' });
      }
      return editOwn(reading, vid, own, params);
    },

    'POST /review/useredit': async ({ vid }: Caller, params: Params<Routes['POST /review/useredit']>) => {
      const own = await readOwnReview(db, vid, params.reviewId);
      if (params.type !== undefined && params.type !== own.type) {
        throw new AppError('bad_argument', undefined, { type: `is ${own.type} and stays so` });
      }
      // Conversations are made by writing to someone; there is none under any other id.
      if (params.shareToGroup && params.groupId) {
        throw new AppError('not_found', 'There is no such conversation.', { groupId: params.groupId });
      }
      return editOwn(reading, vid, own, await checkNamed(db, vid, params));
    },

    'POST /review/delete': async ({ vid }: Caller, params: Params<Routes['POST /review/delete']>) => {
      const own = await readOwnReview(db, vid, params.reviewId);
      const now = reading.now();
      const time = editTimeOf(params, now);
      const { row, synckey } = await editReview(reading, own, params, async (stored) =>
        mergeRemoved(stored ?? own, time, now),
      );
      return { synckey, removed: row.removed_at === 0 ? (0 as const) : (1 as const) };
    },
  };
}

async function editOwn(reading: Reading, vid: string, own: ReviewRow, params: Omit<Edited, 'type'>) {
  const { bookId, type: _type, ...sent } = params as Edited;
  if (bookId !== undefined && bookId !== own.book_id) {
    throw new AppError('bad_argument', undefined, { bookId: 'is another than the review’s' });
  }
  const time = editTimeOf(params, reading.now());
  const { row, synckey } = await editReview(reading, own, params, async (stored) =>
    mergeEdited(stored ?? own, sent, time),
  );
  // The edit came before; what it said is not told again of what is deleted since.
  if (row.removed_at !== 0) throw new AppError('gone', 'That review was deleted.', { reviewId: row.review_id });
  return written(reading.database.kysely, vid, row, synckey);
}

async function written(db: Db, vid: string, row: ReviewRow, synckey: number) {
  const [entry] = await reviewEntries(db, vid, [row]);
  return { reviewId: row.review_id, synckey, review: entry?.review as Static<typeof Review> };
}

/** What is stored of an article stands over what the caller says of it; one that is not stored is as they say. */
async function knownArticle(db: Db, vid: string, given: RefMpInfoGiven): Promise<RefMpInfoGiven> {
  const stored = await articleBriefs(db, vid, [given.reviewId]);
  return { ...given, ...stored.get(given.reviewId) };
}

interface Named {
  atUserVids?: string[];
  refReviewId?: string;
  originalReviewId?: string;
}

/** People and reviews that are named must be known to the caller; people who are not are left out. */
async function checkNamed<P extends Named>(db: Db, vid: string, params: P): Promise<P> {
  const named = [params.refReviewId, params.originalReviewId].filter((id) => id !== undefined);
  const known = await readReviews(db, vid, named);
  const missing = named.find((reviewId) => !known.has(reviewId));
  if (missing) throw new AppError('not_found', 'There is no such review for this account.', { reviewId: missing });
  if (!params.atUserVids) return params;
  const people = await meetable(db, vid, params.atUserVids);
  return { ...params, atUserVids: params.atUserVids.filter((named) => people.has(named)) };
}
