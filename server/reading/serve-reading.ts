// Registers every route that the reading service serves, domain by domain, and says which those are.

import type { FastifyInstance } from 'fastify';
import { additional } from '../../api/additional.ts';
import { books } from '../../api/books.ts';
import { cos } from '../../api/cos.ts';
import type { Domain, Route, RouteKey } from '../../api/route.ts';
import { shelf } from '../../api/shelf.ts';
import { user } from '../../api/user.ts';
import type { Blobs } from '../base/blobs.ts';
import type { Log } from '../base/log.ts';
import { type Limit, type RouteHandlers, serveRoutes } from '../base/routes.ts';
import { archiveRoutes } from './archives.ts';
import { authorizer, callerOf } from './authorize.ts';
import { bookFactsRoutes } from './book-facts.ts';
import { bookStateRoutes } from './book-states.ts';
import { cosRoutes } from './cos.ts';
import { downloadRoutes, serveCovers } from './download.ts';
import type { IdentityProvider } from './identity.ts';
import { loginRoutes } from './login.ts';
import { markRoutes } from './marks.ts';
import { progressRoutes } from './progress.ts';
import type { Caller, Reading } from './reading.ts';
import { shelfRoutes } from './shelf.ts';
import { shelfSyncRoutes } from './shelf-sync.ts';
import { pinRoutes } from './shelf-top.ts';
import { userRoutes } from './users.ts';

export interface ServeReadingOptions {
  /** Where books are kept; without it nothing that moves their bytes is served. */
  blobs?: Blobs;
  log?: Log;
  /** Also checks replies against their schemas; for tests. */
  checkReplies?: boolean;
}

/** Answers the names of the routes that are served. */
export function serveReading(
  app: FastifyInstance,
  reading: Reading,
  identity: IdentityProvider,
  options: ServeReadingOptions = {},
): RouteKey[] {
  const authorize = authorizer(reading);
  const served: RouteKey[] = [];
  const serve = <const R extends Record<RouteKey, Route>>(
    domain: Domain<R>,
    handlers: RouteHandlers<NoInfer<R>, Caller>,
    limits: { [K in Extract<keyof R, string>]?: Limit } = {},
  ) => {
    served.push(...(Object.keys(handlers) as RouteKey[]));
    serveRoutes<Caller, R>(app, domain, handlers, {
      authorize,
      callerKey: (caller) => caller.vid,
      limits: limits as never,
      checkReplies: options.checkReplies ?? false,
    });
  };
  serve(
    user,
    { ...loginRoutes(reading, identity), ...userRoutes(reading) },
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
    ...markRoutes(reading),
  });
  serve(additional, pinRoutes(reading));
  const { blobs, log } = options;
  if (blobs && log) {
    serve(cos, cosRoutes({ reading, blobs, log }));
    serve(books, downloadRoutes(reading, blobs));
    serveCovers(app, reading, blobs, (request) => callerOf(reading, request));
  }
  return served;
}
