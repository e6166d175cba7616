// Answers the plain form of a client-credentials request without the library, which takes several times as long. It
// answers only what is beyond doubt; everything else, every refusal included, is left to the library, so that there is
// one place that refuses. Must not know HTTP servers.

import { parse } from 'node:querystring';
import type { CompiledQuery, Kysely } from 'kysely';
import type { Payload } from 'oidc-provider';
import type { Database } from '../../base/database/database.ts';
import { withValues } from '../../base/together.ts';
import type { ClientMetadata } from '../clients/client-metadata.ts';
import type { ClientSecretCheck } from '../clients/client-secret.ts';
import { seconds } from '../clock.ts';
import type { SecretRing } from '../keys/secret-ring.ts';
import { audienceAllowed, scopeMatches, words } from '../scope.ts';
import type { AuthSettings } from '../settings/settings.ts';
import type { AuthTables } from '../storage/tables.ts';
import { mintToken } from '../token-format.ts';

export interface MachineTokenReply {
  access_token: string;
  expires_in: number;
  scope?: string;
  token_type: 'Bearer';
}

interface MachineTokenParts {
  settings: AuthSettings;
  database: Database<AuthTables>;
  ring: SecretRing;
  secretCheck: ClientSecretCheck;
}

/** A client as it was when it was last read; a token is stored only if its row is still the same. */
interface KnownClient {
  body: string;
  secretHash: string;
  metadata: ClientMetadata;
  scopes: readonly string[];
}

interface PlainRequest {
  method: 'client_secret_basic' | 'client_secret_post';
  clientId: string;
  secret: string;
  scope: string | undefined;
  audience: string | undefined;
}

const keptClients = 1_000;
const plainParameters = new Set(['grant_type', 'client_id', 'client_secret', 'scope', 'audience']);
const visible = /^[\x20-\x7e]+$/;
const scopeSyntax = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;
const wholeBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export class MachineTokens {
  readonly #settings: AuthSettings;
  readonly #kysely: Kysely<AuthTables>;
  readonly #ring: SecretRing;
  readonly #secretCheck: ClientSecretCheck;
  readonly #clients = new Map<string, KnownClient>();
  readonly #find: CompiledQuery<{ body: string; secret_hash: string | null }>;
  readonly #store: CompiledQuery;

  constructor({ settings, database: { kysely }, ring, secretCheck }: MachineTokenParts) {
    this.#settings = settings;
    this.#kysely = kysely;
    this.#ring = ring;
    this.#secretCheck = secretCheck;
    this.#find = kysely
      .selectFrom('oauth_client')
      .select(['body', 'secret_hash'])
      .where('client_id', '=', '')
      .compile();
    this.#store = kysely
      .insertInto('oauth_record')
      .columns(['kind', 'id', 'client_id', 'payload', 'expires_at'])
      .expression((query) =>
        query
          .selectFrom('oauth_client')
          .select((value) => [
            value.cast<string>(value.val('ClientCredentials'), 'varchar(48)').as('kind'),
            value.cast<string>(value.val(''), 'varchar(128)').as('id'),
            'client_id',
            value.cast<string>(value.val(''), 'text').as('payload'),
            value.cast<number>(value.val(0), 'bigint').as('expires_at'),
          ])
          .where('client_id', '=', '')
          .where('body', '=', '')
          .where('secret_hash', '=', ''),
      )
      .compile();
  }

  /** `undefined`: nothing was done, and the library is to answer. */
  async answer(form: string, authorization: string | undefined): Promise<MachineTokenReply | undefined> {
    const request = readRequest(form, authorization);
    const client = request && (await this.#client(request.clientId));
    if (!client || !this.#mayHave(client, request)) return undefined;
    const { value, id } = mintToken(this.#ring);
    const lifespan = this.#settings.lifespans.accessToken;
    const iat = seconds();
    const scope = request.scope && words(request.scope).join(' ');
    const payload: Payload = {
      ...{ iat, exp: iat + lifespan, jti: id, kind: 'ClientCredentials', clientId: request.clientId },
      ...(scope ? { scope } : {}),
      extra: { aud: words(request.audience), ext: {} },
    };
    const row = ['ClientCredentials', id, JSON.stringify(payload), iat + lifespan];
    const stored = await this.#kysely.executeQuery(
      withValues(this.#store, ...row, request.clientId, client.body, client.secretHash),
    );
    if (stored.numAffectedRows !== 1n) {
      // Changed or deleted since it was read, here or by another process.
      this.#clients.delete(request.clientId);
      return undefined;
    }
    return { access_token: value, expires_in: lifespan, ...(scope ? { scope } : {}), token_type: 'Bearer' };
  }

  #mayHave({ metadata, secretHash, scopes }: KnownClient, request: PlainRequest): boolean {
    const { method, secret, scope, audience } = request;
    const { scopeStrategy, accessTokenStrategy } = this.#settings;
    return (
      this.#secretCheck.matchesAtOnce(secret, secretHash) &&
      metadata.token_endpoint_auth_method === method &&
      !metadata.client_secret_expires_at &&
      metadata.grant_types.includes('client_credentials') &&
      (metadata.access_token_strategy || accessTokenStrategy) === 'opaque' &&
      words(scope).every((wanted) => scopeMatches(scopeStrategy, scopes, wanted)) &&
      words(audience).every((wanted) => audienceAllowed(metadata.audience, wanted))
    );
  }

  async #client(clientId: string): Promise<KnownClient | undefined> {
    const known = this.#clients.get(clientId);
    if (known) return known;
    const { rows } = await this.#kysely.executeQuery(withValues(this.#find, clientId));
    const [row] = rows;
    if (!row || row.secret_hash === null) return undefined;
    const metadata = JSON.parse(row.body) as ClientMetadata;
    const client = { body: row.body, secretHash: row.secret_hash, metadata, scopes: words(metadata.scope) };
    if (this.#clients.size >= keptClients) this.#clients.delete(this.#clients.keys().next().value as string);
    this.#clients.set(clientId, client);
    return client;
  }
}

/** A request that has no parameter but the usual ones, each once, and the client's secret in one place. */
function readRequest(form: string, authorization: string | undefined): PlainRequest | undefined {
  const fields = parse(form);
  if (fields.grant_type !== 'client_credentials') return undefined;
  for (const name in fields) {
    const value = fields[name];
    if (!plainParameters.has(name) || typeof value !== 'string' || !visible.test(value)) return undefined;
  }
  const { client_id: id, client_secret: secret, scope, audience } = fields as Record<string, string | undefined>;
  if (scope !== undefined && !scopeSyntax.test(scope)) return undefined;
  if (authorization === undefined) {
    return id && secret ? { method: 'client_secret_post', clientId: id, secret, scope, audience } : undefined;
  }
  const basic = readBasic(authorization);
  if (!basic || secret !== undefined || (id !== undefined && id !== basic.clientId)) return undefined;
  return { method: 'client_secret_basic', ...basic, scope, audience };
}

function readBasic(authorization: string): { clientId: string; secret: string } | undefined {
  const encoded = /^basic (\S+)$/i.exec(authorization)?.[1];
  if (encoded === undefined || !wholeBase64.test(encoded)) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  // What is written in escapes is rare enough to be the library's.
  if (colon < 1 || /[%+]/.test(text) || !visible.test(text)) return undefined;
  return { clientId: text.slice(0, colon), secret: text.slice(colon + 1) };
}
