// The token endpoint in front of the library: plain requests for machine tokens are answered here, all others go on to
// the library as they came. Must not know how tokens are made.

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { largestForm } from './check-transport.ts';
import type { MachineTokens } from './machine-tokens.ts';
import { replica } from './replay-form.ts';

export const tokenPath = '/oauth2/token';
const formType = 'application/x-www-form-urlencoded';
/** Whoever sends one of these expects more than a token. */
const telling = ['origin', 'dpop', 'oauth-client-attestation', 'oauth-client-attestation-pop'];

type Pass = (
  request: FastifyRequest,
  reply: FastifyReply,
  message: IncomingMessage,
) => Promise<FastifyReply | undefined>;

export function serveTokenEndpoint(app: FastifyInstance, machineTokens: MachineTokens, pass: Pass): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(formType, { parseAs: 'string' }, (_request, text, done) => done(null, text));
    // Also where nobody says beforehand how long the form is.
    scope.post(tokenPath, { bodyLimit: largestForm }, async (request, reply) => {
      const { body, raw, headers } = request;
      if (typeof body !== 'string') return pass(request, reply, raw);
      const plain = telling.every((name) => headers[name] === undefined);
      const answer = plain ? await machineTokens.answer(body, headers.authorization) : undefined;
      if (answer) return reply.headers({ 'cache-control': 'no-store', vary: 'Origin' }).send(answer);
      return pass(request, reply, replica(raw, 'POST', raw.url ?? tokenPath, headers, Buffer.from(body)));
    });
  });
}
