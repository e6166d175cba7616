// The administrative listener (4445). It asks nobody for credentials: whoever deploys it keeps it unreachable.

import formBody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { serveClients } from '../admin/clients.ts';
import { serveConsentRequests } from '../admin/consent-requests.ts';
import { serveDeviceRequests } from '../admin/device-requests.ts';
import { serveKeys } from '../admin/keys.ts';
import { serveLoginRequests } from '../admin/login-requests.ts';
import { serveLogoutRequests } from '../admin/logout-requests.ts';
import { serveSessions } from '../admin/sessions.ts';
import { serveTokens } from '../admin/tokens.ts';
import type { AuthServer } from '../auth-server.ts';
import { createSwagger } from '../description/swagger.ts';
import { answerErrors } from '../error-replies.ts';
import { serveAdminHealth } from './health.ts';
import { refuseBrowsers } from './refuse-browsers.ts';

export function serveAdmin(app: FastifyInstance, server: AuthServer, version: string): void {
  app.register(async (scope) => {
    answerErrors(scope);
    scope.addHook('onRequest', refuseBrowsers(server.settings.admin.host, server.settings.cors.admin));
    await scope.register(formBody);
    serveAdminHealth(scope, server, version);
    scope.get('/swagger.json', async () => createSwagger(version, server.settings.resourceNamePrefix));
    serveClients(scope, server);
    serveKeys(scope, server);
    serveLoginRequests(scope, server);
    serveConsentRequests(scope, server);
    serveLogoutRequests(scope, server);
    serveDeviceRequests(scope, server);
    serveSessions(scope, server);
    serveTokens(scope, server);
  });
}
