// A review as it is stored: made from what was sent, merged with later edits field by field (the newest edit of each
// wins, a removal only over older edits). Pure rules, without database or HTTP.

import type { Static } from 'typebox';
import { AppError } from '../../../api/errors.ts';
import type { RefMpInfo } from '../../../api/nouns/article.ts';
import type { TopicRange } from '../../../api/nouns/review.ts';
import type { reviews } from '../../../api/reviews.ts';
import type { Params } from '../../../api/route.ts';
import { editTimeOf } from '../edits.ts';
import { storable } from '../import/storing/storable.ts';
import type { Caller } from '../reading.ts';
import type { ReviewRow } from '../schema/reviews.ts';
import { cleanMarkup } from './clean-markup.ts';
import { checkPencilNote } from './pencil-note.ts';
import { topicsWithin } from './topic-places.ts';

type Routes = (typeof reviews)['routes'];
export type Added = Params<Routes['POST /review/add']>;
export type Edited = Params<Routes['POST /review/useredit']>;
/** Fields that both can carry. */
type Sent = Omit<Partial<Edited> & Partial<Added>, 'type' | 'bookId'>;

/** What belongs to some reviews only. */
export interface Extras {
  refMp?: Static<typeof RefMpInfo>;
  chapterName?: string;
  audioArticleId?: string;
  albumId?: string;
  trackId?: string;
  link?: string;
  pictures?: string[];
}

export const reviewTypes = { range: 1, chapter: 2, book: 4, article: 16 } as const;

const likesBits = 2 ** 33;
const mostRanked = 2 ** 20 - 1;

/** Orders by likes, then newest first; a safe integer. */
export function rankOf(row: Pick<ReviewRow, 'likes_count' | 'number'>): number {
  return Math.min(row.likes_count, mostRanked) * likesBits + row.number;
}

/** The row of a new review; its keys are given when it is stored. */
export function newReview(caller: Caller, params: Added, reviewId: string, now: number): ReviewRow {
  const time = editTimeOf(params, now);
  const row: ReviewRow = {
    ...blankReview,
    ...sentColumns(params, blankReview),
    review_id: reviewId,
    vid: caller.vid,
    book_id: params.bookId ?? '',
    article_id: params.refMpInfo?.reviewId ?? '',
    type: params.type,
    create_time: Math.min(params.createTime ?? time, now),
    edit_time: time,
    field_times: JSON.stringify({ all: time }),
    device_id: params.deviceId ?? caller.deviceId,
  };
  checkShape(row);
  return row;
}

/** Columns whose newest edit stands; an edit made after a removal brings the review back. */
export function mergeEdited(stored: ReviewRow, sent: Sent, time: number): ReviewRow {
  if (stored.removed_at !== 0 && stored.removed_at >= time)
    throw new AppError('gone', 'That review was deleted.', { reviewId: stored.review_id });
  const times = JSON.parse(stored.field_times) as Record<string, number>;
  const all = times.all ?? 0;
  const newer = Object.entries(sentColumns(sent, stored)).filter(([name]) => time >= (times[name] ?? all));
  const merged: ReviewRow = {
    ...stored,
    ...Object.fromEntries(newer),
    edit_time: Math.max(stored.edit_time, time),
    field_times: JSON.stringify({ ...times, ...Object.fromEntries(newer.map(([name]) => [name, time])) }),
    removed_at: 0,
    removal_stored_at: 0,
  };
  merged.topic_ranges = topicsOf(merged, stored, sent);
  checkShape(merged);
  return merged;
}

/** Words and topics can come from different edits. */
function topicsOf(merged: ReviewRow, stored: ReviewRow, sent: Sent): string {
  const counted = merged.topic_ranges === stored.topic_ranges ? stored.content : (sent.content ?? stored.content);
  if (merged.content === counted) return merged.topic_ranges;
  const topics = JSON.parse(merged.topic_ranges) as TopicRange[];
  return JSON.stringify(topicsWithin(merged.content, topics, counted));
}

/** The same row when a newer edit keeps the review. */
export function mergeRemoved(stored: ReviewRow, time: number, now: number): ReviewRow {
  if (stored.edit_time > time || stored.removed_at >= Math.max(1, time)) return stored;
  return { ...stored, removed_at: time, removal_stored_at: stored.removal_stored_at || now };
}

/** The columns that were sent, cleaned for storing; nothing for what was not sent. */
function sentColumns(sent: Sent, stored: ReviewRow): Partial<ReviewRow> {
  const texts = { title: sent.title, content: sent.content, abstract: sent.abstract };
  const columns = {
    ...texts,
    context_abstract: sent.contextAbstract,
    html_content: sent.htmlContent === undefined ? undefined : cleanMarkup(sent.htmlContent),
    star: sent.star,
    at_vids: json(sent.atUserVids === undefined ? undefined : [...new Set(sent.atUserVids)]),
    topic_ranges: json(sent.topicRanges),
    pencil_note: json(sent.pencilNote === undefined ? undefined : checkPencilNote(sent.pencilNote)),
    is_private: sent.isPrivate,
    friends_only: sent.friendship,
    hidden_from_friends: sent.notVisibleToFriends,
    out_of_feeds: sent.notShareToFriend,
    ref_review_id: sent.refReviewId,
    original_review_id: sent.originalReviewId,
    translate_mode: sent.translateMode,
    color_style: sent.colorStyle,
    book_version: sent.bookVersion,
    chapter_uid: sent.chapterUid,
    ...rangeColumns(sent.range),
    cfi: sent.cfi,
    text_quote: sent.textQuote,
    text_before: sent.textBefore,
    text_after: sent.textAfter,
    audio_id: sent.audioId,
    audio_seconds: sent.audioId === undefined ? undefined : sent.auInterval,
    extras: sentExtras(sent, stored),
  };
  return storable(Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)));
}

const json = (value: unknown) => (value === undefined ? undefined : JSON.stringify(storable(value)));

function rangeColumns(range: string | undefined) {
  if (range === undefined) return {};
  const [start, end] = range.split('-').map(Number) as [number, number];
  if (start >= end) throw new AppError('bad_argument', undefined, { range: 'must be start-end with start before end' });
  return { range_start: start, range_end: end };
}

function sentExtras(sent: Sent, stored: ReviewRow): string | undefined {
  const { chapterName, audioArticleId, albumId, trackId, link, pictures, refMpInfo } = sent;
  const named = { chapterName, audioArticleId, albumId, trackId, link, pictures };
  const given = Object.entries(named).filter(([, value]) => value !== undefined);
  if (link) checkAddress('link', link);
  for (const [place, address] of (pictures ?? []).entries()) checkAddress(`pictures.${place}`, address);
  if (given.length === 0 && !refMpInfo) return undefined;
  const before = JSON.parse(stored.extras) as Extras;
  const refMp = refMpInfo && { title: '', pic_url: '', createTime: 0, ...before.refMp, ...refMpInfo };
  return JSON.stringify(storable({ ...before, ...Object.fromEntries(given), ...(refMp ? { refMp } : {}) }));
}

/** Shown as a link or picture, so nothing that a page would run. */
function checkAddress(field: string, address: string): void {
  if (/^(https?:\/\/|\/(?!\/))[^\s<>"]*$/.test(address)) return;
  throw new AppError('bad_argument', undefined, { [field]: 'must be an http(s) address or a path of this service' });
}

/** What each type needs, and that something is said at all. */
function checkShape(row: ReviewRow): void {
  const problems: Record<string, string> = {};
  const isArticle = row.type === reviewTypes.article;
  if (isArticle ? row.article_id === '' : row.book_id === '')
    problems[isArticle ? 'refMpInfo' : 'bookId'] = 'is missing';
  const needsChapter = row.type === reviewTypes.range || row.type === reviewTypes.chapter;
  if (needsChapter && row.chapter_uid === 0) problems.chapterUid = 'is missing';
  if (row.type === reviewTypes.range && row.range_end === 0) problems.range = 'is missing';
  if (row.type !== reviewTypes.range && row.range_end !== 0)
    problems.range = 'belongs to a thought on a range (type 1)';
  if (row.type !== reviewTypes.book && row.star !== 0) problems.star = 'belongs to a review of the book (type 4)';
  const { pictures } = JSON.parse(row.extras) as Extras;
  const { content, html_content, pencil_note, original_review_id, audio_id } = row;
  const said = [content.trim(), html_content, pencil_note, original_review_id, audio_id].some(Boolean);
  if (!said && row.star === 0 && !pictures?.length) problems.content = 'must not be empty';
  if (row.is_private && row.friends_only) problems.friendship = 'cannot go with isPrivate';
  const topics = JSON.parse(row.topic_ranges) as { range: string }[];
  const isWithin = ({ range }: { range: string }) => {
    const [start = 0, end = 0] = range.split('-').map(Number);
    return start < end && end <= row.content.length;
  };
  if (!topics.every(isWithin)) problems.topicRanges = 'must lie within the content';
  const fields = Object.keys(problems);
  if (fields.length > 0) {
    throw new AppError('bad_argument', `These arguments are missing or wrong: ${fields.join(', ')}.`, problems);
  }
}

export const blankReview: ReviewRow = {
  review_id: '',
  vid: '',
  sync_key: 0,
  public_key: 0,
  number: 0,
  rank: 0,
  was_shared: 0,
  book_id: '',
  article_id: '',
  book_version: 0,
  chapter_uid: 0,
  range_start: 0,
  range_end: 0,
  type: 4,
  star: 0,
  title: '',
  content: '',
  html_content: '',
  abstract: '',
  context_abstract: '',
  is_private: 0,
  friends_only: 0,
  hidden_from_friends: 0,
  out_of_feeds: 0,
  topic_ranges: '[]',
  at_vids: '[]',
  pencil_note: '',
  extras: '{}',
  audio_id: '',
  audio_seconds: 0,
  translate_mode: 0,
  color_style: 0,
  ref_review_id: '',
  original_review_id: '',
  cfi: '',
  text_quote: '',
  text_before: '',
  text_after: '',
  likes_count: 0,
  likes_made: 0,
  comments_count: 0,
  comments_made: 0,
  reposts_count: 0,
  create_time: 0,
  edit_time: 0,
  field_times: '{}',
  removed_at: 0,
  removal_stored_at: 0,
  device_id: '',
};
