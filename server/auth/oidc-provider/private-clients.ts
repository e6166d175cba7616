// What of the library's client authentication is overridden: secrets that are kept as hashes, the one method that a
// client registered, and assertions that are good once. Written against oidc-provider 9.13.3, to be read again with
// every update of it.

import { createHash } from 'node:crypto';
import type { ClientKeys, Context, OidcState, Payload, Provider } from 'oidc-provider';
import { AppError } from '../../../api/errors.ts';
import type { Database } from '../../base/database/database.ts';
import type { ClientSecretCheck } from '../clients/client-secret.ts';
import { seconds } from '../clock.ts';
import { OAuthError } from '../errors.ts';
import type { AuthTables } from '../storage/tables.ts';
import { libraryError } from './library-error.ts';

/** Routes at which a client authenticates. */
const authenticated = new Set(['token', 'revocation', 'device_authorization']);
/** Longer-lived assertions would be remembered as long. */
const longestAssertion = 86_400;
/** Seconds between two fetches of a client's keys, whatever it is asked to verify. */
const keySetPause = 5;

/** Secrets are hashes in the store; the library compares plain text. */
export function compareHashedSecrets(provider: Provider, check: ClientSecretCheck): void {
  provider.Client.prototype.compareClientSecret = async function compareClientSecret(actual) {
    if (this.clientSecret === undefined) return false;
    try {
      return await check.matches(actual, this.clientSecret, this.clientId);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error;
      throw libraryError(new OAuthError('too_many_requests'));
    }
  };
}

/** A secret comes where the client registered it, in the header or in the form; the library takes both. */
export function insistOnRegisteredMethod(provider: Provider): void {
  const { prototype } = provider.OIDCContext;
  const assign = prototype.entity;
  prototype.entity = function entity(this: OidcState, name: string, value: unknown) {
    assign.call(this, name, value);
    if (name !== 'Client' || !authenticated.has(this.route)) return;
    const registered = this.client.clientAuthMethod;
    const used = usedMethod(this);
    if (used === undefined || !registered.startsWith('client_secret_') || used === registered) return;
    throw libraryError(new OAuthError('invalid_client', `The client is registered for ${registered}, not ${used}.`));
  };
}

function usedMethod({ ctx, params }: OidcState): string | undefined {
  if (params.client_secret) return 'client_secret_post';
  return /^basic /i.test(ctx.get('authorization')) ? 'client_secret_basic' : undefined;
}

/** The library looks an assertion up and then stores it, so that two requests at once could both use it. */
export function useAssertionsOnce(provider: Provider, database: Database<AuthTables>): void {
  provider.ReplayDetection.unique = async (issuer, jti, expiresAt) => {
    const id = createHash('sha256')
      .update(JSON.stringify([issuer, jti]))
      .digest('base64url');
    const row = { kind: 'ReplayDetection', id, payload: '{}', expires_at: Math.ceil(expiresAt) };
    const { numInsertedOrUpdatedRows } = await database.kysely
      .insertInto('oauth_record')
      .values(row)
      .onConflict((conflict) => conflict.columns(['kind', 'id']).doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  };
}

/**
 * A key that a client's published set lacks lets it be fetched again, so that a client may change its keys at any time;
 * the library keeps a set for a minute, or for as long as the client's server says.
 */
export function fetchUnknownKeys(provider: Provider): void {
  const { Client } = provider;
  const anyClient = { client_id: 'any', redirect_uris: [], response_types: [], grant_types: [] };
  const { asymmetricKeyStore } = new Client({ ...anyClient, token_endpoint_auth_method: 'none' });
  const prototype = Object.getPrototypeOf(asymmetricKeyStore) as ClientKeys;
  const select = prototype.selectForVerify;
  const triedAt = new WeakMap<ClientKeys, number>();
  prototype.selectForVerify = function selectForVerify(options) {
    const found = select.call(this, options);
    if (found.length === 0 && this.jwksUri && (triedAt.get(this) ?? 0) + keySetPause <= seconds()) {
      triedAt.set(this, seconds());
      this.freshUntil = 0;
    }
    return found;
  };
}

/** The library's `assertJwtClientAuthClaimsAndHeader`. */
export async function checkAssertion(_ctx: Context, claims: Payload): Promise<void> {
  if ((claims.exp ?? 0) > seconds() + longestAssertion) {
    throw libraryError(new OAuthError('invalid_client', 'The client_assertion may be valid for a day at most.'));
  }
}
