// Dynamic client registration (RFC 7591) and its management by the client itself (RFC 7592) on the public listener, where
// the operator turned it on. A client's secret is shown when it is made and never again.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuthServer } from '../auth-server.ts';
import { isGeneratedSecret } from '../clients/client-secret.ts';
import type { ClientReply } from '../clients/clients.ts';
import { OAuthError } from '../errors.ts';
import { issuerAddress } from '../settings/settings.ts';
import { registrationPath } from './paths.ts';
import { readRegistration } from './registration-body.ts';
import { RegistrationTokens } from './registration-tokens.ts';

interface ById {
  Params: { id: string };
}

const largestBody = 64 * 1024;
/** From one address. */
const registrationsPerMinute = 60;
/** The server's own, which a client sends back only by mistake (RFC 7592, section 2.2). */
const notToBeSent = [
  'registration_access_token',
  'registration_client_uri',
  'client_secret_expires_at',
  'client_id_issued_at',
];

export function serveRegistration(app: FastifyInstance, server: AuthServer): void {
  const { settings, clients, engine } = server;
  if (!settings.registration.enabled) return;
  const tokens = new RegistrationTokens(server.database, server.ring);
  const check = engine.checkClient.bind(engine);
  const most = settings.anonymousRequestsPerMinute;
  const limited = (max: number) => ({
    bodyLimit: largestBody,
    config: { rateLimit: most > 0 ? { max, timeWindow: 60_000 } : (false as const) },
  });
  const options = limited(most);
  const path = `${registrationPath}/:id`;

  // Each of these stays until somebody deletes it.
  app.post(registrationPath, limited(Math.min(most, registrationsPerMinute)), async (request, reply) => {
    allowRegistering(server, request, reply);
    const client = await clients.create(readRegistration(request.body, settings), check);
    const token = await tokens.issue(client.client_id);
    return reply.status(201).send(shown(server, client, token));
  });
  app.get<ById>(path, options, async (request, reply) => {
    const token = await authenticate(tokens, request, reply);
    return shown(server, await clients.read(request.params.id), token);
  });
  app.put<ById>(path, options, async (request, reply) => {
    const { id } = request.params;
    const used = await authenticate(tokens, request, reply);
    await checkOwnFields(server, id, request.body);
    const client = await clients.replace(id, readRegistration(request.body, settings), check);
    return shown(server, client, await tokens.rotate(id, used));
  });
  app.delete<ById>(path, options, async (request, reply) => {
    await authenticate(tokens, request, reply);
    await clients.delete(request.params.id);
    return reply.status(204).send();
  });
}

function allowRegistering({ settings }: AuthServer, request: FastifyRequest, reply: FastifyReply): void {
  const expected = settings.registration.initialAccessToken;
  if (expected === undefined) return;
  const given = bearer(request);
  if (given === undefined || !timingSafeEqual(digest(given), digest(expected))) {
    refuse(reply, 'Registering takes the initial access token of the operator.');
  }
}

/** Of a client that is gone and of somebody else's, the same is said. */
async function authenticate(
  tokens: RegistrationTokens,
  request: FastifyRequest<ById>,
  reply: FastifyReply,
): Promise<string> {
  const token = bearer(request);
  if (token === undefined || !(await tokens.matches(request.params.id, token))) {
    refuse(reply, 'The registration access token is not one of this client.');
  }
  return token;
}

async function checkOwnFields({ clients, ring }: AuthServer, clientId: string, given: unknown): Promise<void> {
  const body = (given ?? {}) as Record<string, unknown>;
  const foreign = notToBeSent.find((name) => body[name] !== undefined);
  if (foreign) throw new OAuthError('invalid_request', `"${foreign}" is the server's and must not be sent.`);
  if (body.client_id !== clientId) throw new OAuthError('invalid_request', '"client_id" must be that of the address.');
  if (body.client_secret === undefined) return;
  const hash = (await clients.find(clientId))?.secretHash;
  if (!hash || !isGeneratedSecret(ring, String(body.client_secret), hash)) {
    throw new OAuthError('invalid_request', '"client_secret" is not the present one; leave it out.');
  }
}

function shown({ settings }: AuthServer, client: ClientReply, token: string): Record<string, unknown> {
  const { id, created_at, updated_at, audience, client_secret_expires_at, ...metadata } = client;
  return {
    ...metadata,
    ...(client.client_secret === undefined ? {} : { client_secret_expires_at }),
    client_id_issued_at: Math.floor(Date.parse(created_at) / 1000),
    registration_access_token: token,
    registration_client_uri: issuerAddress(settings.issuer, `${registrationPath}/${encodeURIComponent(id)}`),
  };
}

function refuse(reply: FastifyReply, description: string): never {
  reply.header('www-authenticate', `Bearer error="invalid_token", error_description="${description}"`);
  throw new OAuthError('invalid_token', description);
}

function bearer({ headers }: FastifyRequest): string | undefined {
  return /^Bearer ([A-Za-z0-9._~+/=-]{1,512})$/i.exec(headers.authorization ?? '')?.[1];
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
