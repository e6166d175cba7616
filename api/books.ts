// The domain Books and reading engine: its routes in the catalog's order; the declarations stand by theme in `books/`.

import * as content from './books/content.ts';
import * as facts from './books/facts.ts';
import * as marks from './books/marks.ts';
import * as ownership from './books/ownership.ts';
import * as progress from './books/progress.ts';
import { domain } from './route.ts';

export const books = domain('Books and reading engine', {
  'POST /book/addBookmark': marks.addBookmark,
  'POST /book/batchUploadProgress': progress.batchUploadProgress,
  'GET /book/bookmarklist': marks.bookmarklist,
  'POST /book/chapterInfos': content.chapterInfos,
  'GET /book/chapterdownload': content.chapterdownload,
  'GET /book/download': content.download,
  'GET /book/getProgress': progress.getProgress,
  'GET /book/info': facts.info,
  'POST /book/infos': facts.infos,
  'POST /book/lastchapteridx': content.lastchapteridx,
  'POST /book/markstatus': progress.markstatus,
  'POST /book/notfound': ownership.notfound,
  'GET /book/paytime': content.paytime,
  'POST /book/read': progress.read,
  'POST /book/removeBookmark': marks.removeBookmark,
  'POST /book/secret': ownership.secret,
  'POST /book/setting': ownership.setting,
  'POST /book/updateBookmark': marks.updateBookmark,
  'POST /en/bookread': ownership.enBookread,
  'GET /reader/pagecount': content.pagecount,
});
