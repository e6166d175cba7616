// The blob stores: the rules for both, and what only the folder has to survive.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Blobs } from '../../../../server/base/blobs/blobs.ts';
import { openBlobs } from '../../../../server/base/blobs/open-blobs.ts';
import { serveFolderBlobs } from '../../../../server/base/blobs/serve-blobs.ts';
import { createHttp } from '../../../../server/base/http/http.ts';
import { createLog } from '../../../../server/base/log.ts';
import { StartError } from '../../../../server/base/start-error.ts';
import { type S3Server, startS3Server } from '../s3-server.ts';
import { withSmallDisk } from '../small-disk.ts';
import { storageRules } from '../storage-rules.ts';

const log = createLog({ name: 'test', level: 'silent' });
const secret = 'a secret of the test';

describe('folder', () => {
  let folder: string;
  let blobs: Blobs;
  let app: FastifyInstance;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'octavo-blobs-'));
    app = createHttp({ log });
    // The port is known only when the server listens, and the routes must be there before.
    let made: Blobs | undefined;
    serveFolderBlobs(app, {
      ...(await openBlobs(pathToFileURL(folder).href, { publicUrl: 'http://unused', secret, log })),
      put: (...args) => (made as Blobs).put(...args),
    });
    const publicUrl = await app.listen({ host: '127.0.0.1', port: 0 });
    made = await openBlobs(pathToFileURL(folder).href, { publicUrl, secret, log });
    blobs = made;
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  storageRules(() => blobs);

  test('downloads in parts', async () => {
    await blobs.put('ranged', Buffer.from('0123456789'));
    const url = await blobs.presignGet('ranged', { expiresIn: 60 });
    const get = async (range: string) => {
      const reply = await fetch(url, { headers: { range } });
      return [reply.status, reply.headers.get('content-range'), reply.ok ? await reply.text() : ''];
    };
    expect(await get('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
    expect(await get('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await get('bytes=-2')).toEqual([206, 'bytes 8-9/10', '89']);
    expect(await get('bytes=20-')).toEqual([416, null, '']);
    expect(await get('pages=1-2')).toEqual([200, null, '0123456789']);
  });

  test('an address made with another secret, or another path, is refused', async () => {
    const other = await openBlobs(pathToFileURL(folder).href, { publicUrl: 'http://x', secret: 'other', log });
    const forged = new URL(await other.presignGet('ranged', { expiresIn: 60 }));
    const answer = await app.inject(forged.pathname + forged.search);
    expect([answer.statusCode, answer.json().error]).toEqual([403, 'no_permission']);
    expect((await app.inject('/blobs/ranged')).statusCode).toBe(403);
    expect((await app.inject('/blobs/..%2f..%2fetc%2fpasswd?signature=x')).statusCode).toBe(403);
  });

  test('a kill in the middle of a write leaves the old bytes, and no part under the name', async () => {
    await blobs.put('survivor', Buffer.from('the old bytes'));
    const child = spawn(
      process.execPath,
      [new URL('../endless-put.ts', import.meta.url).pathname, folder, 'survivor'],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    await firstOutput(child);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    expect((await buffer(await blobs.open('survivor'))).toString()).toBe('the old bytes');
    expect((await readdir(join(folder, '.incoming'))).length).toBeGreaterThan(0);
  });

  test('a folder that cannot be made is told in one sentence', async () => {
    await expect(openBlobs('file:///dev/null/blobs', { publicUrl: 'http://x', secret, log })).rejects.toThrow(
      StartError,
    );
    await expect(openBlobs('ftp://x', { publicUrl: 'http://x', secret, log })).rejects.toThrow(StartError);
  });
});

test('a full disk keeps what was there, leaves nothing behind, and is told', (context) =>
  withSmallDisk(context, '256k', async (folder) => {
    const blobs = await openBlobs(pathToFileURL(join(folder, 'b')).href, { publicUrl: 'http://x', secret, log });
    await blobs.put('first', Buffer.alloc(50_000, 1));
    const large = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(10_000, 2)));
    await expect(blobs.put('first', large)).rejects.toMatchObject({ code: 'disk_full', status: 507 });
    expect(await readdir(join(folder, 'b', '.incoming'))).toEqual([]);
    expect((await buffer(await blobs.open('first'))).equals(Buffer.alloc(50_000, 1))).toBe(true);
    await blobs.put('second', Buffer.alloc(50_000, 3));
  }));

describe('s3', () => {
  let server: S3Server;
  let blobs: Blobs;

  beforeAll(async () => {
    server = await startS3Server();
    blobs = await openBlobs(server.url, { publicUrl: 'http://x', secret, log });
  });
  afterAll(async () => {
    await blobs.close();
    await server.close();
  });

  storageRules(() => blobs);

  test('objects lie under the prefix', async () => {
    await blobs.put('a/b', Buffer.from('x'));
    expect(server.objects.has('kept/a/b')).toBe(true);
  });

  test('wrong credentials and a store that is away are told apart from a missing blob', async () => {
    const wrong = await openBlobs(server.url.replace('test-key', 'nobody'), { publicUrl: 'http://x', secret, log });
    await expect(wrong.stat('a/b')).rejects.toMatchObject({ code: 'upstream_unavailable' });
    expect(server.refusals).toContain('the credential is wrong');
    const away = 's3://k:s@books?endpoint=http%3A%2F%2F127.0.0.1%3A1';
    const nowhere = await openBlobs(away, { publicUrl: 'http://x', secret, log });
    await expect(nowhere.ping()).rejects.toMatchObject({ code: 'upstream_unavailable' });
    await Promise.all([wrong.close(), nowhere.close()]);
  });
});

function firstOutput(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`the child ended with ${code}`)));
  });
}
