// The end-session endpoint on the public listener: a request becomes a logout challenge for the provider, and the browser
// that comes back with the provider's consent is signed out. Only the browser whose session was asked about can come back.

import { setTimeout as wait } from 'node:timers/promises';
import formBody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { param } from '../admin/query.ts';
import type { AuthServer } from '../auth-server.ts';
import type { BrowserSession } from '../engine.ts';
import { toOAuthError } from '../error-replies.ts';
import { OAuthError } from '../errors.ts';
import { errorPageAddress } from '../pages/error-page.ts';
import { providerAddress } from '../provider-address.ts';
import type { LogoutRequestBody } from '../request-shapes.ts';
import { sessionCookie } from '../sessions.ts';
import { issuerAddress } from '../settings/settings.ts';
import type { LogoutDeliveryTable } from '../storage/tables.ts';
import { openTicket, pickParams, sealForm } from './form-ticket.ts';
import { frameAddresses, sendFrontChannelPage } from './front-channel-page.ts';
import { formerLogoutPath, logoutPath } from './paths.ts';
import { type LogoutWish, readWish } from './read-wish.ts';

/** The first attempt of back-channel logouts mostly ends before this, so that clients know when the browser is back. */
const firstAttemptMilliseconds = 2_000;

export function serveEndSession(app: FastifyInstance, server: AuthServer): void {
  const { settings } = server;
  app.register(async (scope) => {
    await scope.register(formBody, { bodyLimit: 64 * 1024 });
    const handle = (work: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) => {
      return async (request: FastifyRequest, reply: FastifyReply) => {
        try {
          return await work(request, reply);
        } catch (error) {
          const known = toOAuthError(error as Error);
          if (known.status >= 500) throw error;
          // A person looks at this; clients get nothing of it.
          return reply.redirect(errorPageAddress(settings, known), 302);
        }
      };
    };
    scope.get(
      logoutPath,
      handle(async (request, reply) => {
        const verifier = param(request, 'logout_verifier');
        return verifier === undefined ? begin(server, request, reply) : finish(server, verifier, request, reply);
      }),
    );
    scope.post(
      logoutPath,
      handle(async (request, reply) => {
        const ticket = sealForm(server.ring, pickParams(request.body));
        return reply.redirect(issuerAddress(settings.issuer, `${logoutPath}?logout_ticket=${ticket}`), 303);
      }),
    );
    // The engine has a step of its own below, for logouts that are not its affair here.
    scope.all(`${logoutPath}/*`, async (request) => {
      throw new OAuthError('not_found', `There is nothing at ${request.method} ${request.url.split('?')[0]}.`);
    });
    scope.get(formerLogoutPath, async (_request, reply) => {
      const address = issuerAddress(settings.issuer, logoutPath);
      return reply
        .header('deprecation', 'true')
        .header('link', `<${address}>; rel="successor-version"`)
        .redirect(address, 302);
    });
  });
}

async function begin(server: AuthServer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { settings, requests, engine } = server;
  const ticket = param(request, 'logout_ticket');
  const params = ticket === undefined ? pickParams(request.query) : openTicket(server.ring, ticket);
  const wish = await readWish(server, params);
  const session = await engine.browserSession(request.raw, reply.raw);
  if (!session) return reply.redirect(wish.after, 303);
  const { id_token_hint: _hint, ...shown } = params;
  const body: LogoutRequestBody = {
    subject: session.subject,
    sid: session.sid,
    request_url: `${issuerAddress(settings.issuer, logoutPath)}?${new URLSearchParams(shown)}`.replace(/\?$/, ''),
    rp_initiated: isAbout(wish, session),
    ui_locales: wish.uiLocales,
    logout_hint: wish.logoutHint,
    after: wish.after,
  };
  const challenge = await requests.create({
    kind: 'logout',
    clientId: wish.client?.client_id,
    subject: session.subject,
    body,
    formSecret: session.sid,
    lifespan: settings.lifespans.request,
  });
  return reply.redirect(providerAddress(settings, 'logout', challenge), 302);
}

/** Shown an ID token of this very session, the provider need not ask whether the person means it. */
function isAbout({ hint }: LogoutWish, session: BrowserSession): boolean {
  return hint !== undefined && hint.sid === session.sid;
}

async function finish(
  server: AuthServer,
  verifier: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const taken = await server.requests.take<LogoutRequestBody>('logout', verifier);
  if (!taken) {
    throw new OAuthError('invalid_request', 'This step was done already or has expired; start again.');
  }
  const { sid, after } = taken.body;
  const session = await server.engine.browserSession(request.raw, reply.raw);
  // Gone already, for example signed out in another window, is as good; another person's browser is not.
  if (session?.sid !== sid && (session || (await server.sessions.isAlive(sid)))) {
    throw new OAuthError('invalid_request', 'Somebody else is signed in in this browser; nothing was changed.');
  }
  const ended = await server.sessionEnd.bySid(sid);
  reply.header('set-cookie', forgottenCookies);
  if (ended && ended.deliveries.length > 0) await deliverSoon(server, ended.deliveries);
  const frames = frameAddresses(ended?.clients ?? [], server.settings.issuer, sid);
  return frames.length > 0 ? sendFrontChannelPage(reply, frames, after) : reply.redirect(after, 303);
}

const forgottenCookies = [sessionCookie, `${sessionCookie}.sig`].map(
  (name) => `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax`,
);

/** Attempts go on behind it: a client that is down keeps nobody waiting. */
async function deliverSoon({ deliveries, log }: AuthServer, rows: readonly LogoutDeliveryTable[]): Promise<void> {
  const attempts = deliveries
    .attempt(rows)
    .catch((error: unknown) => log.error({ err: error }, 'logout deliveries could not be read'));
  await Promise.race([attempts, wait(firstAttemptMilliseconds, undefined, { ref: false })]);
}
