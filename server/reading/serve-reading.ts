// Registers every route that the reading service serves, domain by domain, and says which those are.

import type { FastifyInstance } from 'fastify';
import { additional } from '../../api/additional.ts';
import { books } from '../../api/books.ts';
import { cos } from '../../api/cos.ts';
import { publications } from '../../api/publications.ts';
import { reviews } from '../../api/reviews.ts';
import type { Domain, Route, RouteKey } from '../../api/route.ts';
import { shelf } from '../../api/shelf.ts';
import { store } from '../../api/store.ts';
import { user } from '../../api/user.ts';
import type { Blobs } from '../base/blobs/blobs.ts';
import { createOutgoing } from '../base/http/outgoing.ts';
import { type Limit, type RouteHandlers, serveRoutes } from '../base/http/routes.ts';
import type { Log } from '../base/log.ts';
import { bookFactsRoutes } from './books/book-facts.ts';
import { bookSettingRoutes } from './books/book-settings.ts';
import { bookStateRoutes } from './books/book-states.ts';
import { downloadRoutes, serveCovers } from './books/download.ts';
import { pageCountRoutes } from './books/page-count.ts';
import { referenceAccessRoutes } from './books/reference-access.ts';
import { wishRoutes } from './books/wishes.ts';
import { conversionRoutes } from './conversion/conversion.ts';
import { chapterDownloadRoutes } from './delivery/chapter-download.ts';
import { createDelivery } from './delivery/delivery.ts';
import { serveContent } from './delivery/serve-content.ts';
import { serveObjects } from './import/storing/stored-objects.ts';
import { cosRoutes } from './import/upload/cos.ts';
import { markRoutes } from './marks/marks.ts';
import { allNotesRoutes } from './notes/all-notes.ts';
import { notebookRoutes } from './notes/notebooks.ts';
import { progressRoutes } from './progress/progress.ts';
import { articleRoutes } from './publications/articles.ts';
import { readMarkRoutes } from './publications/read-marks.ts';
import { paytimeRoutes } from './purchases/paytime.ts';
import type { Caller, Reading } from './reading.ts';
import { readingDataRoutes } from './reading-data/detail.ts';
import { endOfBookRoutes } from './reading-data/end-of-book.ts';
import { readersRoutes } from './reading-data/readers.ts';
import { shareCardRoutes } from './reading-data/share-card.ts';
import { timeLeftRoutes } from './reading-data/time-left.ts';
import { bookPageRoutes } from './recommendations/book-page.ts';
import { bookTagRoutes } from './recommendations/book-tags.ts';
import { recommendRoutes } from './recommendations/recommend.ts';
import { feedbackRoutes } from './recommendations/ruled-out.ts';
import { similarRoutes } from './recommendations/similar.ts';
import { tipRoutes } from './reminders/reader-tips.ts';
import { remindWordsRoutes } from './reminders/remind-words.ts';
import { chapterReviewRoutes } from './reviews/chapter-reviews.ts';
import { commentRoutes } from './reviews/comments.ts';
import { docContentRoutes, documentLimits } from './reviews/doc-content.ts';
import { feedRoutes } from './reviews/feeds.ts';
import { likeRoutes } from './reviews/likes.ts';
import { podcastRoutes } from './reviews/podcasts.ts';
import { reviewListRoutes } from './reviews/review-lists.ts';
import { reviewRoutes } from './reviews/reviews.ts';
import { singleRoutes } from './reviews/single.ts';
import { bookSearchRoutes } from './search/book-search.ts';
import { archiveRoutes } from './shelf/archives.ts';
import { shelfRoutes } from './shelf/shelf.ts';
import { shelfSyncRoutes } from './shelf/shelf-sync.ts';
import { pinRoutes } from './shelf/shelf-top.ts';
import { authorizer, callerOf } from './sign-in/authorize.ts';
import type { IdentityProvider } from './sign-in/identity.ts';
import { loginRoutes } from './sign-in/login.ts';
import { hotTopicRoutes } from './store/hot-topics.ts';
import { marketRoutes } from './store/market.ts';
import { promotionRoutes } from './store/promotions.ts';
import { storeSearchRoutes } from './store/search/store-search.ts';
import { suggestRoutes } from './store/search/suggest.ts';
import { titleSearchRoutes } from './store/search/title-search.ts';
import { searchTagRoutes } from './store/searched-words.ts';
import { defaultPopularReaders, underlineRoutes } from './underlines/underlines.ts';
import { accountSettingsRoutes } from './users/account-settings.ts';
import { externalScopeRoutes } from './users/external-scope.ts';
import { featureRoutes } from './users/features.ts';
import { mobileSyncRoutes, type PartHandler } from './users/mobile-sync.ts';
import { profileRoutes } from './users/profile.ts';
import { userRoutes } from './users/users.ts';

export interface ServeReadingOptions {
  /** Where books are kept; without it nothing that moves their bytes is served. */
  blobs?: Blobs;
  log?: Log;
  /** Also checks replies against their schemas; for tests. */
  checkReplies?: boolean;
  /** Readers who must have marked a passage before it is popular. */
  popularReaders?: number;
  /** Private addresses and networks that linked documents may be fetched from all the same. */
  reachable?: readonly string[];
}

/** Answers the names of the routes that are served. */
export function serveReading(
  app: FastifyInstance,
  reading: Reading,
  identity: IdentityProvider,
  options: ServeReadingOptions = {},
): RouteKey[] {
  const authorize = authorizer(reading);
  const outgoing = createOutgoing(options.reachable ?? [], undefined, documentLimits);
  app.addHook('onClose', () => outgoing.close());
  const served: RouteKey[] = [];
  const parts = new Map<RouteKey, PartHandler>();
  const serve = <const R extends Record<RouteKey, Route>>(
    domain: Domain<R>,
    handlers: RouteHandlers<NoInfer<R>, Caller>,
    limits: { [K in Extract<keyof R, string>]?: Limit } = {},
  ) => {
    served.push(...(Object.keys(handlers) as RouteKey[]));
    for (const [key, handler] of Object.entries(handlers)) parts.set(key as RouteKey, handler as PartHandler);
    serveRoutes<Caller, R>(app, domain, handlers, {
      authorize,
      callerKey: (caller) => caller.vid,
      limits: limits as never,
      checkReplies: options.checkReplies ?? false,
    });
  };
  serve(
    user,
    {
      ...loginRoutes(reading, identity),
      ...userRoutes(reading),
      ...notebookRoutes(reading),
      ...profileRoutes(reading),
      ...accountSettingsRoutes(reading),
      ...featureRoutes(reading),
      ...externalScopeRoutes(reading, identity),
      ...mobileSyncRoutes(reading, (route) => parts.get(route)),
    },
    {
      'POST /login': { max: 120, seconds: 60 },
      'GET /extticket': { max: 30, seconds: 60 },
    },
  );
  const onShelf = shelfRoutes(reading);
  serve(shelf, {
    'POST /shelf/add': onShelf['POST /shelf/add'],
    'POST /shelf/delete': onShelf['POST /shelf/delete'],
    ...archiveRoutes(reading),
    ...shelfSyncRoutes(reading),
  });
  serve(books, {
    'POST /book/secret': onShelf['POST /book/secret'],
    ...bookFactsRoutes(reading),
    ...bookStateRoutes(reading),
    ...progressRoutes(reading),
    ...readersRoutes(reading),
    ...shareCardRoutes(reading),
    ...endOfBookRoutes(reading),
    ...timeLeftRoutes(reading),
    ...pageCountRoutes(reading),
    ...wishRoutes(reading),
    ...referenceAccessRoutes(reading),
    ...tipRoutes(reading),
    ...remindWordsRoutes(reading),
    ...markRoutes(reading),
    ...underlineRoutes(reading, options.popularReaders ?? defaultPopularReaders),
    ...chapterReviewRoutes(reading),
    ...bookSettingRoutes(reading),
    ...bookSearchRoutes(reading),
    ...recommendRoutes(reading),
    ...similarRoutes(reading),
    ...bookTagRoutes(reading),
    ...bookPageRoutes(reading),
    ...articleRoutes(reading),
    ...paytimeRoutes(reading),
    ...podcastRoutes(reading),
  });
  serve(publications, readMarkRoutes(reading));
  serve(
    store,
    {
      ...marketRoutes(reading),
      ...promotionRoutes(reading),
      ...hotTopicRoutes(reading),
      ...feedbackRoutes(reading),
      ...searchTagRoutes(reading),
      ...storeSearchRoutes(reading),
      ...suggestRoutes(reading),
      ...titleSearchRoutes(reading),
    },
    { 'POST /store/titlesearch': { max: 120, seconds: 60 } },
  );
  serve(
    reviews,
    {
      ...reviewRoutes(reading),
      ...reviewListRoutes(reading),
      ...feedRoutes(reading),
      ...singleRoutes(reading),
      ...commentRoutes(reading),
      ...likeRoutes(reading),
      ...docContentRoutes(reading, outgoing),
    },
    {
      'POST /review/add': { max: 600, seconds: 60 },
      'POST /review/comment': { max: 120, seconds: 60 },
      'GET /review/getDocContent': { max: 60, seconds: 60 },
    },
  );
  serve(additional, { ...pinRoutes(reading), ...allNotesRoutes(reading), ...readingDataRoutes(reading) });
  const { blobs, log } = options;
  if (blobs && log) {
    serve(cos, cosRoutes({ reading, blobs, log }));
    serve(books, conversionRoutes(reading));
    const delivery = createDelivery(reading, blobs, log);
    serve(books, { ...downloadRoutes(reading, blobs), ...chapterDownloadRoutes(delivery) });
    serveContent(app, delivery, (request) => callerOf(reading, request));
    serveCovers(app, reading, blobs, (request) => callerOf(reading, request));
    serveObjects(app, reading, blobs, (request) => callerOf(reading, request));
  }
  return served;
}
