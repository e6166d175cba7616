// A reading service for tests: its routes on a database, with a clock and identities that the test sets, and clients
// that call it through the door as a device would.

import { randomUUID } from 'node:crypto';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { type ParamsOf, type ReplyOf, type RouteName, routeNamed } from '../../../api/catalog.ts';
import type { RouteKey } from '../../../api/route.ts';
import { sign } from '../../../api/signing.ts';
import { baseMigrations } from '../../../server/base/database/base-migrations.ts';
import type { Database } from '../../../server/base/database/database.ts';
import { createHttp } from '../../../server/base/http/http.ts';
import { createLog } from '../../../server/base/log.ts';
import { readingMigrations } from '../../../server/reading/migrations.ts';
import { openReading, type Reading, type Tables } from '../../../server/reading/reading.ts';
import { serveReading } from '../../../server/reading/serve-reading.ts';
import type { Identity, IdentityProvider } from '../../../server/reading/sign-in/identity.ts';
import { queuedJobs } from './queued-jobs.ts';

export const migrationSets = [baseMigrations, readingMigrations];

export interface House {
  app: FastifyInstance;
  reading: Reading;
  /** Names of the routes that are served. */
  served: RouteKey[];
  /** Unix seconds; the service's clock. */
  clock: { now: number };
  signIn(name: string, deviceId?: string, more?: Record<string, unknown>): Promise<Client>;
  close(): Promise<void>;
}

export interface Answer<T> {
  status: number;
  body: T & { error?: string; errcode?: number; errmsg?: string; details?: Record<string, unknown> };
}

export interface Client {
  vid: string;
  deviceId: string;
  accessToken: string;
  refreshToken: string;
  signKey: string;
  /** Status and body, whatever they are. */
  ask<K extends RouteName>(key: K, params: object, signed?: Record<string, unknown>): Promise<Answer<ReplyOf<K>>>;
  /** The reply; fails when it is an error. */
  call<K extends RouteName>(key: K, params: Partial<ParamsOf<K>>): Promise<ReplyOf<K>>;
}

/** Everyone is who they say: `extToken` is the person's name. */
export const trusting: IdentityProvider = {
  verifyToken: async (token): Promise<Identity> => ({
    issuer: 'http://issuer.test/',
    subject: `subject-${token}`,
    name: token,
    avatar: '',
  }),
  redeemDeviceCode: (code) => trusting.verifyToken(code),
  startDevice: () => Promise.reject(new Error('There is no device sign-in here.')),
};

export async function openHouse(database: Database<Tables>, identity: IdentityProvider = trusting): Promise<House> {
  const clock = { now: 1_790_000_000 };
  const reading = await openReading(database, queuedJobs(), () => clock.now);
  const app = createHttp({ log: createLog({ name: 'test', level: 'silent' }) });
  const served = serveReading(app, reading, identity, { checkReplies: true });
  await app.ready();
  return {
    app,
    reading,
    served,
    clock,
    async signIn(name, deviceId = `device-of-${name}`, more = {}) {
      const proof = { extToken: name, deviceId, deviceName: `${name}’s reader`, deviceType: 'eink', ...more };
      const { status, body } = await request(app, 'POST /login', proof);
      if (status !== 200) throw new Error(`Signing in failed: ${JSON.stringify(body)}`);
      return clientOf(app, clock, deviceId, body as never);
    },
    close: () => app.close(),
  };
}

/** One request without a session, or with any token. */
export async function request(
  app: FastifyInstance,
  key: RouteName,
  params: object,
  token?: string,
): Promise<Answer<never>> {
  const [method, path] = key.split(' ') as ['GET' | 'POST', string];
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const options: InjectOptions =
    method === 'GET'
      ? { method, url: `${path}?${queryOf(params)}`, headers }
      : { method, url: path, payload: params, headers: { ...headers, 'content-type': 'application/json' } };
  const reply = await app.inject(options);
  return { status: reply.statusCode, body: reply.json() as never };
}

function queryOf(params: object): string {
  const entries = Object.entries(params).filter(([, value]) => value !== undefined);
  return new URLSearchParams(entries.map(([name, value]): [string, string] => [name, String(value)])).toString();
}

export function clientOf(
  app: FastifyInstance,
  clock: { now: number },
  deviceId: string,
  session: Pick<Client, 'vid' | 'accessToken' | 'refreshToken' | 'signKey'>,
): Client {
  const { vid, accessToken, refreshToken, signKey } = session;
  const client: Client = {
    vid,
    deviceId,
    accessToken,
    refreshToken,
    signKey,
    async ask(key, params, signed = {}) {
      const body = { ...params, ...(routeNamed(key).signed ? await signatureOf(key, params, signed) : {}) };
      return request(app, key, body, client.accessToken) as never;
    },
    async call(key, params) {
      const { status, body } = await client.ask(key, params);
      if (status !== 200) throw new Error(`${key} answered ${status}: ${JSON.stringify(body)}`);
      return body as never;
    },
  };

  async function signatureOf(key: RouteName, params: object, changes: Record<string, unknown>) {
    const [method, path] = key.split(' ') as [string, string];
    const proof = { random: randomUUID(), timestamp: clock.now, ...changes };
    return { signature: await sign({ method, path, params: { ...params, ...proof } }, client.signKey), ...proof };
  }
  return client;
}

let books = 0;

/** A book of `chapters` chapters; private to `owner`, or of the library without one. */
export async function addBook(reading: Reading, owner: string, chapters = 3): Promise<string> {
  const bookId = `b_${String(++books).padStart(16, '0')}`;
  const sha256 = bookId.slice(2).padStart(64, 'a');
  const now = reading.now();
  const db = reading.database.kysely;
  await db
    .insertInto('files')
    .values({
      sha256,
      blob_key: `files/${sha256}`,
      size: 1000,
      md5: '',
      media_type: 'application/epub+zip',
      created_at: now,
    })
    .execute();
  await db
    .insertInto('books')
    .values({
      book_id: bookId,
      owner_vid: owner,
      visibility: owner ? 'private' : 'library',
      version: 1,
      format: 'epub',
      file_sha256: sha256,
      title: `Book ${books}`,
      author: 'An author',
      translator: '',
      publisher: '',
      publish_time: '',
      isbn: '',
      identifier: '',
      intro: '',
      language: 'en',
      category: '',
      direction: 'ltr',
      is_vertical_layout: 0,
      is_comics: 0,
      chapter_count: chapters,
      word_count: 100 * chapters,
      text_length: 1000 * chapters,
      created_at: now,
      updated_at: now,
    })
    .execute();
  const rows = Array.from({ length: chapters }, (_, index) => ({
    book_id: bookId,
    version: 1,
    chapter_uid: index + 1,
    chapter_idx: index + 1,
    title: `Chapter ${index + 1}`,
    level: 1,
    word_count: 100,
    length: 1000,
    files: JSON.stringify([`c${index + 1}.xhtml`]),
    anchors: '[]',
    updated_at: now,
  }));
  await db.insertInto('chapters').values(rows).execute();
  return bookId;
}
