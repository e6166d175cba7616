// Wraps the library's grant handlers where our rules go further: scope and audience of client credentials, scope of
// refresh, and `slow_down` for devices that poll faster than they were told.

import type { Context, Provider } from 'oidc-provider';
import type { Database } from '../../base/database/database.ts';
import { OAuthError } from '../errors.ts';
import type { SecretRing } from '../keys/secret-ring.ts';
import { type ScopeStrategy, words } from '../scope.ts';
import type { AuthTables } from '../storage/tables.ts';
import { tokenId } from '../token-format.ts';
import { checkAudiences, checkScopes } from './check-request.ts';
import { libraryError } from './library-error.ts';
import { grantHandler } from './private-parts.ts';

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
/** RFC 8628: each `slow_down` makes the pause five seconds longer. */
const slowDownBy = 5;
const toleranceMilliseconds = 500;

/** Audiences of client-credentials requests, until the token is made. */
const requestedAudiences = new WeakMap<Context, string[]>();

export function requestedAudience(ctx: Context | undefined): string[] {
  return (ctx && requestedAudiences.get(ctx)) ?? [];
}

export function wrapGrants(
  provider: Provider,
  parts: {
    strategy: ScopeStrategy;
    ring: SecretRing;
    database: Database<AuthTables>;
    /** Seconds between two polls of a device, RFC 8628 section 3.2. */
    pollInterval: number;
  },
): void {
  const clientCredentials = grantHandler(provider, 'client_credentials');
  provider.registerGrantType(
    'client_credentials',
    async (ctx) => {
      // RFC 6749, section 4.4: for clients that prove who they are.
      if (ctx.oidc.client.clientAuthMethod === 'none') throw libraryError(new OAuthError('unauthorized_client'));
      const audience = words(ctx.oidc.params.audience);
      checkScopes(parts.strategy, ctx.oidc.client, ctx.oidc.requestParamScopes);
      checkAudiences(ctx.oidc.client, audience);
      requestedAudiences.set(ctx, audience);
      await clientCredentials(ctx);
    },
    ['scope', 'audience'],
  );
  const deviceCode = grantHandler(provider, deviceGrant);
  provider.registerGrantType(
    deviceGrant,
    async (ctx) => {
      try {
        await deviceCode(ctx);
      } catch (error) {
        if ((error as { error?: unknown }).error !== 'authorization_pending') throw error;
        const id = tokenId(parts.ring, ctx.oidc.params.device_code);
        if (id !== undefined && (await pollsTooFast(parts, id))) throw libraryError(new OAuthError('slow_down'));
        throw error;
      }
    },
    ['device_code'],
  );
}

async function pollsTooFast(
  parts: { database: Database<AuthTables>; pollInterval: number },
  id: string,
): Promise<boolean> {
  const { kysely } = parts.database;
  const row = await kysely
    .selectFrom('oauth_record')
    .select(['polled_at', 'poll_interval'])
    .where('kind', '=', 'DeviceCode')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return false;
  const now = Date.now();
  const interval = row.poll_interval ?? parts.pollInterval;
  const early = row.polled_at !== null && now - Number(row.polled_at) < interval * 1000 - toleranceMilliseconds;
  await kysely
    .updateTable('oauth_record')
    .set({ polled_at: now, poll_interval: early ? interval + slowDownBy : interval })
    .where('kind', '=', 'DeviceCode')
    .where('id', '=', id)
    .execute();
  return early;
}
