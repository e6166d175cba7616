// Parameters that the catalog's tables do not list, with the reason for each. The catalog test accepts these and no
// others, and fails when one of them is not declared any more.

import type { RouteKey } from '../../api/route.ts';
import { additionsB } from './additions-b.ts';

/** Which edit it is and when it was made: replay of an offline outbox changes nothing, merging goes by time. */
const edit = ['editTime', 'eventId'];
/** CFI and exact words, so that a mark is found again when its book is imported anew. */
const anchor = ['cfi', 'textAfter', 'textBefore', 'textQuote'];

const additionsA: Record<RouteKey, string[]> = {
  // Marks are made offline and survive a new version of the book.
  'POST /book/addBookmark': [...anchor, ...edit, 'colorStyle', 'createTime', 'deviceId'],
  'POST /book/removeBookmark': edit,
  // The colour is edited like the style; the reply's field has the same name.
  'POST /book/updateBookmark': [...edit, 'colorStyle'],
  'POST /book/read': ['cfi', 'textQuote'],
  'POST /book/secret': edit,
  'POST /book/markstatus': edit,
  // An incremental list can be longer than one reply.
  'GET /book/bookmarklist': ['count'],
  'GET /shelf/sync': ['count'],
  'GET /user/notebooks': ['count'],
  // The route is paged, and the table has no field to page by.
  'GET /book/chapterReview': ['count', 'maxIdx'],
  'GET /book/podcasts': ['maxIdx'],
  'GET /book/recommend': ['count', 'maxIdx'],
  // Shelf changes are made offline.
  'POST /shelf/add': edit,
  // Folders hold albums too, as the reply of `/shelf/sync` shows.
  'POST /shelf/archive': [...edit, 'albumIds'],
  'POST /shelf/delete': edit,
  'POST /shelf/deleteArchive': edit,
  // The presigned request is bound to what will be sent.
  'GET /cos/getcredential': ['replaces', 'sha256', 'size', 'toLibrary'],
  // The original, or what a reader of EPUB opens.
  'GET /book/download': ['format'],
  // A conversion that is not wanted any more would take its hour all the same.
  'GET /trans/pdfepub': ['isCancel'],
  // Reviews are written offline and survive a new version of the book.
  'POST /review/add': [...anchor, ...edit, 'createTime', 'deviceId'],
  'POST /review/edit': [...anchor, ...edit],
  'POST /review/useredit': edit,
  'POST /review/delete': edit,
  // Sent again after a lost reply, a comment must not be there twice.
  'POST /review/comment': edit,
  'POST /updateConfig': edit,
};

export const additions: Record<RouteKey, string[]> = { ...additionsB, ...additionsA };
