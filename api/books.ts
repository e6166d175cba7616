// The domain Books and reading engine: its routes in the catalog's order; the declarations stand by theme in `books/`.

import { articles } from './books/articles.ts';
import * as content from './books/content.ts';
import * as conversion from './books/conversion.ts';
import * as facts from './books/facts.ts';
import * as marks from './books/marks.ts';
import * as ownership from './books/ownership.ts';
import * as popular from './books/popular.ts';
import * as progress from './books/progress.ts';
import * as reading from './books/reading.ts';
import * as recommendations from './books/recommendations.ts';
import * as statistics from './books/statistics.ts';
import { domain } from './route.ts';

export const books = domain('Books and reading engine', {
  'POST /book/addBookmark': marks.addBookmark,
  'GET /book/articles': articles,
  'POST /book/batchUploadProgress': progress.batchUploadProgress,
  'GET /book/bestbookmarks': popular.bestbookmarks,
  'GET /book/bestbookmarksinfo': popular.bestbookmarksinfo,
  'GET /book/bookmarklist': marks.bookmarklist,
  'POST /book/chapterInfos': content.chapterInfos,
  'GET /book/chapterReview': popular.chapterReview,
  'GET /book/chapterdownload': content.chapterdownload,
  'GET /book/chapterread': content.chapterread,
  'GET /book/detailinfo': reading.detailinfo,
  'GET /book/download': content.download,
  'GET /book/footer': statistics.footer,
  'GET /book/getProgress': progress.getProgress,
  'GET /book/info': facts.info,
  'POST /book/infos': facts.infos,
  'POST /book/lastchapteridx': content.lastchapteridx,
  'POST /book/markstatus': progress.markstatus,
  'POST /book/notfound': ownership.notfound,
  'GET /book/paytime': content.paytime,
  'GET /book/podcasts': reading.podcasts,
  'POST /book/read': progress.read,
  'GET /book/readinfo': statistics.readinfo,
  'GET /book/readingStat': statistics.readingStat,
  'POST /book/readreviews': popular.readreviews,
  'GET /book/recommend': recommendations.recommend,
  'POST /book/removeBookmark': marks.removeBookmark,
  'GET /book/search': reading.search,
  'POST /book/secret': ownership.secret,
  'POST /book/setting': ownership.setting,
  'GET /book/similar': recommendations.similar,
  'GET /book/tags': recommendations.tags,
  'GET /book/underlines': popular.underlines,
  'POST /book/updateBookmark': marks.updateBookmark,
  'GET /discover/readingStat': statistics.discoverReadingStat,
  'POST /en/bookread': ownership.enBookread,
  'GET /pdf2epub/notify': conversion.pdf2epubNotify,
  'GET /predict/readtime': statistics.predictReadtime,
  'GET /reader/pagecount': content.pagecount,
  'GET /reader/tips': reading.tips,
  'GET /reading/remindWords': reading.remindWords,
  'GET /trans/pdfepub': conversion.transPdfepub,
});
