// Login requests on the administrative listener: read, accept, reject.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuthServer } from '../auth-server.ts';
import { publicClient } from '../clients/clients.ts';
import { seconds } from '../clock.ts';
import type { Refusal } from '../engine.ts';
import { OAuthError } from '../errors.ts';
import { parseBody } from '../parse-body.ts';
import {
  type AcceptLogin,
  acceptLoginBody,
  type LoginRequestBody,
  type Reject,
  rejectBody,
} from '../request-shapes.ts';
import { requiredParam } from './query.ts';

const path = '/oauth2/auth/requests/login';
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
    await forceIdentifier(server, stored.clientId ?? '', answer);
    const redirect_to = await engine.acceptLogin(stored.challenge, {
      subject: answer.subject,
      sessionId: session_id,
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
    if (answer.error_debug) request.log.info({ debug: answer.error_debug }, 'the login provider refused a request');
    return { redirect_to: await engine.refuse(stored.challenge, refusal(answer)) };
  });
}

/** What the client is told; the hint goes with the description, and `error_debug` stays in the log. */
export function refusal(answer: Reject): Refusal {
  const description = answer.error_description || 'The person refused the request.';
  return {
    error: answer.error || 'access_denied',
    description: answer.error_hint ? `${description} ${answer.error_hint}` : description,
  };
}

/** For clients with public subjects it means nothing. */
async function forceIdentifier({ clients, subjects }: AuthServer, clientId: string, answer: AcceptLogin) {
  const { subject, force_subject_identifier: identifier } = answer;
  if (!identifier || !subjects.enabled) return;
  const client = await clients.find(clientId);
  if (client?.metadata.subject_type === 'pairwise') await subjects.force(clientId, subject, identifier);
}

function challengeOf(request: FastifyRequest): string {
  return requiredParam(request, 'login_challenge', 'challenge');
}
