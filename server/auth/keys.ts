// The key store: sets of JSON Web Keys, private parts sealed at rest, newest first. Old public keys stay published, so
// that what they signed keeps verifying. Must not know the protocol library.

import { randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Database } from '../base/database.ts';
import { isUniqueViolation } from '../base/database-errors.ts';
import { OAuthError } from './errors.ts';
import type { Page } from './page.ts';
import type { SecretRing } from './secret-ring.ts';
import type { AuthTables } from './tables.ts';

/** Signs ID tokens and JWT access tokens. */
export const idTokenSet = 'authsrv.openid.id-token';
const keptKeys = 50;

export const keyAlgorithms = ['RS256', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA', 'HS256'] as const;
export type KeyAlgorithm = (typeof keyAlgorithms)[number];

export interface StoredKey {
  kid: string;
  alg: KeyAlgorithm;
  use: string;
  privateJwk: JWK;
}

export class KeyStore {
  readonly #database: Database<AuthTables>;
  readonly #ring: SecretRing;

  constructor(database: Database<AuthTables>, ring: SecretRing) {
    this.#database = database;
    this.#ring = ring;
  }

  /** Newest first. */
  async read(set: string): Promise<StoredKey[]> {
    const rows = await this.#database.kysely
      .selectFrom('oauth_key')
      .selectAll()
      .where('set_name', '=', set)
      .orderBy('created_at', 'desc')
      .orderBy('kid')
      .limit(keptKeys)
      .execute();
    return rows.map((row) => ({
      kid: row.kid,
      alg: row.alg as KeyAlgorithm,
      use: row.key_use,
      privateJwk: JSON.parse(this.#ring.unseal(row.sealed)) as JWK,
    }));
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
    try {
      await this.#insert(set, kid, alg, use, privateJwk);
    } catch (cause) {
      if (isUniqueViolation(cause)) throw new OAuthError('conflict', 'That set has a key with that kid.', { cause });
      throw cause;
    }
    return { kid, alg, use, privateJwk };
  }

  /** Generates the ID-token key when there is none; two processes that start at once end with one. */
  async ensureIdTokenKey(): Promise<void> {
    if ((await this.fingerprint()) !== '') return;
    const privateJwk = { ...(await generateJwk('RS256')), alg: 'RS256', use: 'sig' };
    const kid = randomUUID();
    await this.#database.transaction(async (trx) => {
      const present = await trx.selectFrom('oauth_key').select('kid').where('set_name', '=', idTokenSet).execute();
      if (present.length > 0) return;
      await trx
        .insertInto('oauth_key')
        .values(this.#row(idTokenSet, kid, 'RS256', 'sig', privateJwk))
        .execute();
    });
  }

  /** Changes whenever the set of ID-token keys does; empty for none. */
  async fingerprint(): Promise<string> {
    const rows = await this.#database.kysely
      .selectFrom('oauth_key')
      .select('kid')
      .where('set_name', '=', idTokenSet)
      .orderBy('kid')
      .limit(keptKeys)
      .execute();
    return rows.map((row) => row.kid).join(' ');
  }

  async #insert(set: string, kid: string, alg: KeyAlgorithm, use: string, privateJwk: JWK): Promise<void> {
    await this.#database.kysely
      .insertInto('oauth_key')
      .values(this.#row(set, kid, alg, use, privateJwk))
      .execute();
  }

  #row(set: string, kid: string, alg: string, use: string, privateJwk: JWK) {
    return {
      set_name: set,
      kid,
      alg,
      key_use: use,
      sealed: this.#ring.seal(JSON.stringify(privateJwk)),
      created_at: Date.now(),
    };
  }
}

/** The published half; undefined for a symmetric key, which has none. */
export function publicJwk(set: string, key: StoredKey): JWK | undefined {
  const { kty, alg, use, crv, x, y, n, e } = key.privateJwk;
  if (kty === 'oct' || kty === undefined) return undefined;
  const members = { kty, use, alg, crv, x, y, n, e };
  const present = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
  return { ...present, kid: publicKid(set, key) };
}

/** The key identifier in token headers and in the published set. */
export function publicKid(set: string, key: Pick<StoredKey, 'kid'>): string {
  return set === idTokenSet ? `${set}:public:${key.kid}` : `public:${key.kid}`;
}

async function generateJwk(alg: KeyAlgorithm): Promise<JWK> {
  if (alg === 'HS256') {
    return { kty: 'oct', k: randomBytes(32).toString('base64url') };
  }
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return exportJWK(privateKey);
}
