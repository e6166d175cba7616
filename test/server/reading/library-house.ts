// A reading service that keeps books too: routes, blob store in a folder, and what a device does to bring a book in.

import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { ReplyOf } from '../../../api/catalog.ts';
import type { Blobs } from '../../../server/base/blobs/blobs.ts';
import { openBlobs } from '../../../server/base/blobs/open-blobs.ts';
import { serveFolderBlobs } from '../../../server/base/blobs/serve-blobs.ts';
import type { Database } from '../../../server/base/database/database.ts';
import { createHttp } from '../../../server/base/http/http.ts';
import { createLog } from '../../../server/base/log.ts';
import { defineReadingJobs } from '../../../server/reading/define-jobs.ts';
import { openReading, type Reading, type Tables } from '../../../server/reading/reading.ts';
import { serveReading } from '../../../server/reading/serve-reading.ts';
import { type Client, clientOf, request, trusting } from './house.ts';
import { type QueuedJobs, queuedJobs } from './queued-jobs.ts';

export interface LibraryHouse {
  app: FastifyInstance;
  reading: Reading;
  blobs: Blobs;
  /** Run them by `runAll`. */
  jobs: QueuedJobs;
  clock: { now: number };
  /** Keys of all blobs, sorted. */
  keys(): Promise<string[]>;
  signIn(name: string): Promise<Client>;
  /** Stops this process's part, as a kill would leave it, and starts another on the same data. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** `change` may put something else in the place of the blob store. */
export async function openLibraryHouse(
  database: Database<Tables>,
  change: (blobs: Blobs) => Blobs = (blobs) => blobs,
): Promise<LibraryHouse> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-library-'));
  const log = createLog({ name: 'test', level: 'silent' });
  const clock = { now: Math.floor(Date.now() / 1000) };
  const jobs = queuedJobs();
  const reading = await openReading(database, jobs, () => clock.now);
  const options = { publicUrl: 'http://books.test', secret: 'a secret of this test', log };
  const blobs = change(await openBlobs(pathToFileURL(folder).href, options));
  defineReadingJobs(jobs, { reading, blobs, log });
  const start = async () => {
    const app = createHttp({ log });
    serveFolderBlobs(app, blobs);
    serveReading(app, reading, trusting, { checkReplies: true, blobs, log });
    await app.ready();
    return app;
  };
  const house: LibraryHouse = {
    app: await start(),
    reading,
    blobs,
    jobs,
    clock,
    async keys() {
      const entries = await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true }).catch(() => []);
      const files = entries.filter((entry) => entry.isFile());
      const start = join(folder, 'blobs').length + 1;
      return files.map((file) => join(file.parentPath, file.name).slice(start).replaceAll(sep, '/')).sort();
    },
    async signIn(name) {
      const proof = { extToken: name, deviceId: `device-of-${name}`, deviceName: 'A reader', deviceType: 'eink' };
      const { status, body } = await request(house.app, 'POST /login', proof);
      if (status !== 200) throw new Error(`Signing in failed: ${JSON.stringify(body)}`);
      return clientOf(house.app, clock, proof.deviceId, body as never);
    },
    async restart() {
      await house.app.close();
      house.app = await start();
    },
    async close() {
      await house.app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return house;
}

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
export const md5Of = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

export type Place = ReplyOf<'GET /cos/getcredential'>;

export function reservePlace(client: Client, bytes: Uint8Array, name = 'a book.epub', more = {}): Promise<Place> {
  return client.call('GET /cos/getcredential', { name, size: bytes.length, sha256: sha256Of(bytes), ...more });
}

/** The bytes as a device sends them; the status. */
export async function sendBytes(house: LibraryHouse, place: Place, bytes: Uint8Array): Promise<number> {
  const { pathname, search } = new URL(place.url);
  const headers = Object.fromEntries(place.headers.map(({ name, value }) => [name, value]));
  const reply = await house.app.inject({
    method: 'PUT',
    url: pathname + search,
    headers,
    payload: Buffer.from(bytes),
  });
  return reply.statusCode;
}

/** The whole way of one book; the reply of notify. */
export async function importBook(house: LibraryHouse, client: Client, bytes: Uint8Array, name?: string) {
  const place = await reservePlace(client, bytes, name);
  if (!place.uploaded) await sendBytes(house, place, bytes);
  const reply = await client.call('POST /cos/notify', { name: place.name });
  if (reply.state !== 'ready' || !reply.bookId) throw new Error(`The import answered ${JSON.stringify(reply)}.`);
  return { ...reply, bookId: reply.bookId };
}
