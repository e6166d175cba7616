// Writing, editing and deleting a review of the caller's own.

import { Type } from 'typebox';
import { RefMpInfoGiven } from '../nouns/article.ts';
import { ColorStyle, markAnchorFields } from '../nouns/bookmark.ts';
import { ChapterUid } from '../nouns/chapter.ts';
import { editFields } from '../nouns/edit.ts';
import { PencilNote, ReviewEntry, ReviewType, Star, TopicRange } from '../nouns/review.ts';
import { Address, Duration, Flag, Id, Ids, optional, Range, route, Seconds, SyncKey, Text, Whole } from '../route.ts';

const contentFields = {
  content: optional(Type.String({ maxLength: 65536 })),
  htmlContent: optional(Type.String({ maxLength: 262144, description: 'Sanitised before it is stored' })),
  abstract: optional(Type.String({ maxLength: 16384, description: 'The quoted words' })),
  contextAbstract: optional(Text(1024)),
  title: optional(Text(512)),
  star: optional(Star()),
  atUserVids: optional(Ids(50)),
  topicRanges: optional(Type.Array(TopicRange, { maxItems: 50 })),
  pencilNote: optional(PencilNote),
  isPrivate: optional(Flag('For the caller alone')),
  friendship: optional(Flag('For friends only')),
  notVisibleToFriends: optional(Flag('Public, but hidden from friends')),
  refMpInfo: optional(RefMpInfoGiven),
  refReviewId: optional(Id('The review that this one answers')),
  originalReviewId: optional(Id('The review that this one passes on')),
  bookVersion: optional(Whole()),
  chapterUid: optional(ChapterUid()),
  range: optional(Range()),
};

export const add = route({
  summary: 'Writes a review: on a range, a chapter, the book or an article.',
  params: Type.Object({
    ...contentFields,
    bookId: optional(Id('Absent only for an article named by refMpInfo')),
    type: ReviewType(),
    translateMode: optional(Whole('0 none, 1 on the translation beside the text')),
    audioId: optional(Id('A voice note uploaded by `/audio/apply`')),
    auInterval: optional(Duration('Length of the voice note')),
    audioArticleId: optional(Id()),
    ...markAnchorFields,
    createTime: optional(Seconds('When it was written; absent: now')),
    deviceId: optional(Id()),
    ...editFields,
  }),
  reply: Type.Object({ reviewId: Id(), synckey: SyncKey(), review: ReviewEntry.properties.review }),
  errors: ['not_found', 'limit_reached', 'blocked'],
});

export const edit = route({
  summary: 'Moves a thought to another range of its book.',
  params: Type.Object({
    reviewId: Id(),
    bookId: optional(Id()),
    chapterUid: optional(ChapterUid()),
    range: Range(),
    ...markAnchorFields,
    ...editFields,
  }),
  reply: Type.Object({ reviewId: Id(), synckey: SyncKey(), review: ReviewEntry.properties.review }),
  errors: ['not_found', 'gone', 'no_permission'],
  safe: true,
});

export const useredit = route({
  summary: 'Changes the text, stars or visibility of a review; only the given fields change.',
  params: Type.Object({
    reviewId: Id(),
    ...contentFields,
    bookId: optional(Id()),
    chapterName: optional(Text(1024)),
    type: optional(ReviewType()),
    colorStyle: optional(ColorStyle()),
    albumId: optional(Id()),
    trackId: optional(Id()),
    groupId: optional(Id('A conversation that gets the review')),
    shareToGroup: optional(Flag('Send it to groupId')),
    notShareToFriend: optional(Flag('Keep it out of friends’ feeds')),
    link: optional(Address()),
    pictures: optional(Type.Array(Address('An uploaded picture'), { maxItems: 9 })),
    ...editFields,
  }),
  reply: Type.Object({ reviewId: Id(), synckey: SyncKey(), review: ReviewEntry.properties.review }),
  errors: ['not_found', 'gone', 'no_permission', 'blocked'],
  safe: true,
});

export const remove = route({
  summary: 'Deletes a review of the caller’s own; its comments go with it.',
  params: Type.Object({ reviewId: Id(), ...editFields }),
  reply: Type.Object({ synckey: SyncKey(), removed: Flag('0: a newer edit keeps it') }),
  errors: ['not_found', 'no_permission'],
  safe: true,
});
