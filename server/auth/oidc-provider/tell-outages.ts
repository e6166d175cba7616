// Says 503 where the database was not there, and 500 in this server's form for what failed outside of the library's own
// handling. Must not know what the request was about.

import type { Context, Provider } from 'oidc-provider';
import { isOutage } from '../../base/database/database-errors.ts';
import type { Log } from '../../base/log.ts';
import { OAuthError } from '../errors.ts';

/** The outermost middleware: the library makes `server_error` of everything that it does not know. */
export function tellOutages(provider: Provider, log: Log) {
  const outages = new WeakSet<Context>();
  provider.on('server_error', ((ctx: Context, error: Error) => {
    if (isOutage(error)) outages.add(ctx);
    else log.error({ err: error, path: ctx.path }, 'the protocol library failed');
  }) as (...args: never[]) => void);
  return async (ctx: Context, next: () => Promise<void>): Promise<void> => {
    let failed = false;
    try {
      await next();
    } catch (error) {
      failed = true;
      if (isOutage(error)) outages.add(ctx);
      else log.error({ err: error, path: ctx.path }, 'the request failed');
    }
    if (outages.has(ctx)) {
      log.warn({ path: ctx.path }, 'the database was not there');
      answer(ctx, new OAuthError('temporarily_unavailable'), failed);
    } else if (failed) answer(ctx, new OAuthError('server_error'), failed);
  };
}

/** A browser that is on its way with an error is told there; what travels in another way stays a `server_error`. */
function answer(ctx: Context, error: OAuthError, failed: boolean): void {
  const page = failed ? null : URL.parse(ctx.response.get('location'));
  if (page?.searchParams.has('error')) {
    page.searchParams.set('error', error.code);
    page.searchParams.set('error_description', error.message);
    ctx.redirect(page.href);
  } else if (failed || ctx.status >= 500) {
    ctx.remove('location');
    ctx.status = error.status;
    ctx.body = error.body();
  }
}
