// The tokens with which self-registered clients manage their registration (RFC 7592), kept as hashes. A new one is issued
// at each change; the one before it stays good until the new one is used, because the reply that carried it may be lost.

import { randomBytes } from 'node:crypto';
import type { Database } from '../../base/database/database.ts';
import { seconds } from '../clock.ts';
import type { SecretRing } from '../keys/secret-ring.ts';
import type { AuthTables } from '../storage/tables.ts';

export class RegistrationTokens {
  readonly #database: Database<AuthTables>;
  readonly #ring: SecretRing;

  constructor(database: Database<AuthTables>, ring: SecretRing) {
    this.#database = database;
    this.#ring = ring;
  }

  async issue(clientId: string): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const row = { token_hash: this.#ring.hash(token), former_token_hash: null, created_at: seconds() };
    await this.#database.kysely
      .insertInto('oauth_registration')
      .values({ client_id: clientId, ...row })
      .execute();
    return token;
  }

  /** Is it this client's? Using the newest token ends the one before it. */
  async matches(clientId: string, token: string): Promise<boolean> {
    const row = await this.#database.kysely
      .selectFrom('oauth_registration')
      .select(['token_hash', 'former_token_hash'])
      .where('client_id', '=', clientId)
      .executeTakeFirst();
    if (!row) return false;
    if (!this.#ring.matchesHash(token, row.token_hash)) {
      return row.former_token_hash !== null && this.#ring.matchesHash(token, row.former_token_hash);
    }
    // Under the first system secret from now on, so that a former secret can be taken out one day.
    const hash = this.#ring.hash(token);
    if (row.former_token_hash === null && row.token_hash === hash) return true;
    await this.#database.kysely
      .updateTable('oauth_registration')
      .set({ token_hash: hash, former_token_hash: null })
      .where('client_id', '=', clientId)
      .where('token_hash', '=', row.token_hash)
      .execute();
    return true;
  }

  /** A new token beside the one that was just used. */
  async rotate(clientId: string, used: string): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.#database.kysely
      .updateTable('oauth_registration')
      .set({ token_hash: this.#ring.hash(token), former_token_hash: this.#ring.hash(used) })
      .where('client_id', '=', clientId)
      .execute();
    return token;
  }
}
