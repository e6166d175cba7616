// What people agreed to, one row per grant: scopes, audiences and the consent provider's session data (sealed).
// Must not know how a consent was asked.

import type { CompiledQuery, Transaction } from 'kysely';
import type { Database } from '../base/database/database.ts';
import { withValues } from '../base/together.ts';
import { seconds } from './clock.ts';
import type { SecretRing } from './keys/secret-ring.ts';
import { type ScopeStrategy, scopeMatches } from './scope.ts';
import type { Page } from './storage/page.ts';
import type { AuthTables, ConsentTable } from './storage/tables.ts';

const offlineScopes = new Set(['offline', 'offline_access']);
const grantsAtOnce = 500;

export interface ConsentSession {
  access_token: Record<string, unknown>;
  id_token: Record<string, unknown>;
}

export interface Consent {
  grantId: string;
  subject: string;
  clientId: string;
  challenge: string;
  scope: string[];
  audience: string[];
  session: ConsentSession;
  remember: boolean;
  rememberUntil: number | undefined;
  grantedAt: number;
  /** The consent request as it was shown. */
  request: Record<string, unknown>;
  /** The login session in which it was given. */
  sessionId: string | undefined;
}

export class ConsentStore {
  readonly #database: Database<AuthTables>;
  readonly #ring: SecretRing;
  readonly #strategy: ScopeStrategy;
  readonly #find: CompiledQuery<ConsentTable>;

  constructor(database: Database<AuthTables>, ring: SecretRing, strategy: ScopeStrategy) {
    this.#database = database;
    this.#ring = ring;
    this.#strategy = strategy;
    this.#find = database.kysely.selectFrom('oauth_consent').selectAll().where('grant_id', '=', '').compile();
  }

  /** Replaces what was agreed to under the same grant before. */
  async save(consent: Omit<Consent, 'grantedAt'>): Promise<void> {
    const values = {
      subject: consent.subject,
      client_id: consent.clientId,
      challenge: consent.challenge,
      scope: JSON.stringify(consent.scope),
      audience: JSON.stringify(consent.audience),
      session: this.#ring.seal(JSON.stringify(consent.session)),
      remember: consent.remember ? 1 : 0,
      remember_until: consent.rememberUntil ?? null,
      granted_at: seconds(),
      request: JSON.stringify(consent.request),
      session_id: consent.sessionId ?? null,
    };
    await this.#database.kysely
      .insertInto('oauth_consent')
      .values({ grant_id: consent.grantId, ...values })
      .onConflict((conflict) => conflict.column('grant_id').doUpdateSet(values))
      .execute();
  }

  /** Takes back what no browser has come for yet. */
  async withdraw(grantId: string): Promise<void> {
    await this.#database.kysely.deleteFrom('oauth_consent').where('grant_id', '=', grantId).execute();
  }

  async find(grantId: string): Promise<Consent | undefined> {
    const { rows } = await this.#database.kysely.executeQuery(withValues(this.#find, grantId));
    return rows[0] && this.#fromRow(rows[0]);
  }

  /** A remembered consent that covers all the scopes and audiences, newest first. */
  async findRemembered(
    subject: string,
    clientId: string,
    wanted: { scope: readonly string[]; audience: readonly string[] },
  ): Promise<Consent | undefined> {
    const rows = await this.#database.kysely
      .selectFrom('oauth_consent')
      .selectAll()
      .where('subject', '=', subject)
      .where('client_id', '=', clientId)
      .where('remember', '=', 1)
      .where((where) => where.or([where('remember_until', 'is', null), where('remember_until', '>', seconds())]))
      .orderBy('granted_at', 'desc')
      .limit(20)
      .execute();
    return rows
      .map((row) => this.#fromRow(row))
      .find(
        (consent) =>
          wanted.scope.every((scope) => scopeMatches(this.#strategy, consent.scope, scope)) &&
          wanted.audience.every((audience) => consent.audience.includes(audience)),
      );
  }

  async listBySubject(subject: string, page: Page, clientId?: string): Promise<{ consents: Consent[]; total: number }> {
    const ofSubject = this.#database.kysely.selectFrom('oauth_consent').where('subject', '=', subject);
    const query = clientId === undefined ? ofSubject : ofSubject.where('client_id', '=', clientId);
    const rows = await query
      .selectAll()
      .orderBy('granted_at', 'desc')
      .orderBy('grant_id')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    const count = await query.select((expression) => expression.fn.countAll().as('total')).executeTakeFirstOrThrow();
    return { consents: rows.map((row) => this.#fromRow(row)), total: Number(count.total) };
  }

  /** Ends the consents of a person, to one client or to all, with every code and token that came of them. */
  async revoke(subject: string, clientId?: string): Promise<void> {
    await this.#database.transaction(async (trx) => {
      let records = trx.deleteFrom('oauth_record').where('subject', '=', subject).where('grant_id', 'is not', null);
      let grants = trx.deleteFrom('oauth_record').where('subject', '=', subject).where('kind', '=', 'Grant');
      let consents = trx.deleteFrom('oauth_consent').where('subject', '=', subject);
      if (clientId !== undefined) {
        records = records.where('client_id', '=', clientId);
        grants = grants.where('client_id', '=', clientId);
        consents = consents.where('client_id', '=', clientId);
      }
      // Grants first: a request that issues tokens under one finishes before the rest is looked for.
      await grants.execute();
      await records.execute();
      await consents.execute();
    });
  }

  /** Ends what was issued in a login session without `offline_access`; what people agreed to stays remembered. */
  async endOnline(trx: Transaction<AuthTables>, sessionId: string): Promise<void> {
    for (let last = ''; ; ) {
      const rows = await trx
        .selectFrom('oauth_consent')
        .select(['grant_id', 'scope'])
        .where('session_id', '=', sessionId)
        .where('grant_id', '>', last)
        .orderBy('grant_id')
        .limit(grantsAtOnce)
        .execute();
      const grants = rows.filter(({ scope }) => isOnline(scope)).map((row) => row.grant_id);
      if (grants.length > 0) {
        await trx.deleteFrom('oauth_record').where('kind', '=', 'Grant').where('id', 'in', grants).execute();
        await trx.deleteFrom('oauth_record').where('grant_id', 'in', grants).execute();
      }
      if (rows.length < grantsAtOnce) return;
      last = rows.at(-1)?.grant_id ?? '';
    }
  }

  #fromRow(row: ConsentTable): Consent {
    return {
      grantId: row.grant_id,
      subject: row.subject,
      clientId: row.client_id,
      challenge: row.challenge,
      scope: JSON.parse(row.scope) as string[],
      audience: JSON.parse(row.audience) as string[],
      session: JSON.parse(this.#ring.unseal(row.session)) as ConsentSession,
      remember: Number(row.remember) === 1,
      rememberUntil: row.remember_until === null ? undefined : Number(row.remember_until),
      grantedAt: Number(row.granted_at),
      request: JSON.parse(row.request) as Record<string, unknown>,
      sessionId: row.session_id ?? undefined,
    };
  }
}

function isOnline(scope: string): boolean {
  return !(JSON.parse(scope) as string[]).some((name) => offlineScopes.has(name));
}
