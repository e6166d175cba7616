// Pairwise subject identifiers (OpenID Connect Core, section 8.1): each sector knows a person by an identifier of its
// own. The login provider may set one for a client itself. Must not know requests or tokens.

import { createHmac } from 'node:crypto';
import type { Database } from '../base/database/database.ts';
import type { AuthTables } from './storage/tables.ts';

export class SubjectIdentifiers {
  readonly #database: Database<AuthTables>;
  readonly #salt: string | undefined;

  /** Without a salt, every client sees the same subject. The salt must never change: all identifiers would. */
  constructor(database: Database<AuthTables>, salt: string | undefined) {
    this.#database = database;
    this.#salt = salt;
  }

  get enabled(): boolean {
    return this.#salt !== undefined;
  }

  async find(clientId: string, sector: string, subject: string): Promise<string> {
    const row = await this.#database.kysely
      .selectFrom('oauth_subject_identifier')
      .select('identifier')
      .where('client_id', '=', clientId)
      .where('subject', '=', subject)
      .executeTakeFirst();
    return row?.identifier ?? this.#compute(sector, subject);
  }

  /** From now on the client knows the person by this identifier. */
  async force(clientId: string, subject: string, identifier: string): Promise<void> {
    await this.#database.kysely
      .insertInto('oauth_subject_identifier')
      .values({ client_id: clientId, subject, identifier })
      .onConflict((conflict) => conflict.columns(['client_id', 'subject']).doUpdateSet({ identifier }))
      .execute();
  }

  #compute(sector: string, subject: string): string {
    if (this.#salt === undefined) throw new Error('Pairwise subjects need a salt.');
    return createHmac('sha256', this.#salt).update(`${sector.length}:${sector}:${subject}`).digest('base64url');
  }
}
