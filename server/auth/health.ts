// Health and version of the authorization server.

import type { FastifyInstance } from 'fastify';
import type { AuthServer } from './auth-server.ts';
import { OAuthError } from './errors.ts';

export function serveHealth(app: FastifyInstance, { database, log }: AuthServer, version: string): void {
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
  app.get('/version', async () => ({ version }));
}
