// Logout requests on the administrative listener: read, accept, reject.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuthServer } from '../auth-server.ts';
import { parseBody } from '../parse-body.ts';
import { type LogoutRequestBody, rejectBody } from '../request-shapes.ts';
import { requiredParam } from './query.ts';

const path = '/oauth2/auth/requests/logout';

export function serveLogoutRequests(app: FastifyInstance, { requests, engine }: AuthServer): void {
  const read = (request: FastifyRequest) =>
    requests.read<LogoutRequestBody>('logout', requiredParam(request, 'logout_challenge', 'challenge'));

  app.get(path, async (request) => {
    const { challenge, body } = await read(request);
    return { challenge, ...body };
  });
  app.put(`${path}/accept`, async (request) => {
    const { challenge } = await read(request);
    await requests.answer(challenge, { accepted: true });
    return { redirect_to: engine.resumeAddress('logout', await requests.verifier(challenge)) };
  });
  // Nothing was ended, and the person stays on the provider's page.
  app.put(`${path}/reject`, async (request, reply) => {
    const { challenge } = await read(request);
    parseBody(rejectBody, request.body);
    await requests.use(challenge);
    return reply.status(204).send();
  });
}
