// Login requests on the administrative listener: read, accept, reject.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuthServer } from '../auth-server.ts';
import { publicClient } from '../clients.ts';
import { seconds } from '../clock.ts';
import { OAuthError } from '../errors.ts';
import { parseBody } from '../parse-body.ts';
import { acceptLoginBody, type LoginRequestBody, rejectBody } from '../request-shapes.ts';
import { requiredParam } from './query.ts';

const path = '/oauth2/auth/requests/login';
/** Refused without a reason of its own. */
export const defaultRefusal = { error: 'access_denied', description: 'The person refused the request.' };

export function serveLoginRequests(app: FastifyInstance, server: AuthServer): void {
  const { requests, clients, engine } = server;
  app.get(path, async (request) => {
    const { challenge, clientId, body } = await requests.read<LoginRequestBody>('login', challengeOf(request));
    const client = await clients.find(clientId ?? '');
    if (!client) throw new OAuthError('gone', 'The client of this request was deleted.');
    return { challenge, ...body, client: publicClient(client) };
  });
  app.put(`${path}/accept`, async (request) => {
    const stored = await requests.read<LoginRequestBody>('login', challengeOf(request));
    const answer = parseBody(acceptLoginBody, request.body);
    const { skip, subject, session_id } = stored.body;
    if (skip && subject !== answer.subject) {
      throw new OAuthError('invalid_request', 'The subject differs from the person who is signed in already.');
    }
    const since = skip ? await server.sessions.authenticatedAt(session_id) : undefined;
    await requests.answer(stored.challenge, answer);
    const redirect_to = await engine.acceptLogin(stored.challenge, {
      subject: answer.subject,
      authenticatedAt: since ?? seconds(),
      acr: answer.acr || undefined,
      amr: answer.amr,
      remember: skip ? undefined : answer.remember ? { for: answer.remember_for ?? 0 } : false,
    });
    return { redirect_to };
  });
  app.put(`${path}/reject`, async (request) => {
    const stored = await requests.read<LoginRequestBody>('login', challengeOf(request));
    const answer = parseBody(rejectBody, request.body);
    await requests.answer(stored.challenge, answer);
    const redirect_to = await engine.refuse(stored.challenge, {
      error: answer.error || defaultRefusal.error,
      description: answer.error_description || defaultRefusal.description,
    });
    return { redirect_to };
  });
}

function challengeOf(request: FastifyRequest): string {
  return requiredParam(request, 'login_challenge', 'challenge');
}
