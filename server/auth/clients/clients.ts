// The client store: create, read, list, replace, delete, with secrets kept as hashes only. Whether metadata makes
// sense is the engine's affair; this file must not know the protocol library.

import { randomUUID } from 'node:crypto';
import { type CompiledQuery, sql, type Transaction } from 'kysely';
import type { Database } from '../../base/database/database.ts';
import { isUniqueViolation } from '../../base/database/database-errors.ts';
import { isStorable } from '../../base/storable-text.ts';
import { withValues } from '../../base/together.ts';
import { seconds } from '../clock.ts';
import { OAuthError } from '../errors.ts';
import type { SecretRing } from '../keys/secret-ring.ts';
import type { Page } from '../storage/page.ts';
import type { AuthTables, ClientTable } from '../storage/tables.ts';
import type { ClientBody } from './client-body.ts';
import { type ClientMetadata, needsSecret, withDefaults } from './client-metadata.ts';
import { generateClientSecret, hashChosenSecret, hashGeneratedSecret } from './client-secret.ts';

const clientsAtOnce = 500;
const recordsAtOnce = 1_000;

export interface StoredClient {
  metadata: ClientMetadata;
  secretHash: string | null;
  createdAt: number;
  updatedAt: number;
}

/** The JSON that the client endpoints answer; the secret only where it was just set. */
export type ClientReply = ClientMetadata & {
  id: string;
  client_secret?: string;
  client_secret_expires_at: number;
  created_at: string;
  updated_at: string;
};

export type CheckMetadata = (metadata: ClientMetadata) => Promise<void>;

export class ClientStore {
  readonly #database: Database<AuthTables>;
  readonly #ring: SecretRing;
  /** Compiled once: every request asks for its client, some of them several times. */
  readonly #find: CompiledQuery<ClientTable>;

  constructor(database: Database<AuthTables>, ring: SecretRing) {
    this.#database = database;
    this.#ring = ring;
    this.#find = database.kysely.selectFrom('oauth_client').selectAll().where('client_id', '=', '').compile();
  }

  async find(clientId: string): Promise<StoredClient | undefined> {
    // Anybody may ask for anything as a client; a database would refuse some of it.
    if (!isStorable(clientId)) return undefined;
    const { rows } = await this.#database.kysely.executeQuery(withValues(this.#find, clientId));
    return rows[0] && fromRow(rows[0]);
  }

  /** Those of the clients that exist. */
  async findAll(clientIds: readonly string[], trx?: Transaction<AuthTables>): Promise<ClientMetadata[]> {
    const found: ClientMetadata[] = [];
    for (let start = 0; start < clientIds.length; start += clientsAtOnce) {
      const rows = await (trx ?? this.#database.kysely)
        .selectFrom('oauth_client')
        .selectAll()
        .where('client_id', 'in', clientIds.slice(start, start + clientsAtOnce))
        .execute();
      found.push(...rows.map((row) => fromRow(row).metadata));
    }
    return found;
  }

  async read(clientId: string): Promise<ClientReply> {
    const client = await this.find(clientId);
    if (!client) throw new OAuthError('not_found', 'There is no client with that client_id.');
    return toReply(client);
  }

  async list(page: Page): Promise<{ clients: ClientReply[]; total: number }> {
    const { kysely } = this.#database;
    const rows = await kysely
      .selectFrom('oauth_client')
      .selectAll()
      .orderBy('client_id')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    const count = await kysely
      .selectFrom('oauth_client')
      .select((expression) => expression.fn.countAll().as('total'))
      .executeTakeFirstOrThrow();
    return { clients: rows.map((row) => toReply(fromRow(row))), total: Number(count.total) };
  }

  async create(body: ClientBody, check: CheckMetadata): Promise<ClientReply> {
    const clientId = body.client_id ?? randomUUID();
    refuseOtherId(body, clientId);
    const metadata = withDefaults(body, clientId);
    await check(metadata);
    const secret = needsSecret(metadata) ? (body.client_secret ?? generateClientSecret()) : undefined;
    const now = seconds();
    const row: ClientTable = {
      client_id: clientId,
      body: JSON.stringify(metadata),
      secret_hash: secret === undefined ? null : await this.#hash(secret, body.client_secret !== undefined),
      created_at: now,
      updated_at: now,
    };
    try {
      await this.#database.kysely.insertInto('oauth_client').values(row).execute();
    } catch (cause) {
      if (isUniqueViolation(cause)) throw new OAuthError('conflict', 'A client with that client_id exists.', { cause });
      throw cause;
    }
    return toReply(fromRow(row), secret);
  }

  /** Replaces the client; its secret stays unless a new one is given or the authentication method needs its first. */
  async replace(clientId: string, body: ClientBody, check: CheckMetadata): Promise<ClientReply> {
    const present = await this.find(clientId);
    if (!present) throw new OAuthError('not_found', 'There is no client with that client_id.');
    refuseOtherId(body, clientId);
    const metadata = withDefaults(body, clientId);
    await check(metadata);
    const wanted = needsSecret(metadata);
    const secret = wanted
      ? (body.client_secret ?? (present.secretHash ? undefined : generateClientSecret()))
      : undefined;
    const kept = wanted ? present.secretHash : null;
    const secretHash = secret === undefined ? kept : await this.#hash(secret, body.client_secret !== undefined);
    const updatedAt = seconds();
    await this.#database.kysely
      .updateTable('oauth_client')
      .set({ body: JSON.stringify(metadata), secret_hash: secretHash, updated_at: updatedAt })
      .where('client_id', '=', clientId)
      .execute();
    return toReply({ metadata, secretHash, createdAt: present.createdAt, updatedAt }, secret);
  }

  /** Deletes the client with everything that was issued to it. */
  async delete(clientId: string): Promise<void> {
    await this.read(clientId);
    // A batch at a time, so that others are answered in between; what is issued meanwhile goes with the client itself.
    for (let deleted = recordsAtOnce; deleted === recordsAtOnce; ) {
      const batch = this.#database.kysely
        .selectFrom('oauth_record')
        .select(['kind', 'id'])
        .where('client_id', '=', clientId)
        .limit(recordsAtOnce);
      const { numAffectedRows } = await sql`
        delete from oauth_record where (kind, id) in (${batch})`.execute(this.#database.kysely);
      deleted = Number(numAffectedRows ?? 0n);
    }
    await this.#database.transaction(async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('oauth_client')
        .where('client_id', '=', clientId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new OAuthError('not_found', 'There is no client with that client_id.');
      await trx.deleteFrom('oauth_record').where('client_id', '=', clientId).execute();
      await trx.deleteFrom('oauth_consent').where('client_id', '=', clientId).execute();
      await trx.deleteFrom('oauth_registration').where('client_id', '=', clientId).execute();
      await trx.deleteFrom('oauth_request').where('client_id', '=', clientId).execute();
      await trx.deleteFrom('oauth_subject_identifier').where('client_id', '=', clientId).execute();
    });
  }

  /** Keeps a generated secret under the first system secret, so that a former one can be taken out one day. */
  async renewHash(clientId: string, former: string, secret: string): Promise<void> {
    await this.#database.kysely
      .updateTable('oauth_client')
      .set({ secret_hash: hashGeneratedSecret(this.#ring, secret) })
      .where('client_id', '=', clientId)
      .where('secret_hash', '=', former)
      .execute();
  }

  async #hash(secret: string, chosen: boolean): Promise<string> {
    return chosen ? hashChosenSecret(secret) : hashGeneratedSecret(this.#ring, secret);
  }
}

/** What login and consent providers see of a client. */
export function publicClient(client: StoredClient): ClientMetadata {
  return client.metadata;
}

function refuseOtherId(body: ClientBody, clientId: string): void {
  const other = [body.client_id, body.id].find((id) => id !== undefined && id !== clientId);
  if (other !== undefined) throw new OAuthError('invalid_request', 'client_id in the body differs from the address.');
}

function fromRow(row: ClientTable): StoredClient {
  return {
    metadata: JSON.parse(row.body) as ClientMetadata,
    secretHash: row.secret_hash,
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  };
}

function toReply(client: StoredClient, secret?: string): ClientReply {
  return {
    ...client.metadata,
    id: client.metadata.client_id,
    ...(secret === undefined ? {} : { client_secret: secret }),
    client_secret_expires_at: client.metadata.client_secret_expires_at ?? 0,
    created_at: new Date(client.createdAt * 1000).toISOString(),
    updated_at: new Date(client.updatedAt * 1000).toISOString(),
  };
}
