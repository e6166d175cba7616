// The domain Booklists: lists of books with a note each, collected, liked and talked about by readers.
// Only the owner changes a list; one that is not shared is seen by those who follow the owner or know its id.

import { Type } from 'typebox';
import { Booklist, BooklistItem, BooklistItemsGiven } from './nouns/booklist.ts';
import { Comment, CommentText } from './nouns/comment.ts';
import { editFields } from './nouns/edit.ts';
import {
  ClearAll,
  Count,
  domain,
  Flag,
  HasMore,
  Id,
  List,
  MaxIdx,
  optional,
  SyncKey,
  Text,
  Whole,
  Word,
} from './route.ts';

const Name = () => Type.String({ minLength: 1, maxLength: 128 });

/** What every change answers: the list as it is stored now. */
const Changed = Type.Object({ booklist: Booklist, synckey: SyncKey() });

export const booklists = domain('Booklists', {
  'POST /booklist/add': {
    summary: 'Makes a booklist; the same eventId twice is one list.',
    params: Type.Object({
      bookItems: BooklistItemsGiven(),
      description: optional(Text(4000)),
      name: Name(),
      eventId: editFields.eventId,
    }),
    reply: Type.Object({ booklist: Booklist, synckey: SyncKey(), duplicate: Flag() }),
    errors: ['not_found', 'limit_reached'],
  },
  'POST /booklist/collect': {
    summary: 'Collects a booklist, or takes that back.',
    params: Type.Object({ booklistId: Id(), isCancel: optional(Flag()) }),
    reply: Changed,
    errors: ['not_found', 'limit_reached'],
    safe: true,
  },
  'POST /booklist/comment': {
    summary: 'Comments on a booklist, or answers a comment; the same eventId twice is one comment.',
    params: Type.Object({
      booklistId: Id(),
      content: CommentText(),
      toCommentId: optional(Id()),
      toUserVid: optional(Id()),
      eventId: editFields.eventId,
    }),
    reply: Type.Object({ comment: Comment, commentsCount: Whole(), duplicate: Flag() }),
    errors: ['not_found', 'blocked', 'limit_reached', 'too_many_requests'],
  },
  'POST /booklist/commentlike': {
    summary: 'Likes a comment, or takes that back.',
    params: Type.Object({ commentId: Id(), isUnlike: optional(Flag()) }),
    reply: Type.Object({ commentId: Id(), isLike: Flag(), likesCount: Whole() }),
    errors: ['not_found'],
    safe: true,
  },
  'POST /booklist/delComment': {
    summary: 'Deletes the caller’s comment, or any comment on the caller’s list; answers to it stay.',
    params: Type.Object({ commentId: Id() }),
    reply: Type.Object({ commentId: Id(), booklistId: Id(), commentsCount: Whole() }),
    errors: ['not_found', 'no_permission'],
    safe: true,
  },
  'POST /booklist/delete': {
    summary: 'Deletes the caller’s booklist.',
    params: Type.Object({ booklistId: Id() }),
    reply: Type.Object({ booklistId: Id(), synckey: SyncKey() }),
    errors: ['not_found', 'no_permission'],
    safe: true,
  },
  'POST /booklist/like': {
    summary: 'Likes a booklist, or takes that back.',
    params: Type.Object({ booklistId: Id(), isUnlike: optional(Flag()) }),
    reply: Changed,
    errors: ['not_found'],
    safe: true,
  },
  'POST /booklist/read': {
    summary: 'Counts the caller as a viewer of the list, once a day.',
    params: Type.Object({ booklistId: Id() }),
    reply: Type.Object({ booklistId: Id(), readCount: Whole(), counted: Flag('0: counted earlier today') }),
    errors: ['not_found'],
    safe: true,
  },
  'POST /booklist/shareToDiscover': {
    summary: 'Shows the caller’s list in discovery, or takes it out.',
    params: Type.Object({ booklistId: Id(), isCancel: optional(Flag()) }),
    reply: Changed,
    errors: ['not_found', 'no_permission'],
    safe: true,
  },
  'GET /booklist/single': {
    summary: 'One booklist with its books and latest comments; unchanged since synckey answers only the counts.',
    params: Type.Object({
      booklistId: Id(),
      eink_new: optional(Flag('1: covers as greys for e-ink')),
      synckey: optional(SyncKey()),
    }),
    reply: Type.Object({
      booklist: Booklist,
      synckey: SyncKey(),
      unchanged: Flag('1: items are left out, the copy is current'),
      items: List(BooklistItem, 500),
      comments: List(Comment, 50),
      removedBookIds: List(Id('In the list, but gone from the library'), 500),
    }),
    errors: ['not_found', 'gone'],
    incremental: true,
  },
  'POST /booklist/update': {
    summary: 'Replaces name, description and the whole list of books; what is left out stays as it is.',
    params: Type.Object({
      bookItems: optional(BooklistItemsGiven()),
      booklistId: Id(),
      description: optional(Text(4000)),
      name: optional(Name()),
    }),
    reply: Changed,
    errors: ['not_found', 'no_permission', 'limit_reached'],
    safe: true,
  },
  'GET /booklists': {
    summary: 'Booklists: the caller’s own, collected ones, popular ones, or those of a reader.',
    params: Type.Object({
      count: optional(Count()),
      maxIdx: optional(MaxIdx()),
      synckey: optional(SyncKey()),
      type: optional(Word(['mine', 'collected', 'popular', 'user'], 'mine when absent')),
      userVid: optional(Id('Needed by type user')),
    }),
    reply: Type.Object({
      synckey: SyncKey(),
      clearAll: ClearAll(),
      updated: List(Booklist, 100),
      removed: List(Id(), 500),
      totalCount: Whole(),
      hasMore: HasMore(),
      maxIdx: MaxIdx(),
    }),
    errors: ['not_found'],
    incremental: true,
    paged: true,
  },
});
