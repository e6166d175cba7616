// The SDK's operations under their names, each a route of the catalog over one transport.
// Adds no protocol of its own: what a name means is its row here, what it takes and gives is its route.

import type { CallParamsOf, ReplyOf } from '../catalog.ts';
import { createImport, type ImportSurroundings } from './import-book.ts';
import { byMaxIdx, byOffset, bySynckey, createListOperation, createOperation, type NextPage } from './operation.ts';
import type { CallOptions, Transport } from './transport.ts';

/** `status` of `/book/markstatus`. */
const reading = 2;
const finished = 4;

function searchAndBooks(transport: Transport) {
  return {
    search: {
      books: createListOperation(transport, 'GET /store/search', byMaxIdx, (page) =>
        page.results.flatMap((group) => group.books),
      ),
      suggest: createOperation(transport, 'GET /store/suggest'),
    },
    book: {
      info: createOperation(transport, 'GET /book/info'),
      detail: createListOperation(transport, 'GET /book/detailinfo', byMaxIdx, (page) => page.similarBooks),
      chapters: createOperation(transport, 'POST /book/chapterInfos'),
      progress: createOperation(transport, 'GET /book/getProgress'),
    },
    shelf: {
      sync: createListOperation(transport, 'GET /shelf/sync', bySynckey, (page) => page.books),
      add: createOperation(transport, 'POST /shelf/add'),
      delete: createOperation(transport, 'POST /shelf/delete'),
      pin: createOperation(transport, 'POST /shelf/top'),
      setPrivate: createOperation(transport, 'POST /book/secret'),
      markFinished: createOperation(transport, 'POST /book/markstatus', { status: finished }),
      markReading: createOperation(transport, 'POST /book/markstatus', { status: reading }),
    },
    discover: {
      recommend: createListOperation(transport, 'GET /book/recommend', byMaxIdx, (page) => page.books),
      similar: createListOperation(transport, 'GET /book/detailinfo', byMaxIdx, (page) => page.similarBooks, {
        listTypes: ['similar'],
      }),
    },
  };
}

function accountsAndReading(transport: Transport) {
  return {
    publicAccounts: {
      subscriptions: createListOperation(transport, 'GET /shelf/sync', bySynckey, (page) =>
        page.books.filter((book) => book.type === 3),
      ),
      articles: createListOperation(transport, 'GET /mp/chapters', byOffset, (page) => page.updated),
      resolveArticle: createOperation(transport, 'POST /mp/getreviewid'),
      paidContent: createOperation(transport, 'POST /mp/getpaidinfo'),
      subscribe: createOperation(transport, 'POST /shelf/add', { follow: 1 }),
      unsubscribe: createOperation(transport, 'POST /shelf/delete'),
    },
    readData: { detail: createOperation(transport, 'GET /readdata/detail') },
    ai: {
      /** The answer's events as they come. */
      askBook: (params: CallParamsOf<'POST /ai/chatv2'>, options?: CallOptions) =>
        transport.stream('POST /ai/chatv2', params, options),
      suggest: createOperation(transport, 'POST /ai/chat/suggest'),
    },
  };
}

function notesAndReviews(transport: Transport) {
  return {
    notes: {
      notebooks: createListOperation(transport, 'GET /user/notebooks', bySynckey, (page) => page.books),
      recent: createListOperation(transport, 'GET /user/allNotes', byMaxIdx, (page) => page.notes),
      bookmarks: createListOperation(transport, 'GET /book/bookmarklist', bySynckey, (page) => page.updated),
      mine: createListOperation(transport, 'GET /review/list', byMaxIdx, (page) => page.reviews, { mine: 1 }),
      best: createListOperation(transport, 'GET /book/bestbookmarks', byMaxIdx, (page) => page.items),
      readReviews: createListOperation(transport, 'POST /book/readreviews', nextRanges, (page) =>
        page.reviews.flatMap((group) => group.pageReviews),
      ),
      underlines: createOperation(transport, 'GET /book/underlines'),
      addBookmark: createOperation(transport, 'POST /book/addBookmark'),
      updateBookmark: createOperation(transport, 'POST /book/updateBookmark'),
      removeBookmark: createOperation(transport, 'POST /book/removeBookmark'),
    },
    review: {
      list: createListOperation(transport, 'GET /review/list', byMaxIdx, (page) => page.reviews),
      single: createListOperation(transport, 'GET /review/single', nextComments, (page) => page.comments),
      add: createOperation(transport, 'POST /review/add'),
      edit: createOperation(transport, 'POST /review/useredit'),
      delete: createOperation(transport, 'POST /review/delete'),
    },
  };
}

/** `imports`: how bytes reach the object store. */
export function createClient(transport: Transport, imports: ImportSurroundings = {}) {
  return {
    ...searchAndBooks(transport),
    ...accountsAndReading(transport),
    ...notesAndReviews(transport),
    import: { book: createImport(transport, imports) },
  };
}

export type Client = ReturnType<typeof createClient>;

/** Each range is a list of its own: the next page asks only for those that go on. */
const nextRanges: NextPage<ReplyOf<'POST /book/readreviews'>> = (params, page) => {
  const unfinished = page.reviews.filter((group) => group.hasMore);
  if (unfinished.length === 0) return undefined;
  const asked = (params as CallParamsOf<'POST /book/readreviews'>).reviews;
  const reviews = unfinished.map(({ range, maxIdx }) => ({
    ...asked.find((one) => one.range === range),
    range,
    maxIdx,
  }));
  return { ...params, reviews };
};

/** A review's pages are those of its comments; the likes go on by their own `likesMaxIdx`. */
const nextComments: NextPage<ReplyOf<'GET /review/single'>> = (params, page) =>
  page.commentsHasMore ? { ...params, commentsMaxIdx: page.commentsMaxIdx } : undefined;
