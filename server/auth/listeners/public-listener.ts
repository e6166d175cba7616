// The public listener (4444): protocol endpoints, fallback pages and health.

import type { FastifyInstance } from 'fastify';
import type { AuthServer } from '../auth-server.ts';
import { answerErrors } from '../error-replies.ts';
import { serveEndSession } from '../logout/end-session.ts';
import { logoutPath } from '../logout/paths.ts';
import { serveFallbackPages } from '../pages/fallback-pages.ts';
import { serveRegistration } from '../registration/serve-registration.ts';
import type { AuthSettings } from '../settings/settings.ts';
import { servePublicHealth } from './health.ts';
import { limitAnonymous } from './limit-anonymous.ts';

/** For the commands that a developer copies; where another machine listens is nobody's business. */
function adminAddress({ admin, tls }: AuthSettings): string {
  const scheme = tls ? 'https' : 'http';
  return isLoopback(admin.host) ? `${scheme}://${admin.host}:${admin.port}` : `${scheme}://ADMIN_HOST:ADMIN_PORT`;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.startsWith('127.');
}

export function servePublic(app: FastifyInstance, server: AuthServer): void {
  app.register(async (scope) => {
    answerErrors(scope);
    servePublicHealth(scope, server);
    serveFallbackPages(scope, adminAddress(server.settings));
    limitAnonymous(scope, new Set([logoutPath]), server.settings.anonymousRequestsPerMinute);
    serveEndSession(scope, server);
    serveRegistration(scope, server);
    // Takes every other path, so it answers for unknown ones as well.
    server.engine.mount(scope);
  });
}
