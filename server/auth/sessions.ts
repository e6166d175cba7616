// Login sessions by person: what a browser is signed in as, listed and ended by the administration. The rows are the
// engine's; this file reads only the fields that it names.

import type { Transaction } from 'kysely';
import type { Database } from '../base/database/database.ts';
import { StartError } from '../base/start-error.ts';
import { seconds } from './clock.ts';
import type { SecretRing } from './keys/secret-ring.ts';
import type { Page } from './storage/page.ts';
import type { AuthTables } from './storage/tables.ts';

/** Set by the engine; its signature has the same name with `.sig`. */
export const sessionCookie = 'oauth2_authentication_session';
/** A kind of record beside those of the engine. */
const endedSession = 'EndedSession';
/** Seconds that a session lives on at most while its browser stays open. */
const longestUnremembered = 30 * 86_400;

/** What hung on a session. */
export interface EndedSession {
  sid: string;
  subject: string;
  clients: string[];
}

export interface LoginSession {
  sid: string;
  subject: string;
  authenticated_at: string;
  remember: boolean;
  expires_at: string;
  clients: string[];
}

interface SessionPayload {
  uid: string;
  accountId: string;
  loginTs?: number;
  exp?: number;
  remembered?: boolean;
  authorizations?: Record<string, unknown>;
}

export class SessionStore {
  readonly #database: Database<AuthTables>;
  readonly #ring: SecretRing;

  constructor(database: Database<AuthTables>, ring: SecretRing) {
    this.#database = database;
    this.#ring = ring;
  }

  async list(subject: string, page: Page): Promise<{ sessions: LoginSession[]; total: number }> {
    const query = this.#database.kysely
      .selectFrom('oauth_record')
      .where('subject', '=', subject)
      .where('kind', '=', 'Session')
      .where('expires_at', '>', seconds());
    const rows = await query
      .select('payload')
      .orderBy('expires_at', 'desc')
      .orderBy('id')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    const count = await query.select((expression) => expression.fn.countAll().as('total')).executeTakeFirstOrThrow();
    return { sessions: rows.map((row) => this.#read(row.payload)), total: Number(count.total) };
  }

  /** When the session's person signed in, Unix seconds. */
  async authenticatedAt(sid: string): Promise<number | undefined> {
    const row = await this.#database.kysely
      .selectFrom('oauth_record')
      .select('payload')
      .where('uid', '=', sid)
      .where('kind', '=', 'Session')
      .executeTakeFirst();
    return row && (JSON.parse(this.#ring.unseal(row.payload)) as SessionPayload).loginTs;
  }

  /** Some of a person's sessions, also those that expired and are not removed yet. */
  async sidsOf(subject: string, limit: number): Promise<string[]> {
    const rows = await this.#database.kysely
      .selectFrom('oauth_record')
      .select('uid')
      .where('subject', '=', subject)
      .where('kind', '=', 'Session')
      .limit(limit)
      .execute();
    return rows.flatMap(({ uid }) => uid ?? []);
  }

  async isAlive(sid: string): Promise<boolean> {
    return (await this.authenticatedAt(sid)) !== undefined;
  }

  async isEnded(sid: string): Promise<boolean> {
    const row = await this.#database.kysely
      .selectFrom('oauth_record')
      .select('id')
      .where('kind', '=', endedSession)
      .where('id', '=', sid)
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Removes the session and says whose it was; undefined for one that is gone already. That it ended is remembered for
   * longer than it could have lived: a request that was under way may store it once more.
   */
  async take(trx: Transaction<AuthTables>, sid: string): Promise<EndedSession | undefined> {
    // A second row of the same session is left when a process dies between storing the new one and removing the old.
    const rows = await trx
      .deleteFrom('oauth_record')
      .where('uid', '=', sid)
      .where('kind', '=', 'Session')
      .returning(['subject', 'payload', 'expires_at'])
      .execute();
    if (rows.length === 0) return undefined;
    const expiry = Math.max(...rows.map((row) => Number(row.expires_at ?? 0)), seconds() + longestUnremembered);
    const until = expiry + 3_600;
    await trx
      .insertInto('oauth_record')
      .values({ kind: endedSession, id: sid, payload: '{}', expires_at: until })
      .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet({ expires_at: until }))
      .execute();
    const clients = new Set(rows.flatMap((row) => this.#clientsOf(row.payload)));
    return { sid, subject: rows[0]?.subject ?? '', clients: [...clients] };
  }

  /** A session that no system secret opens any more is ended like another, but nobody knows whom to tell. */
  #clientsOf(sealed: string): string[] {
    try {
      return this.#read(sealed).clients;
    } catch (error) {
      if (error instanceof StartError) return [];
      throw error;
    }
  }

  #read(sealed: string): LoginSession {
    const payload = JSON.parse(this.#ring.unseal(sealed)) as SessionPayload;
    return {
      sid: payload.uid,
      subject: payload.accountId,
      authenticated_at: isoTime(payload.loginTs),
      remember: payload.remembered === true,
      expires_at: isoTime(payload.exp),
      clients: Object.keys(payload.authorizations ?? {}),
    };
  }
}

function isoTime(unixSeconds: number | undefined): string {
  return unixSeconds === undefined ? '' : new Date(unixSeconds * 1000).toISOString();
}
