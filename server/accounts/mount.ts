// Mounts the account pages on an HTTP server: sign-in, consent, sign-out, devices, password and invitations. They are the login and
// consent provider of the authorization server, and work without JavaScript.

import formBody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../api/errors.ts';
import type { Log } from '../base/log.ts';
import type { Accounts, Welcome } from './accounts.ts';
import { sendPage } from './answer-page.ts';
import { AuthorizationAdmin } from './authorization-admin.ts';
import { serveConsent } from './consent-page.ts';
import { serveDevice } from './device-page.ts';
import { FormTokens } from './form-token.ts';
import { html, page, stylePath } from './html.ts';
import { serveJoin } from './join-page.ts';
import { servePassword } from './password-page.ts';
import { serveSignIn } from './sign-in-page.ts';
import { serveSignOut } from './sign-out-page.ts';
import { style } from './style.ts';
import type { AccountDatabase } from './tables.ts';

export interface AccountOptions {
  database: AccountDatabase;
  /** The administrative listener of the authorization server. */
  adminUrl: string;
  issuerUrl: string;
  log: Log;
  welcome?: Welcome;
}

export function mountAccounts(app: FastifyInstance, options: AccountOptions): void {
  app.register(async (scope) => {
    const accounts: Accounts = {
      database: options.database,
      admin: new AuthorizationAdmin(options.adminUrl),
      tokens: await FormTokens.open(options.database),
      issuerUrl: options.issuerUrl.replace(/\/*$/, '/'),
      log: options.log,
      welcome: options.welcome ?? (async () => undefined),
    };
    if (!scope.hasContentTypeParser('application/x-www-form-urlencoded')) {
      await scope.register(formBody, { bodyLimit: 64 * 1024 });
    }
    scope.setErrorHandler<Error>((error, request, reply) => showFailure(options.log, error, request, reply));
    scope.get(stylePath, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type('text/css; charset=utf-8').send(style),
    );
    serveSignIn(scope, accounts);
    serveConsent(scope, accounts);
    serveSignOut(scope, accounts);
    serveDevice(scope, accounts);
    servePassword(scope, accounts);
    serveJoin(scope, accounts);
  });
}

function showFailure(log: Log, error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [status, title, text] = describe(error);
  if (status >= 500) log.error({ err: error, requestId: request.id }, 'an account page failed');
  if (status === 429) reply.header('retry-after', 5);
  return sendPage(reply, page(title, html`<p>${text}</p>`, { failed: true }), { status });
}

function describe(error: Error): [number, string, string] {
  if (error instanceof AppError) {
    switch (error.code) {
      case 'not_found':
      case 'conflict':
      case 'gone':
        return [
          error.status,
          'This step is over',
          'It was done already, or it took too long. Go back to the application and start again there.',
        ];
      case 'upstream_unavailable':
        return [error.status, 'Not possible right now', 'The authorization server does not answer. Try again shortly.'];
      case 'too_many_requests':
        return [error.status, 'Not possible right now', error.message];
      case 'no_permission':
      case 'bad_argument':
        return [error.status, 'The form was not accepted', error.message];
    }
  }
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status < 500) return [status, 'The form was not accepted', 'Go back, load the page again and repeat it.'];
  return [500, 'Something went wrong', 'The failure was logged. Try again.'];
}
