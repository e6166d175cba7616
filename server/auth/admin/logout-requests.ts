// Logout requests on the administrative listener: read, accept, reject.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuthServer } from '../auth-server.ts';
import { publicClient } from '../clients/clients.ts';
import { logoutPath } from '../logout/paths.ts';
import { parseBody } from '../parse-body.ts';
import { acceptLogoutBody, type LogoutRequestBody, rejectBody } from '../request-shapes.ts';
import { issuerAddress } from '../settings/settings.ts';
import { requiredParam } from './query.ts';

const path = '/oauth2/auth/requests/logout';

export function serveLogoutRequests(app: FastifyInstance, { requests, clients, settings }: AuthServer): void {
  const read = (request: FastifyRequest) =>
    requests.read<LogoutRequestBody>('logout', requiredParam(request, 'logout_challenge', 'challenge'));

  app.get(path, async (request) => {
    const { challenge, clientId, body } = await read(request);
    const { after, ...shown } = body;
    const client = clientId === null ? undefined : await clients.find(clientId);
    return { challenge, ...shown, ...(client ? { client: publicClient(client) } : {}) };
  });
  app.put(`${path}/accept`, async (request) => {
    const { challenge } = await read(request);
    parseBody(acceptLogoutBody, request.body);
    await requests.answer(challenge, { accepted: true });
    const verifier = await requests.verifier(challenge);
    return { redirect_to: issuerAddress(settings.issuer, `${logoutPath}?logout_verifier=${verifier}`) };
  });
  // Nothing was ended, and the person stays on the provider's page.
  app.put(`${path}/reject`, async (request, reply) => {
    const { challenge } = await read(request);
    parseBody(rejectBody, request.body);
    await requests.use(challenge);
    return reply.status(204).send();
  });
}
