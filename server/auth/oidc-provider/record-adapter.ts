// Storage for the library: each of its models is a kind of row in `oauth_record`. Sessions and interactions are sealed,
// sessions are found by a hash of their id, and using something twice fails in the database itself.

import { createHash } from 'node:crypto';
import type { CompiledQuery } from 'kysely';
import { type Adapter, errors, type Payload } from 'oidc-provider';
import type { Database } from '../../base/database/database.ts';
import type { ClientStore } from '../clients/clients.ts';
import { seconds } from '../clock.ts';
import { OAuthError } from '../errors.ts';
import type { SecretRing } from '../keys/secret-ring.ts';
import type { AuthTables } from '../storage/tables.ts';
import { ClientAdapter } from './client-adapter.ts';
import { endFamily, holdGrant } from './grant-family.ts';
import { libraryError } from './library-error.ts';
import { type NewRecord, type RecordQueries, recordQueries } from './record-queries.ts';
import { tokenWrites } from './token-writes.ts';

/** Their ids are bearer values by themselves. */
const hashedKinds = new Set(['Session', 'RegistrationAccessToken', 'InitialAccessToken']);
/** Only while the grant that they came of stands. */
const grantedKinds = new Set(['AccessToken', 'RefreshToken']);
/** Their payloads hold cookie values and personal data. */
const sealedKinds = new Set(['Session', 'Interaction']);

export interface AdapterParts {
  database: Database<AuthTables>;
  ring: SecretRing;
  clients: ClientStore;
}

/** The library asks for one adapter per model by its name. */
export function adapterFactory(parts: AdapterParts): (kind: string) => Adapter {
  return (kind) => (kind === 'Client' ? new ClientAdapter(parts.clients) : new RecordAdapter(kind, parts));
}

class RecordAdapter implements Adapter {
  readonly #kind: string;
  readonly #database: Database<AuthTables>;
  readonly #ring: SecretRing;
  readonly #queries: RecordQueries;

  constructor(kind: string, { database, ring }: AdapterParts) {
    this.#kind = kind;
    this.#database = database;
    this.#ring = ring;
    this.#queries = recordQueries(database, kind);
  }

  async upsert(id: string, payload: Payload, expiresIn?: number): Promise<void> {
    const text = JSON.stringify(payload);
    const values = {
      grant_id: payload.grantId ?? null,
      uid: payload.uid ?? null,
      user_code: payload.userCode ?? null,
      client_id: payload.clientId ?? null,
      subject: payload.accountId ?? null,
      payload: sealedKinds.has(this.#kind) ? this.#ring.seal(text) : text,
      expires_at: expiresIn ? seconds() + expiresIn : null,
    };
    const row = { kind: this.#kind, id: this.#key(id), ...values };
    if (payload.grantId !== undefined && grantedKinds.has(this.#kind)) {
      await this.#insertGranted(row, payload.grantId);
      return;
    }
    if (this.#kind === 'Interaction' && payload.result !== undefined) {
      // An answer does not bring a request back that the browser has used up meanwhile.
      const { kysely } = this.#database;
      const answer = kysely
        .updateTable('oauth_record')
        .set(values)
        .where('kind', '=', row.kind)
        .where('id', '=', row.id);
      const used = new OAuthError('conflict', 'The request has been used already.');
      await this.#writeGuarded(answer.compile(), async () => used);
      return;
    }
    if (this.#kind !== 'DeviceCode' || (payload.accountId === undefined && payload.error === undefined)) {
      await this.#write(this.#queries.upsert(row));
      return;
    }
    // Of several people who decide about the same device at once, one does.
    const decide = this.#database.kysely
      .insertInto('oauth_record')
      .values(row)
      .onConflict((at) => at.columns(['kind', 'id']).doUpdateSet(values).where('oauth_record.subject', 'is', null));
    await this.#writeGuarded(decide.compile(), async () => usedDevice());
  }

  async find(id: string): Promise<Payload | undefined> {
    return this.#read('id', this.#key(id));
  }

  async findByUid(uid: string): Promise<Payload | undefined> {
    return this.#read('uid', uid);
  }

  async findByUserCode(userCode: string): Promise<Payload | undefined> {
    return this.#read('user_code', userCode);
  }

  /** Of two requests that redeem the same code or refresh token at once, the second fails and ends the family. */
  async consume(id: string): Promise<void> {
    await this.#writeGuarded(this.#queries.use(this.#key(id), seconds()), async () => {
      const row = await this.#database.kysely
        .selectFrom('oauth_record')
        .select('grant_id')
        .where('kind', '=', this.#kind)
        .where('id', '=', this.#key(id))
        .executeTakeFirst();
      if (row?.grant_id) await this.#database.together(steps(endFamily(this.#database, row.grant_id)));
      return new errors.InvalidGrant('used by another request at the same moment');
    });
  }

  async destroy(id: string): Promise<void> {
    if (this.#kind === 'Grant') {
      const queries = endFamily(this.#database, id);
      const writes = tokenWrites();
      if (writes) writes.endFamily(queries);
      else await this.#database.together(steps(queries));
      return;
    }
    const remove = this.#queries.remove(this.#key(id));
    if (this.#kind !== 'Interaction') return this.#write(remove);
    const { numAffectedRows } = await this.#database.kysely.executeQuery(remove);
    // A browser resumes an interaction once: the library destroys it before it goes on.
    if (numAffectedRows === 0n) throw new errors.SessionNotFound('the request was resumed already');
    await this.#database.kysely
      .updateTable('oauth_request')
      .set({ used_at: seconds() })
      .where('challenge', '=', id)
      .execute();
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#write(this.#queries.removeOfGrant(grantId));
  }

  async #insertGranted(row: NewRecord, grantId: string): Promise<void> {
    const hold = holdGrant(this.#database, grantId);
    if (hold) tokenWrites()?.lockFirst(grantId, hold);
    await this.#writeGuarded(
      this.#queries.insertGranted(row, grantId),
      async () => new errors.InvalidGrant('the grant was ended at the same moment'),
    );
  }

  async #write(query: CompiledQuery): Promise<void> {
    const writes = tokenWrites();
    if (writes) writes.add(query);
    else await this.#database.kysely.executeQuery(query);
  }

  /** `unmet` gives the error when no row was changed. */
  async #writeGuarded(query: CompiledQuery, unmet: () => Promise<Error>): Promise<void> {
    const writes = tokenWrites();
    if (writes) {
      writes.addGuarded(query, unmet);
      return;
    }
    const { numAffectedRows } = await this.#database.kysely.executeQuery(query);
    if (numAffectedRows !== 1n) throw await unmet();
  }

  async #read(column: 'id' | 'uid' | 'user_code', value: string): Promise<Payload | undefined> {
    const { rows } = await this.#database.kysely.executeQuery(this.#queries.find(column, value));
    const [row] = rows;
    if (!row) return undefined;
    const text = sealedKinds.has(this.#kind) ? this.#ring.unseal(row.payload) : row.payload;
    const payload = JSON.parse(text) as Payload;
    if (row.consumed_at !== null) payload.consumed = Number(row.consumed_at);
    return payload;
  }

  #key(id: string): string {
    return hashedKinds.has(this.#kind) ? createHash('sha256').update(id).digest('base64url') : id;
  }
}

function steps(queries: readonly CompiledQuery[]): { query: CompiledQuery }[] {
  return queries.map((query) => ({ query }));
}

/** The library's own name for it, which the device page understands. */
function usedDevice(): Error {
  const error = libraryError(new OAuthError('conflict', 'Somebody else decided about that device at the same moment.'));
  error.name = 'AlreadyUsedError';
  return error;
}
