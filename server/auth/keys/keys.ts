// The key store: sets of JSON Web Keys, private parts sealed at rest, newest first. Old public keys stay published, so
// that what they signed keeps verifying. Must not know the protocol library.

import { randomUUID } from 'node:crypto';
import type { JWK } from 'jose';
import type { Database } from '../../base/database/database.ts';
import { isUniqueViolation } from '../../base/database/database-errors.ts';
import { OAuthError } from '../errors.ts';
import type { Page } from '../storage/page.ts';
import type { AuthTables, KeyTable } from '../storage/tables.ts';
import type { ForeignKey } from './foreign-key.ts';
import { generateJwk, type KeyAlgorithm } from './key-algorithms.ts';
import { bareKid, idTokenSet } from './key-names.ts';
import type { SecretRing } from './secret-ring.ts';
import type { StoredKey } from './stored-key.ts';

/** A set that grows beyond it is refused, because old keys would no longer be seen. */
export const mostKeys = 50;

export class KeyStore {
  readonly #database: Database<AuthTables>;
  readonly #ring: SecretRing;
  readonly #activation: number;

  /** `activation`: seconds that a key of the ID-token set is published before it signs. */
  constructor(database: Database<AuthTables>, ring: SecretRing, activation = 0) {
    this.#database = database;
    this.#ring = ring;
    this.#activation = activation * 1000;
  }

  /** Newest first. */
  async read(set: string): Promise<StoredKey[]> {
    const rows = await this.#database.kysely
      .selectFrom('oauth_key')
      .selectAll()
      .where('set_name', '=', set)
      .orderBy('created_at', 'desc')
      .orderBy('kid')
      .limit(mostKeys)
      .execute();
    return rows.map((row) => ({
      kid: row.kid,
      alg: row.alg,
      use: row.key_use,
      privateJwk: JSON.parse(this.#ring.unseal(row.sealed)) as JWK,
      createdAt: Number(row.created_at),
    }));
  }

  /** The ID-token keys with the one that signs first; all of them are published. */
  async readForSigning(): Promise<StoredKey[]> {
    const keys = await this.read(idTokenSet);
    const signs = this.#activeOf(keys);
    return signs === undefined ? [] : [signs, ...keys.filter((key) => key !== signs)];
  }

  /**
   * The newest that every process has had time to read. At the first start there is none such; then the oldest, so that
   * two processes that start at once agree.
   */
  #activeOf<K extends { createdAt: number }>(newestFirst: readonly K[]): K | undefined {
    const known = Date.now() - this.#activation;
    return newestFirst.find((key) => key.createdAt <= known) ?? newestFirst.at(-1);
  }

  async listSets(page: Page): Promise<{ sets: string[]; total: number }> {
    const { kysely } = this.#database;
    const rows = await kysely
      .selectFrom('oauth_key')
      .select('set_name')
      .distinct()
      .orderBy('set_name')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    const count = await kysely
      .selectFrom('oauth_key')
      .select((expression) => expression.fn.count('set_name').distinct().as('total'))
      .executeTakeFirstOrThrow();
    return { sets: rows.map((row) => row.set_name), total: Number(count.total) };
  }

  /** Generates a key; without a `kid` it gets a unique one. */
  async create(set: string, alg: KeyAlgorithm, use: string, kid: string = randomUUID()): Promise<StoredKey> {
    const privateJwk = { ...(await generateJwk(alg)), alg, use };
    const key = { kid: bareKid(set, kid).kid, alg, use, privateJwk, createdAt: Date.now() };
    try {
      await this.#database.transaction(async (trx) => {
        const { total } = await trx
          .selectFrom('oauth_key')
          .select((expression) => expression.fn.countAll().as('total'))
          .where('set_name', '=', set)
          .executeTakeFirstOrThrow();
        if (Number(total) >= mostKeys) refuseMore();
        await trx.insertInto('oauth_key').values(this.#row(set, key)).execute();
      });
    } catch (cause) {
      if (isUniqueViolation(cause)) throw new OAuthError('conflict', 'That set has a key with that kid.', { cause });
      throw cause;
    }
    return key;
  }

  /** Puts a key that others made into the set, instead of the one with its kid if there is one. */
  async put(set: string, foreign: ForeignKey & { kid: string }): Promise<StoredKey> {
    const key = stored(set, foreign);
    const present = await this.read(set);
    const same = present.find((one) => one.kid === key.kid);
    if (same === undefined && present.length >= mostKeys) refuseMore();
    if (same?.privateJwk.d !== undefined && !foreign.isPrivate) {
      throw new OAuthError('conflict', 'That is the public half of a key of the set; replace the private one.');
    }
    await this.#database.transaction(async (trx) => {
      await trx.deleteFrom('oauth_key').where('set_name', '=', set).where('kid', '=', key.kid).execute();
      await trx.insertInto('oauth_key').values(this.#row(set, key)).execute();
    });
    return key;
  }

  /** Replaces all keys of the set; the first is the newest. */
  async replace(set: string, foreign: readonly (ForeignKey & { kid: string })[]): Promise<StoredKey[]> {
    if (foreign.length > mostKeys) refuseMore();
    const now = Date.now();
    const keys = foreign.map((one, index) => ({ ...stored(set, one), createdAt: now - index }));
    const rows = keys.map((key) => this.#row(set, key));
    await this.#database.transaction(async (trx) => {
      await trx.deleteFrom('oauth_key').where('set_name', '=', set).execute();
      await trx.insertInto('oauth_key').values(rows).execute();
    });
    return keys;
  }

  /** Whether there was such a key, or such a set. */
  async delete(set: string, kid?: string): Promise<boolean> {
    let query = this.#database.kysely.deleteFrom('oauth_key').where('set_name', '=', set);
    if (kid !== undefined) query = query.where('kid', '=', bareKid(set, kid).kid);
    const { numDeletedRows } = await query.executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Generates the ID-token key when there is none. Processes that do it at once keep both keys, which does no harm. */
  async ensureIdTokenKey(): Promise<void> {
    if ((await this.fingerprint()) !== '') return;
    const privateJwk = { ...(await generateJwk('RS256')), alg: 'RS256', use: 'sig' };
    const key = { kid: randomUUID(), alg: 'RS256', use: 'sig', privateJwk, createdAt: Date.now() };
    await this.#database.transaction(async (trx) => {
      const present = await trx.selectFrom('oauth_key').select('kid').where('set_name', '=', idTokenSet).execute();
      if (present.length > 0) return;
      await trx.insertInto('oauth_key').values(this.#row(idTokenSet, key)).execute();
    });
  }

  /** Changes whenever the ID-token keys do, or which of them signs; empty for none. */
  async fingerprint(): Promise<string> {
    const rows = await this.#database.kysely
      .selectFrom('oauth_key')
      .select(['kid', 'created_at'])
      .where('set_name', '=', idTokenSet)
      .orderBy('created_at', 'desc')
      .orderBy('kid')
      .limit(mostKeys)
      .execute();
    const keys = rows.map((row) => ({ kid: row.kid, createdAt: Number(row.created_at) }));
    const signs = this.#activeOf(keys);
    return signs === undefined ? '' : JSON.stringify([signs, keys]);
  }

  #row(set: string, key: StoredKey): KeyTable {
    return {
      set_name: set,
      kid: key.kid,
      alg: key.alg,
      key_use: key.use,
      sealed: this.#ring.seal(JSON.stringify(key.privateJwk)),
      created_at: key.createdAt,
    };
  }
}

function stored(set: string, { kid: given, jwk, alg, use }: ForeignKey & { kid: string }): StoredKey {
  const { kid, isOurs } = bareKid(set, given);
  return { kid, alg, use, privateJwk: isOurs ? jwk : { ...jwk, kid }, createdAt: Date.now() };
}

function refuseMore(): never {
  throw new OAuthError('conflict', `A set holds at most ${mostKeys} keys; delete those that nobody needs any more.`);
}
