// The domain Reviews, comments, interactions: its routes in the catalog's order; the declarations stand by theme
// in `reviews/`.

import * as comments from './reviews/comments.ts';
import * as likes from './reviews/likes.ts';
import * as lists from './reviews/lists.ts';
import * as write from './reviews/write.ts';
import { domain } from './route.ts';

export const reviews = domain('Reviews, comments, interactions', {
  'GET /like/add': likes.likeAdd,
  'GET /like/get': likes.likeGet,
  'POST /review/add': write.add,
  'GET /review/authorpublish': lists.authorpublish,
  'POST /review/comment': comments.comment,
  'POST /review/commentlike': comments.commentlike,
  'GET /review/commentloadmore': comments.commentloadmore,
  'POST /review/delComment': comments.delComment,
  'POST /review/delete': write.remove,
  'POST /review/edit': write.edit,
  'GET /review/feeds': lists.feeds,
  'GET /review/getDocContent': lists.getDocContent,
  'POST /review/like': likes.like,
  'GET /review/list': lists.list,
  'GET /review/relatedReviews': lists.relatedReviews,
  'POST /review/repost': likes.repost,
  'GET /review/single': lists.single,
  'POST /review/useredit': write.useredit,
});
