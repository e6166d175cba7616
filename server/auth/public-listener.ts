// The public listener (4444): protocol endpoints, fallback pages and health.

import type { FastifyInstance } from 'fastify';
import type { AuthServer } from './auth-server.ts';
import { answerErrors } from './error-replies.ts';
import { serveFallbackPages } from './fallback-pages.ts';
import { servePublicHealth } from './health.ts';
import { serveEndSession } from './logout/end-session.ts';

export function servePublic(app: FastifyInstance, server: AuthServer): void {
  app.register(async (scope) => {
    answerErrors(scope);
    servePublicHealth(scope, server);
    serveFallbackPages(scope);
    serveEndSession(scope, server);
    // Takes every other path, so it answers for unknown ones as well.
    server.engine.mount(scope);
  });
}
