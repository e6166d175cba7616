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
  await next();
  const { body } = ctx;
  // The library answers 400 where it knows the client but not its secret any more.
  const status = isErrorBody(body) && body.error === 'invalid_client' ? 401 : ctx.status;
  if (isErrorBody(body)) {
    const { error, error_description, ...rest } = body;
    ctx.body = {
      error,
      error_description: error_description ?? errorForStatus(status).message,
      status_code: status,
      ...rest,
    };
    ctx.status = status;
  } else if (body === undefined && status === 404) {
    const missing = new OAuthError('not_found', `There is nothing at ${ctx.method} ${ctx.path}.`);
    ctx.body = missing.body();
    ctx.status = missing.status;
  } else if (status === 200 && ctx.path.startsWith('/.well-known/')) {
    ctx.set('cache-control', `public, max-age=${publishedSeconds}`);
  }
}

function isErrorBody(body: unknown): body is { error: string; error_description?: string } {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';
}
