// Brings the library's replies into this server's form: flat errors with `status_code`, JSON wherever no browser is
// expected, and a body for paths that it does not know.

import type { Context } from 'oidc-provider';
import { errorForStatus, OAuthError } from '../errors.ts';
import { logoutPath } from '../logout/paths.ts';
import { devicePath } from './delegated-pages.ts';

/** Shorter than a new key is published before it signs, so that nobody meets a signature by a key that is not cached. */
const publishedSeconds = 30;

/** Everything else is called by programs, whatever they write into Accept. */
function isForBrowsers(path: string): boolean {
  return [/^\/oauth2\/auth(\/|$)/, new RegExp(`^${devicePath}(/|$)`), new RegExp(`^${logoutPath}(/|$)`)].some((shape) =>
    shape.test(path),
  );
}

export async function dressReply(ctx: Context, next: () => Promise<void>): Promise<void> {
  if (!isForBrowsers(ctx.path)) ctx.req.headers.accept = 'application/json';
  const allowedOrigin = ctx.response.get('access-control-allow-origin') || undefined;
  await next();
  if (ctx.req.headers.origin === undefined) keepOrigin(ctx, allowedOrigin);
  const { body, status } = ctx;
  if (isErrorBody(body)) {
    dressError(ctx, body);
  } else if (body === undefined && status === 404) {
    const missing = new OAuthError('not_found', `There is nothing at ${ctx.method} ${ctx.path}.`);
    ctx.body = missing.body();
    ctx.status = missing.status;
  } else if (status === 200 && ctx.path.startsWith('/.well-known/')) {
    ctx.set('cache-control', `public, max-age=${publishedSeconds}`);
  }
}

function dressError(ctx: Context, body: ErrorBody): void {
  const { error_description, ...rest } = body;
  const refused = body.error === 'invalid_request' && asksForeignGrant(ctx);
  // The library answers 400 where it knows the client but not its secret any more.
  const status = body.error === 'invalid_client' ? 401 : ctx.status;
  ctx.body = {
    ...rest,
    error: refused ? 'unauthorized_client' : body.error,
    error_description: error_description ?? errorForStatus(status).message,
    status_code: status,
  };
  ctx.status = status;
}

/** RFC 6749, section 5.2 has a word of its own for a client that authenticated and may not use the grant type. */
function asksForeignGrant({ oidc }: Context): boolean {
  const grantType = oidc?.route === 'token' ? oidc.params?.grant_type : undefined;
  return typeof grantType === 'string' && oidc.client !== undefined && !oidc.client.grantTypeAllowed(grantType);
}

interface ErrorBody {
  error: string;
  error_description?: string;
}

// The library opens what it publishes to every origin; without the header, it was decided before (or CORS is off).
function keepOrigin(ctx: Context, allowed: string | undefined): void {
  if (allowed !== undefined) {
    ctx.set('access-control-allow-origin', allowed);
    return;
  }
  ctx.remove('access-control-allow-origin');
  ctx.remove('access-control-expose-headers');
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';
}
