// Tells clients by back channel that a session ended (OpenID Connect Back-Channel Logout 1.0). What is still to be told
// is a row, written with the end of the session itself, so that neither a crash nor a client that is down loses it.

import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '../../base/database/database.ts';
import type { Outgoing } from '../../base/http/outgoing.ts';
import type { Log } from '../../base/log.ts';
import type { ClientStore } from '../clients/clients.ts';
import { seconds } from '../clock.ts';
import type { BrowserSession } from '../engine.ts';
import type { AuthTables, LogoutDeliveryTable } from '../storage/tables.ts';
import { inParallel } from './in-parallel.ts';

/** Seconds from one attempt to the next; after the last the client is given up. Each is longer than an attempt. */
const pauses = [15, 60, 300, 900, 3_600];
const atOnce = 10;
const batch = 100;
const pollMilliseconds = 5_000;
/** Statuses of a client that may do better next time. */
const worthRetrying = (status: number) => status >= 500 || status === 408 || status === 425 || status === 429;

export interface DeliveryParts {
  database: Database<AuthTables>;
  clients: ClientStore;
  outgoing: Outgoing;
  log: Log;
  /** A signed logout token; undefined when the client is gone. */
  sign(clientId: string, session: BrowserSession): Promise<string | undefined>;
}

export class LogoutDeliveries {
  readonly #parts: DeliveryParts;
  #timer: NodeJS.Timeout | undefined;
  readonly #underWay = new Set<Promise<void>>();
  #stopped = false;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /** Notes whom to tell, in the transaction that ends the session. */
  async note(
    trx: Transaction<AuthTables>,
    session: BrowserSession,
    clientIds: readonly string[],
  ): Promise<LogoutDeliveryTable[]> {
    const now = seconds();
    const rows = clientIds.map((client_id) => ({
      id: randomUUID(),
      client_id,
      subject: session.subject,
      sid: session.sid,
      attempts: 0,
      created_at: now,
      next_attempt_at: now,
    }));
    for (let start = 0; start < rows.length; start += batch) {
      await trx
        .insertInto('oauth_logout_delivery')
        .values(rows.slice(start, start + batch))
        .execute();
    }
    return rows;
  }

  /** Looks for what is due from now on; every process of a database may. */
  start(): void {
    this.#timer ??= setInterval(() => {
      if (this.#underWay.size > 0) return;
      this.run().catch((error: unknown) =>
        this.#parts.log.error({ err: error }, 'logout deliveries could not be read'),
      );
    }, pollMilliseconds).unref();
  }

  /** Ends after the attempts that are under way. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopped = true;
    await Promise.allSettled(this.#underWay);
  }

  /** Attempts everything that is due. */
  run(): Promise<void> {
    return this.#watch(this.#runAll());
  }

  /** Attempts these at once; what fails is attempted again later. */
  attempt(rows: readonly LogoutDeliveryTable[]): Promise<void> {
    return this.#watch(inParallel(rows, atOnce, (row) => this.#attempt(row)));
  }

  async #watch(work: Promise<void>): Promise<void> {
    this.#underWay.add(work);
    try {
      await work;
    } finally {
      this.#underWay.delete(work);
    }
  }

  async #runAll(): Promise<void> {
    while (!this.#stopped) {
      const due = await this.#parts.database.kysely
        .selectFrom('oauth_logout_delivery')
        .selectAll()
        .where('next_attempt_at', '<=', seconds())
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(batch)
        .execute();
      await inParallel(due, atOnce, (row) => this.#attempt(row));
      if (due.length < batch) return;
    }
  }

  async #attempt(row: LogoutDeliveryTable): Promise<void> {
    const attempts = Number(row.attempts) + 1;
    if (this.#stopped || !(await this.#claim(row, attempts))) return;
    const outcome = await this.#deliver(row);
    if (outcome === 'later' && attempts <= pauses.length) return;
    if (outcome === 'later') {
      this.#parts.log.error({ clientId: row.client_id, sid: row.sid, attempts }, 'a client was never told of a logout');
    }
    await this.#parts.database.kysely.deleteFrom('oauth_logout_delivery').where('id', '=', row.id).execute();
  }

  /** Sets the next attempt before this one is made: whoever dies in between leaves it to another process. */
  async #claim(row: LogoutDeliveryTable, attempts: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#parts.database.kysely
      .updateTable('oauth_logout_delivery')
      .set({ attempts, next_attempt_at: seconds() + (pauses[attempts - 1] ?? pauses[0] ?? 0) })
      .where('id', '=', row.id)
      .where('attempts', '=', row.attempts)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  async #deliver(row: LogoutDeliveryTable): Promise<'done' | 'later'> {
    const { clients, outgoing, log, sign } = this.#parts;
    const line = { clientId: row.client_id, sid: row.sid };
    try {
      const address = (await clients.find(row.client_id))?.metadata.backchannel_logout_uri;
      const token = address ? await sign(row.client_id, { subject: row.subject, sid: row.sid }) : undefined;
      if (!address || token === undefined) return 'done';
      const body = new URLSearchParams({ logout_token: token }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': '' };
      const { status, body: reply } = await outgoing.fetch(address, { method: 'POST', headers, body });
      await reply?.cancel();
      if (status === 200 || status === 204) return 'done';
      log.warn({ ...line, status }, 'a client did not accept a logout token');
      return worthRetrying(status) ? 'later' : 'done';
    } catch (error) {
      log.warn({ ...line, err: error }, 'a client could not be told of a logout');
      return 'later';
    }
  }
}
