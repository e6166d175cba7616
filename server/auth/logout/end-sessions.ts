// Ends login sessions with all that hangs on them, in one transaction each: the session itself, whatever was issued in
// it without `offline_access`, and a note for every client that wants to be told (OpenID Connect Back-Channel Logout
// 1.0, section 2.7). What was granted with `offline_access` is meant to outlive the session.

import type { Transaction } from 'kysely';
import type { Database } from '../../base/database.ts';
import type { ClientMetadata } from '../client-metadata.ts';
import type { ClientStore } from '../clients.ts';
import type { ConsentStore } from '../consents.ts';
import type { SessionStore } from '../sessions.ts';
import type { AuthTables, LogoutDeliveryTable } from '../tables.ts';
import type { LogoutDeliveries } from './deliveries.ts';

const sessionsAtOnce = 100;

interface EndParts {
  database: Database<AuthTables>;
  sessions: SessionStore;
  consents: ConsentStore;
  clients: ClientStore;
  deliveries: LogoutDeliveries;
}

export interface EndedSession {
  /** Those that it was used with. */
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
  async bySid(sid: string): Promise<EndedSession | undefined> {
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

  async #end(trx: Transaction<AuthTables>, sid: string): Promise<EndedSession | undefined> {
    const { sessions, consents, clients, deliveries } = this.#parts;
    const ended = await sessions.take(trx, sid);
    if (!ended) return undefined;
    await consents.endOnline(trx, sid);
    const known = await clients.findAll(ended.clients, trx);
    const told = known.filter((client) => client.backchannel_logout_uri).map((client) => client.client_id);
    return { clients: known, deliveries: await deliveries.note(trx, { sid, subject: ended.subject }, told) };
  }
}
