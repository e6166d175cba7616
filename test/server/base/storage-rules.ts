// What every blob store must do; run against each of them.

import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Blobs } from '../../../server/base/blobs/blobs.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export function storageRules(blobs: () => Blobs): void {
  const read = async (key: string, range?: { start: number; end: number }) => buffer(await blobs().open(key, range));

  test('keeps bytes and streams, replaces, tells size and hash, forgets', async () => {
    const bytes = randomBytes(300_000);
    expect(await blobs().put('books/one.epub', bytes)).toEqual({ size: 300_000, sha256: sha256(bytes) });
    expect((await read('books/one.epub')).equals(bytes)).toBe(true);
    const parts = Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000, 5000)]);
    expect(await blobs().put('books/one.epub', parts)).toEqual({ size: 5000, sha256: sha256(bytes.subarray(0, 5000)) });
    expect(await blobs().stat('books/one.epub')).toEqual({ size: 5000, modified: expect.any(Number) });
    await blobs().put('empty', new Uint8Array());
    expect((await blobs().stat('empty'))?.size).toBe(0);
    await blobs().remove('books/one.epub');
    await blobs().remove('books/one.epub');
    expect(await blobs().stat('books/one.epub')).toBeUndefined();
    await expect(blobs().open('books/one.epub')).rejects.toMatchObject({ code: 'not_found' });
  });

  const listed = async (folder: string) => {
    const found: { key: string; size: number; modified: number }[] = [];
    for await (const each of blobs().list(folder)) found.push(each);
    return found;
  };

  test('lists what lies below a folder, and nothing beside it', async () => {
    const keys = Array.from({ length: 5 }, (_, n) => `listed/${n}`);
    for (const key of [...keys, 'listed-too/x', 'listed/deeper/x']) await blobs().put(key, Buffer.from(key));
    const found = await listed('listed');
    expect(found.map(({ key }) => key).sort()).toEqual([...keys, 'listed/deeper/x']);
    expect(found.find(({ key }) => key === 'listed/0')).toMatchObject({ size: 8, modified: expect.any(Number) });
    expect(await listed('nothing')).toEqual([]);
  });

  test('reads parts, both ends included', async () => {
    await blobs().put('part', Buffer.from('0123456789'));
    expect((await read('part', { start: 2, end: 4 })).toString()).toBe('234');
    expect((await read('part', { start: 8, end: 99 })).toString()).toBe('89');
    await expect(blobs().open('part', { start: 10, end: 12 })).rejects.toMatchObject({ code: 'range_not_satisfiable' });
    await expect(blobs().open('part', { start: 5, end: 4 })).rejects.toMatchObject({ code: 'range_not_satisfiable' });
  });

  test('refuses other bytes than announced, and keeps what was there', async () => {
    const old = Buffer.from('old');
    const given = Buffer.from('new bytes');
    await blobs().put('kept', old);
    for (const expected of [{ size: 3 }, { size: 100 }, { sha256: sha256(old) }, { size: 9, sha256: sha256(old) }]) {
      const put = blobs().put('kept', Readable.from([given]), { expect: expected });
      await expect(put, JSON.stringify(expected)).rejects.toMatchObject({ code: 'checksum_mismatch' });
    }
    const broken = Readable.from(
      (async function* () {
        yield given;
        throw new Error('the line was cut');
      })(),
    );
    await expect(blobs().put('kept', broken)).rejects.toThrow('the line was cut');
    expect((await read('kept')).equals(old)).toBe(true);
    await blobs().put('kept', given, { expect: { size: 9, sha256: sha256(given) } });
    expect((await read('kept')).equals(given)).toBe(true);
  });

  test('a key cannot leave the store', async () => {
    const bad = [
      '',
      '/etc/passwd',
      '../up',
      'a/../../up',
      'a/..',
      '.',
      'a//b',
      'a/',
      'a\0b',
      'a\\b',
      'ä',
      '.incoming/../../x',
      'a/./b',
      'x'.repeat(600),
    ];
    for (const key of bad) {
      await expect(async () => blobs().put(key, Buffer.from('x')), key).rejects.toThrow(TypeError);
      await expect(async () => blobs().open(key), key).rejects.toThrow(TypeError);
    }
  });

  test('presigned addresses take and give exactly what they were made for', async () => {
    const bytes = Buffer.from('a small book');
    const bound = { size: bytes.length, sha256: sha256(bytes), expiresIn: 60 };
    const { url, headers } = await blobs().presignPut('up/loaded', bound);
    const put = (address: string, body: Buffer) =>
      fetch(address, { method: 'PUT', headers, body: new Uint8Array(body) });
    expect((await put(url, Buffer.from('a smaXX book'))).ok).toBe(false);
    expect((await put(url, Buffer.from('short'))).ok).toBe(false);
    expect((await put(url, Buffer.from('a small book and more'))).ok).toBe(false);
    expect((await put(url.replace('loaded', 'loadex'), bytes)).ok).toBe(false);
    expect(await blobs().stat('up/loaded')).toBeUndefined();
    expect(await blobs().stat('up/loadex')).toBeUndefined();
    expect((await put(url, bytes)).status).toBe(200);
    const get = await blobs().presignGet('up/loaded', { expiresIn: 60 });
    expect(await (await fetch(get)).text()).toBe('a small book');
    expect((await put(get, bytes)).ok).toBe(false);
    expect((await fetch(url)).ok).toBe(false);
    const expired = await blobs()
      .presignGet('up/loaded', { expiresIn: -5 })
      .catch(() => undefined);
    if (expired) expect((await fetch(expired)).ok).toBe(false);
    const longer = new URL(get);
    for (const name of ['expires', 'X-Amz-Expires'])
      if (longer.searchParams.has(name)) longer.searchParams.set(name, '9999999999');
    expect((await fetch(longer)).ok).toBe(false);
  });

  test('answers whether it is there', async () => {
    await blobs().ping();
  });
}
