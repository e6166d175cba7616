// Reviews as the wire carries them, a page at a time: with book, chapter, author, and the first likes and comments, as one
// viewer sees them. Everything is read for the whole page at once. The rows' own visibility was asked before.

import type { Static } from 'typebox';
import type { BookBrief } from '../../../api/nouns/book.ts';
import type { PencilNote, Review, ReviewEntry, TopicRange } from '../../../api/nouns/review.ts';
import { bookBrief, type ListedBook, readBooks } from '../books/book-access.ts';
import type { Db } from '../reading.ts';
import type { ReviewRow } from '../schema/reviews.ts';
import { type Brief, userBriefs } from '../social/user-briefs.ts';
import { blockedVids } from '../social/visibility.ts';
import { firstComments } from './comment-rows.ts';
import { ratingLevel } from './ratings.ts';
import { firstLikes, hiddenCounts, noHidden, ownReactions } from './reactions.ts';
import type { Extras } from './review-rows.ts';

export type Entry = Static<typeof ReviewEntry>;

/** In the order of the rows; one whose author or book the viewer may not see any more is left out. */
export async function reviewEntries(db: Db, viewer: string, rows: readonly ReviewRow[]): Promise<Entry[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.review_id);
  const blocked = await blockedVids(db, viewer);
  const [books, chapters, own, likes, comments, hidden] = await Promise.all([
    readBooks(
      db,
      viewer,
      rows.flatMap((row) => row.book_id || []),
    ),
    readChapters(db, rows),
    ownReactions(db, viewer, ids),
    firstLikes(db, viewer, ids),
    firstComments(db, viewer, ids),
    hiddenCounts(db, blocked, ids),
  ]);
  const mentioned = rows.flatMap((row) => mentionedIn(row));
  const vids = [...rows.map((row) => row.vid), ...mentioned, ...[...likes.values()].flat()];
  const people = await userBriefs(db, viewer, vids);
  return rows.flatMap((row) => {
    const author = people.get(row.vid);
    const book = row.book_id === '' ? articleBrief(row) : briefOf(books.get(row.book_id));
    if (!author || !book) return [];
    const { review_id } = row;
    const unseen = hidden.get(review_id) ?? noHidden;
    return {
      reviewId: review_id,
      review: {
        ...reviewOnWire(row, author, book),
        ...chapterFacts(row, chapters),
        atUserVids: mentionedIn(row).filter((vid) => people.has(vid)),
        isLike: own.liked.has(review_id) ? 1 : 0,
        isReposted: own.reposted.has(review_id) ? 1 : 0,
      },
      likesCount: row.likes_count - unseen.likes,
      likes: (likes.get(review_id) ?? []).flatMap((vid) => people.get(vid) ?? []),
      commentsCount: row.comments_count - unseen.comments,
      comments: comments.get(review_id) ?? [],
      repostCount: row.reposts_count - unseen.reposts,
    };
  });
}

export function mentionedIn(row: ReviewRow): string[] {
  return JSON.parse(row.at_vids) as string[];
}

const briefOf = (book: ListedBook | undefined) => book && bookBrief(book);

/** An article that belongs to no book stands as one of its own. */
function articleBrief(row: ReviewRow): Static<typeof BookBrief> {
  const { refMp } = JSON.parse(row.extras) as Extras;
  return {
    bookId: row.article_id,
    version: 0,
    format: 'mp',
    soldout: 0,
    bookStatus: 1,
    cover: refMp?.pic_url ?? '',
    title: refMp?.title ?? '',
    author: '',
  };
}

type OnWire = Omit<
  Static<typeof Review>,
  'chapterIdx' | 'chapterTitle' | 'chapterName' | 'atUserVids' | 'isLike' | 'isReposted'
>;

function reviewOnWire(row: ReviewRow, author: Brief, book: Static<typeof BookBrief>): OnWire {
  const topicRanges = JSON.parse(row.topic_ranges) as TopicRange[];
  return {
    reviewId: row.review_id,
    bookId: row.book_id,
    bookVersion: row.book_version,
    chapterUid: row.chapter_uid,
    content: row.content,
    htmlContent: row.html_content,
    abstract: row.abstract,
    contextAbstract: row.context_abstract,
    type: row.type as OnWire['type'],
    star: row.star,
    newRatingLevel: ratingLevel(row.star),
    title: row.title,
    createTime: row.create_time,
    updateTime: row.edit_time,
    userVid: row.vid,
    isPrivate: row.is_private as 0 | 1,
    friendship: row.friends_only as 0 | 1,
    notVisibleToFriends: row.hidden_from_friends as 0 | 1,
    topics: [...new Set(topicRanges.map(({ topic }) => topic))],
    topicRanges,
    book,
    author,
    ...optionalFacts(row),
  };
}

function optionalFacts(row: ReviewRow): Partial<OnWire> {
  const { refMp, link, pictures } = JSON.parse(row.extras) as Extras;
  const facts = {
    range: row.range_end > 0 ? `${row.range_start}-${row.range_end}` : undefined,
    refMpInfo: refMp,
    translateMode: row.translate_mode || undefined,
    colorStyle: row.color_style || undefined,
    pencilNote: row.pencil_note ? (JSON.parse(row.pencil_note) as PencilNote) : undefined,
    link: link || undefined,
    pictures,
    audioId: row.audio_id || undefined,
    auInterval: row.audio_id ? row.audio_seconds : undefined,
    originalReviewId: row.original_review_id || undefined,
    refReviewId: row.ref_review_id || undefined,
    cfi: row.cfi || undefined,
    textQuote: row.text_quote || undefined,
    textBefore: row.text_before || undefined,
    textAfter: row.text_after || undefined,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

interface Titled {
  idx: number;
  title: string;
}

const chapterKey = (bookId: string, uid: number) => `${uid} ${bookId}`;

/** Chapters of the books' current versions that the reviews name. */
async function readChapters(db: Db, rows: readonly ReviewRow[]): Promise<Map<string, Titled>> {
  const named = rows.filter((row) => row.book_id !== '' && row.chapter_uid !== 0);
  if (named.length === 0) return new Map();
  const found = await db
    .selectFrom('chapters')
    .innerJoin('books', (join) =>
      join.onRef('books.book_id', '=', 'chapters.book_id').onRef('books.version', '=', 'chapters.version'),
    )
    .select(['chapters.book_id', 'chapter_uid', 'chapter_idx', 'chapters.title'])
    .where('chapters.book_id', 'in', [...new Set(named.map((row) => row.book_id))])
    .where('chapter_uid', 'in', [...new Set(named.map((row) => row.chapter_uid))])
    .execute();
  return new Map(
    found.map((row) => [chapterKey(row.book_id, row.chapter_uid), { idx: row.chapter_idx, title: row.title }]),
  );
}

function chapterFacts(row: ReviewRow, chapters: Map<string, Titled>) {
  const chapter = chapters.get(chapterKey(row.book_id, row.chapter_uid));
  const { chapterName } = JSON.parse(row.extras) as Extras;
  const chapterTitle = chapter?.title ?? '';
  return { chapterIdx: chapter?.idx ?? 0, chapterTitle, chapterName: chapterName ?? chapterTitle };
}
