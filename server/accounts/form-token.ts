// Proof that a form was served by this service to this browser: a cookie that only this service sets, and in the form
// a keyed hash of it. The key is kept in the database, so that a restart leaves open forms valid.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountDatabase } from './tables.ts';

const cookieName = 'octavo_form';
export const tokenField = 'form_token';

export class FormTokens {
  readonly #key: Buffer;

  private constructor(key: Buffer) {
    this.#key = key;
  }

  static async open(database: AccountDatabase): Promise<FormTokens> {
    const name = 'form key';
    await database.kysely
      .insertInto('account_secret')
      .values({ name, value: randomBytes(32).toString('base64url') })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    const row = await database.kysely
      .selectFrom('account_secret')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    return new FormTokens(Buffer.from(row.value, 'base64url'));
  }

  /** The form's hidden value; sets the cookie when the browser has none. */
  issue(request: FastifyRequest, reply: FastifyReply): string {
    let cookie = readCookie(request);
    if (cookie === undefined) {
      cookie = randomBytes(24).toString('base64url');
      const secure = request.protocol === 'https' ? '; Secure' : '';
      reply.header('set-cookie', `${cookieName}=${cookie}; Path=/accounts; HttpOnly; SameSite=Lax${secure}`);
    }
    return this.#hash(cookie);
  }

  accepts(request: FastifyRequest, token: string | undefined): boolean {
    const cookie = readCookie(request);
    if (cookie === undefined || token === undefined || !isFromHere(request)) return false;
    const expected = Buffer.from(this.#hash(cookie));
    const given = Buffer.from(token);
    return expected.length === given.length && timingSafeEqual(expected, given);
  }

  #hash(cookie: string): string {
    return createHmac('sha256', this.#key).update(cookie).digest('base64url');
  }
}

function readCookie(request: FastifyRequest): string | undefined {
  const match = /(?:^|;\s*)octavo_form=([A-Za-z0-9_-]{32})(?:;|$)/.exec(request.headers.cookie ?? '');
  return match?.[1];
}

// Browsers say where a form came from; other programs say nothing and hold no one's cookies.
function isFromHere(request: FastifyRequest): boolean {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined || URL.parse(origin)?.host === request.host;
}
