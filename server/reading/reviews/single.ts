// One review in full: its likes and comments, each a page of its own, and other reviews of the book.

import { AppError } from '../../../api/errors.ts';
import type { reviews } from '../../../api/reviews.ts';
import type { Params } from '../../../api/route.ts';
import type { Caller, Db, Reading } from '../reading.ts';
import type { ReviewRow } from '../schema/reviews.ts';
import { userBriefs } from '../social/user-briefs.ts';
import { mayMeet } from '../social/visibility.ts';
import { readSyncKey, writeSyncKey } from '../sync-key.ts';
import { shownAnswers } from './comment-rows.ts';
import { subjectOf, threadPage } from './comments.ts';
import { publicState } from './public-list.ts';
import { withinNumbers } from './reactions.ts';
import { readReview } from './review-access.ts';
import { reviewEntries } from './review-entries.ts';
import { topReviews } from './review-lists.ts';

type Asked = Params<(typeof reviews)['routes']['GET /review/single']>;
const oldestFirst = 1;

export function singleRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'GET /review/single': async ({ vid }: Caller, params: Asked) => {
      const row = await readReview(db, vid, params.reviewId);
      const { state, life } = await publicState(reading, vid);
      const [entry] = await reviewEntries(db, vid, [row]);
      if (!entry) throw new AppError('not_found', 'There is no such review for this account.', params);
      const synckey = writeSyncKey(state.counter, life);
      // Whatever is said of a review, or liked in it, gives it a new key.
      if (isCurrent(params, row, readSyncKey(params.synckey, life, state))) {
        const nothing = { comments: [], commentsHasMore: 0 as const, commentsMaxIdx: 0 };
        const none = { likes: [], likesHasMore: 0 as const, likesMaxIdx: 0, bookReviews: [] };
        return { ...entry, synckey, unchanged: 1 as const, ...nothing, ...none };
      }
      const likes = await likePage(db, vid, params);
      const comments = await threadPage(db, vid, subjectOf(row), {
        count: params.commentsCount ?? 20,
        maxIdx: params.commentsMaxIdx ?? 0,
        oldestFirst: params.commentsDirection === oldestFirst,
        answers: shownAnswers,
      });
      const asked = params.bookReviewCount ?? 0;
      const others =
        asked > 0 && row.book_id ? await otherReviews(reading, vid, row.book_id, row.review_id, asked) : [];
      return {
        ...entry,
        synckey,
        comments: comments.comments,
        commentsHasMore: comments.hasMore,
        commentsMaxIdx: comments.maxIdx,
        ...likes,
        bookReviews: others,
      };
    },
  };
}

/** Later pages of its lists, and other reviews of the book, are asked for anew each time. */
function isCurrent(params: Asked, { public_key }: ReviewRow, { from }: { from: number }): boolean {
  if (params.commentsMaxIdx || params.likesMaxIdx || params.bookReviewCount) return false;
  return from > 0 && public_key <= from;
}

async function otherReviews(reading: Reading, vid: string, bookId: string, reviewId: string, count: number) {
  const top = await topReviews(reading, vid, bookId, count + 1);
  return top.reviews.filter((entry) => entry.reviewId !== reviewId).slice(0, count);
}

async function likePage(
  db: Db,
  viewer: string,
  { reviewId, likesCount: count = 20, likesMaxIdx = 0, likesDirection }: Asked,
) {
  const forward = likesDirection === oldestFirst;
  let query = db
    .selectFrom('review_likes')
    .select(['vid', 'number'])
    .where('review_id', '=', reviewId)
    .where(mayMeet(viewer, 'review_likes.vid'));
  if (likesMaxIdx > 0) query = query.where('number', forward ? '>' : '<', withinNumbers(likesMaxIdx));
  const rows = await query
    .orderBy('number', forward ? 'asc' : 'desc')
    .limit(count + 1)
    .execute();
  const shown = rows.slice(0, count);
  const people = await userBriefs(
    db,
    viewer,
    shown.map((row) => row.vid),
  );
  return {
    likes: shown.flatMap((row) => people.get(row.vid) ?? []),
    likesHasMore: rows.length > count ? (1 as const) : (0 as const),
    likesMaxIdx: shown.at(-1)?.number ?? 0,
  };
}
