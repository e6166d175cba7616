// Login and consent sessions by person. The former document names the consent operations under `login` as well; there,
// a `client` makes clear that a consent is meant, because a login session has none.

import type { FastifyInstance } from 'fastify';
import type { AuthServer } from '../auth-server.ts';
import type { Consent } from '../consents.ts';
import { linkHeader } from '../storage/page.ts';
import { page, param, requiredParam } from './query.ts';

const loginPath = '/oauth2/auth/sessions/login';
const consentPath = '/oauth2/auth/sessions/consent';

export function serveSessions(
  app: FastifyInstance,
  { sessions, sessionEnd, deliveries, consents, log }: AuthServer,
): void {
  app.get(loginPath, async (request, reply) => {
    const wanted = page(request);
    const { sessions: found, total } = await sessions.list(requiredParam(request, 'subject'), wanted);
    return reply
      .header('link', linkHeader(request.url, wanted, total))
      .header('x-total-count', total)
      .send(found);
  });
  app.delete(loginPath, async (request, reply) => {
    const sid = param(request, 'sid');
    const client = param(request, 'client');
    if (sid !== undefined) await sessionEnd.bySid(sid);
    else if (client !== undefined) await consents.revoke(requiredParam(request, 'subject'), client);
    else await sessionEnd.bySubject(requiredParam(request, 'subject'));
    // Whoever ends sessions does not wait for the clients that are told of it.
    deliveries.run().catch((error: unknown) => log.error({ err: error }, 'logout deliveries could not be read'));
    return reply.status(204).send();
  });
  app.get(consentPath, async (request, reply) => {
    const wanted = page(request);
    const { consents: found, total } = await consents.listBySubject(
      requiredParam(request, 'subject'),
      wanted,
      param(request, 'client'),
    );
    return reply
      .header('link', linkHeader(request.url, wanted, total))
      .header('x-total-count', total)
      .send(found.map(showConsent));
  });
  app.delete(consentPath, async (request, reply) => {
    await consents.revoke(requiredParam(request, 'subject'), param(request, 'client'));
    return reply.status(204).send();
  });
}

function showConsent(consent: Consent) {
  return {
    consent_request: consent.request,
    grant_scope: consent.scope,
    grant_access_token_audience: consent.audience,
    session: consent.session,
    remember: consent.remember,
    remember_for: consent.rememberUntil === undefined ? 0 : consent.rememberUntil - consent.grantedAt,
    handled_at: new Date(consent.grantedAt * 1000).toISOString(),
  };
}
