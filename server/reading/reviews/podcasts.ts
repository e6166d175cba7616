// Audio that is attached to a book: what readers said of it. Who may hear a recording is who may see its review.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { books } from '../../../api/books.ts';
import { AppError } from '../../../api/errors.ts';
import type { Params } from '../../../api/route.ts';
import { readBook } from '../books/book-access.ts';
import type { Caller, Db, Reading } from '../reading.ts';
import { type PublicList, readPublicList } from './public-list.ts';
import { isVisible } from './review-access.ts';
import { allOf, bookCondition, kindCondition, ownOrShown } from './review-conditions.ts';
import type { Entry } from './review-entries.ts';

type Asked = Params<(typeof books)['routes']['GET /book/podcasts']>;
const ofFriends = 4;

/** Written as the partial indexes have it. */
const hasRecording = sql<SqlBool>`reviews.audio_id <> ''`;
const nothing = sql<SqlBool>`1 = 0`;

export function podcastRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'GET /book/podcasts': async ({ vid }: Caller, params: Asked) => {
      const { bookId, listType = 'all', reviewListType = 'newest' } = params;
      await readBook(db, vid, bookId);
      const list: PublicList = {
        within: allOf(bookCondition(bookId), hasRecording),
        wanted: allOf(
          listType === 'tracks' ? nothing : ownOrShown(vid),
          kindCondition(vid, reviewListType === 'friends' ? ofFriends : 0),
        ),
        order: reviewListType === 'popular' ? 'rank' : 'number',
      };
      const { reviews, ...page } = await readPublicList(reading, vid, list, params);
      return { ...page, items: reviews.map(itemOf) };
    },
  };
}

function itemOf(entry: Entry) {
  const { review } = entry;
  const { audioId, auInterval = 0, title, content, book, createTime } = review;
  const words = title || content.split('\n', 1)[0] || review.chapterTitle || book.title;
  return {
    kind: 'review' as const,
    title: words.slice(0, 1024).toWellFormed(),
    cover: book.cover,
    duration: auInterval,
    createTime,
    ...(audioId ? { audioId } : {}),
    review: entry,
  };
}

/** A recording is its author's own, uploaded before. */
export async function checkRecording(db: Db, vid: string, audioId: string | undefined): Promise<void> {
  if (audioId === undefined) return;
  const kept = await db
    .selectFrom('stored_objects')
    .select('object_id')
    .where('object_id', '=', audioId)
    .where('vid', '=', vid)
    .where('kind', '=', 'audio')
    .executeTakeFirst();
  if (!kept) throw new AppError('not_found', 'There is no such recording of this account.', { audioId });
}

/** Someone's recording stands in a review of theirs that the viewer may see. */
export function isHeardBy(viewer: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from reviews where reviews.audio_id = stored_objects.object_id
    and reviews.audio_id <> '' and reviews.vid = stored_objects.vid and ${isVisible(viewer)})`;
}
