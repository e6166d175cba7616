// Ends login sessions with all that hangs on them, in one transaction each: the session itself, whatever was issued in
// it without `offline_access`, and a note for every client that wants to be told (OpenID Connect Back-Channel Logout
// 1.0, section 2.7). What was granted with `offline_access` is meant to outlive the session.

import type { Transaction } from 'kysely';
import type { Database } from '../../base/database/database.ts';
import type { Log } from '../../base/log.ts';
import type { ClientMetadata } from '../clients/client-metadata.ts';
import type { ClientStore } from '../clients/clients.ts';
import type { ConsentStore } from '../consents.ts';
import type { EndedSession, SessionStore } from '../sessions.ts';
import type { AuthTables, LogoutDeliveryTable } from '../storage/tables.ts';
import type { LogoutDeliveries } from './deliveries.ts';

const sessionsAtOnce = 100;

interface EndParts {
  database: Database<AuthTables>;
  sessions: SessionStore;
  consents: ConsentStore;
  clients: ClientStore;
  deliveries: LogoutDeliveries;
  log: Log;
}

export interface Ending {
  /** Those that the session was used with. */
  clients: ClientMetadata[];
  /** What clients are to be told by back channel, now or later. */
  deliveries: LogoutDeliveryTable[];
}

export class SessionEnd {
  readonly #parts: EndParts;

  constructor(parts: EndParts) {
    this.#parts = parts;
  }

  /** undefined when it had ended before. */
  async bySid(sid: string): Promise<Ending | undefined> {
    return this.#parts.database.transaction((trx) => this.#end(trx, sid));
  }

  /** Every session of the person, in every browser. */
  async bySubject(subject: string): Promise<void> {
    for (;;) {
      const sids = await this.#parts.sessions.sidsOf(subject, sessionsAtOnce);
      for (const sid of sids) await this.bySid(sid);
      if (sids.length < sessionsAtOnce) return;
    }
  }

  /** For a session that another person took over: the former person is signed out of it. */
  async leftBehind(session: EndedSession): Promise<void> {
    const { database, deliveries, log } = this.#parts;
    const { deliveries: rows } = await database.transaction((trx) => this.#follow(trx, session));
    // Whoever signs in does not wait for the clients of somebody else.
    deliveries
      .attempt(rows)
      .catch((error: unknown) => log.error({ err: error }, 'logout deliveries could not be read'));
  }

  async #end(trx: Transaction<AuthTables>, sid: string): Promise<Ending | undefined> {
    const ended = await this.#parts.sessions.take(trx, sid);
    return ended && this.#follow(trx, ended);
  }

  async #follow(trx: Transaction<AuthTables>, { sid, subject, clients: ids }: EndedSession): Promise<Ending> {
    const { consents, clients, deliveries } = this.#parts;
    await consents.endOnline(trx, sid);
    const known = await clients.findAll(ids, trx);
    const told = known.filter((client) => client.backchannel_logout_uri).map((client) => client.client_id);
    return { clients: known, deliveries: await deliveries.note(trx, { sid, subject }, told) };
  }
}
