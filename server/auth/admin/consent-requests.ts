// Consent requests on the administrative listener: read, accept, reject.

import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuthServer } from '../auth-server.ts';
import { publicClient } from '../clients/clients.ts';
import { seconds } from '../clock.ts';
import { OAuthError } from '../errors.ts';
import { parseBody } from '../parse-body.ts';
import { acceptConsentBody, type ConsentRequestBody, rejectBody } from '../request-shapes.ts';
import type { StoredRequest } from '../requests.ts';
import { refusal } from './login-requests.ts';
import { requiredParam } from './query.ts';

const path = '/oauth2/auth/requests/consent';
/** The protocol's own claims of an ID token, which session data must not replace. */
const reservedClaims = new Set(
  'iss sub aud exp iat nbf jti nonce auth_time acr amr azp sid at_hash c_hash s_hash'.split(' '),
);

export function serveConsentRequests(app: FastifyInstance, server: AuthServer): void {
  const { requests, engine } = server;
  const read = (request: FastifyRequest) =>
    requests.read<ConsentRequestBody>('consent', requiredParam(request, 'consent_challenge', 'challenge'));

  app.get(path, async (request) => showConsent(server, await read(request)));
  app.put(`${path}/accept`, async (request) => ({
    redirect_to: await accept(server, await read(request), request.body),
  }));
  app.put(`${path}/reject`, async (request) => {
    const stored = await read(request);
    const answer = parseBody(rejectBody, request.body);
    await requests.answer(stored.challenge, answer);
    if (answer.error_debug) request.log.info({ debug: answer.error_debug }, 'the consent provider refused a request');
    await server.consents.withdraw(grantOf(stored.challenge));
    return { redirect_to: await engine.refuse(stored.challenge, refusal(answer)) };
  });
}

/** One request leads to one grant, however often it is answered. */
function grantOf(challenge: string): string {
  return createHash('sha256').update(`grant of ${challenge}`).digest('base64url');
}

/** The consent request as providers see it. */
async function showConsent(server: AuthServer, stored: StoredRequest<ConsentRequestBody>) {
  const client = await server.clients.find(stored.clientId ?? '');
  if (!client) throw new OAuthError('gone', 'The client of this request was deleted.');
  return { challenge: stored.challenge, ...stored.body, client: publicClient(client) };
}

async function accept(server: AuthServer, stored: StoredRequest<ConsentRequestBody>, given: unknown): Promise<string> {
  const { requests, consents, engine } = server;
  const answer = parseBody(acceptConsentBody, given);
  const scope = answer.grant_scope ?? [];
  const audience = answer.grant_access_token_audience ?? [];
  refuseUnasked('scope', scope, stored.body.requested_scope);
  refuseUnasked('audience', audience, stored.body.requested_access_token_audience);
  const idToken = answer.session?.id_token ?? {};
  const reserved = Object.keys(idToken).find((name) => reservedClaims.has(name));
  if (reserved) throw new OAuthError('invalid_request', `session.id_token must not set "${reserved}".`);
  const shown = await showConsent(server, stored);
  const grantId = grantOf(stored.challenge);
  await requests.answer(stored.challenge, answer);
  await consents.save({
    grantId,
    subject: stored.body.subject,
    clientId: shown.client.client_id,
    challenge: stored.challenge,
    scope,
    audience,
    session: { access_token: answer.session?.access_token ?? {}, id_token: idToken },
    remember: answer.remember === true,
    rememberUntil: answer.remember && answer.remember_for ? seconds() + answer.remember_for : undefined,
    request: shown,
    sessionId: stored.body.login_session_id || undefined,
  });
  return engine.acceptConsent(stored.challenge, {
    subject: stored.body.subject,
    clientId: shown.client.client_id,
    grantScope: scope,
    grantId,
  });
}

function refuseUnasked(what: string, granted: readonly string[], asked: readonly string[]): void {
  const extra = granted.find((entry) => !asked.includes(entry));
  if (extra !== undefined) {
    throw new OAuthError('invalid_request', `The ${what} "${extra}" was not requested, so it cannot be granted.`);
  }
}
