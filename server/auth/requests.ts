// Login, consent, logout and device requests: what a browser waits for while a provider decides, found by its challenge.
// Answers are recorded once the provider decides; a request is used when the browser came back with it.

import { randomBytes } from 'node:crypto';
import type { Database } from '../base/database/database.ts';
import { seconds } from './clock.ts';
import { OAuthError } from './errors.ts';
import type { SecretRing } from './keys/secret-ring.ts';
import type { AuthTables, RequestTable } from './storage/tables.ts';

export type RequestKind = 'login' | 'consent' | 'logout' | 'device';

export interface StoredRequest<Body> {
  challenge: string;
  kind: RequestKind;
  clientId: string | null;
  subject: string | null;
  body: Body;
  answer: Record<string, unknown> | undefined;
  formSecret: string | undefined;
  createdAt: number;
  expiresAt: number;
}

export interface NewRequest {
  kind: RequestKind;
  challenge?: string;
  clientId?: string | undefined;
  subject?: string | undefined;
  body: object;
  /** The browser's form secret: whoever resumes has to hold the session that knows it. */
  formSecret?: string;
  lifespan: number;
}

export class RequestStore {
  readonly #database: Database<AuthTables>;
  readonly #ring: SecretRing;

  constructor(database: Database<AuthTables>, ring: SecretRing) {
    this.#database = database;
    this.#ring = ring;
  }

  async create(request: NewRequest): Promise<string> {
    const challenge = request.challenge ?? randomBytes(24).toString('base64url');
    const now = seconds();
    const row = {
      challenge,
      kind: request.kind,
      client_id: request.clientId ?? null,
      subject: request.subject ?? null,
      body: JSON.stringify(request.body),
      answer: null,
      verifier: request.formSecret ? randomBytes(24).toString('base64url') : null,
      form_secret: request.formSecret ? this.#ring.seal(request.formSecret) : null,
      created_at: now,
      expires_at: now + request.lifespan,
      used_at: null,
    };
    await this.#database.kysely.insertInto('oauth_request').values(row).execute();
    return challenge;
  }

  /** @throws not_found for an unknown challenge, conflict for a used one, gone for an outlived one. */
  async read<Body>(kind: RequestKind, challenge: string): Promise<StoredRequest<Body>> {
    const row = await this.#find(kind, challenge);
    if (!row) throw new OAuthError('not_found', `There is no ${kind} request with that challenge.`);
    if (row.used_at !== null) throw new OAuthError('conflict', `The ${kind} request has been used already.`);
    if (Number(row.expires_at) <= seconds()) throw new OAuthError('gone', `The ${kind} request has expired.`);
    return this.#fromRow<Body>(row);
  }

  /** The request whatever its state. */
  async recall<Body>(kind: RequestKind, challenge: string): Promise<StoredRequest<Body> | undefined> {
    const row = await this.#find(kind, challenge);
    return row && this.#fromRow<Body>(row);
  }

  /** Until the browser comes back, a provider may answer again: the last answer counts. */
  async answer(challenge: string, answer: object): Promise<void> {
    const { numUpdatedRows } = await this.#database.kysely
      .updateTable('oauth_request')
      .set({ answer: JSON.stringify(answer) })
      .where('challenge', '=', challenge)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new OAuthError('conflict', 'The request has been used already.');
  }

  /** The secret half of the address with which the browser comes back. */
  async verifier(challenge: string): Promise<string> {
    const row = await this.#database.kysely
      .selectFrom('oauth_request')
      .select('verifier')
      .where('challenge', '=', challenge)
      .executeTakeFirstOrThrow();
    if (row.verifier === null) throw new Error('This kind of request has no verifier.');
    return row.verifier;
  }

  /** Takes the answered request that the verifier names; it can be taken once. */
  async take<Body>(kind: RequestKind, verifier: string): Promise<StoredRequest<Body> | undefined> {
    const row = await this.#database.kysely
      .updateTable('oauth_request')
      .set({ used_at: seconds() })
      .where('verifier', '=', verifier)
      .where('kind', '=', kind)
      .where('used_at', 'is', null)
      .where('answer', 'is not', null)
      .where('expires_at', '>', seconds())
      .returningAll()
      .executeTakeFirst();
    return row && this.#fromRow<Body>(row);
  }

  /** Closes a request that leads the browser nowhere. */
  async use(challenge: string): Promise<void> {
    await this.#database.kysely
      .updateTable('oauth_request')
      .set({ used_at: seconds() })
      .where('challenge', '=', challenge)
      .execute();
  }

  async #find(kind: RequestKind, challenge: string): Promise<RequestTable | undefined> {
    return this.#database.kysely
      .selectFrom('oauth_request')
      .selectAll()
      .where('challenge', '=', challenge)
      .where('kind', '=', kind)
      .executeTakeFirst();
  }

  #fromRow<Body>(row: RequestTable): StoredRequest<Body> {
    return {
      challenge: row.challenge,
      kind: row.kind as RequestKind,
      clientId: row.client_id,
      subject: row.subject,
      body: JSON.parse(row.body) as Body,
      answer: row.answer === null ? undefined : (JSON.parse(row.answer) as Record<string, unknown>),
      formSecret: row.form_secret === null ? undefined : this.#ring.unseal(row.form_secret),
      createdAt: Number(row.created_at),
      expiresAt: Number(row.expires_at),
    };
  }
}
