// The public listener (4444): protocol endpoints, fallback pages and health.

import type { FastifyInstance } from 'fastify';
import type { AuthServer } from './auth-server.ts';
import { answerErrors } from './error-replies.ts';
import { serveFallbackPages } from './fallback-pages.ts';
import { serveHealth } from './health.ts';

export function servePublic(app: FastifyInstance, server: AuthServer, version: string): void {
  app.register(async (scope) => {
    answerErrors(scope);
    serveHealth(scope, server, version);
    serveFallbackPages(scope);
    // Takes every other path, so it answers for unknown ones as well.
    server.engine.mount(scope);
  });
}
