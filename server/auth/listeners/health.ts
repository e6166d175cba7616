// Health, version and, for the administration, figures of the authorization server.

import type { FastifyInstance } from 'fastify';
import { serveHealth } from '../../base/http/health.ts';
import type { AuthServer } from '../auth-server.ts';
import { OAuthError } from '../errors.ts';

/** Says only whether it is alive and ready. */
export function servePublicHealth(app: FastifyInstance, { database, log }: AuthServer): void {
  app.get('/health/alive', async () => ({ status: 'ok' }));
  app.get('/health/ready', async () => {
    try {
      await database.ping();
    } catch (cause) {
      log.warn({ err: cause }, 'the database does not answer');
      throw new OAuthError('temporarily_unavailable', 'The database does not answer.', { cause });
    }
    return { status: 'ok' };
  });
}

export function serveAdminHealth(app: FastifyInstance, { database, log }: AuthServer, version: string): void {
  const registry = serveHealth(app, { log, checks: { database: () => database.ping() } });
  app.get('/health/scrape', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
  app.get('/version', async () => ({ version }));
}
