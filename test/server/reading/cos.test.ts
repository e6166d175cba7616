// Uploads through the door: from the reservation to the book on the shelf, and everything that can go wrong between.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase } from '../databases.ts';
import { type Client, migrationSets } from './house.ts';
import { buildEpub } from './import/build-epub.ts';
import {
  importBook,
  type LibraryHouse,
  md5Of,
  openLibraryHouse,
  reservePlace,
  sendBytes,
  sha256Of,
} from './library-house.ts';

const moby = new URL('../../../../shared/books/real/moby-dick.epub', import.meta.url);

forEachDatabase((_name, open) => {
  let house: LibraryHouse;
  let ann: Client;
  let bob: Client;
  let book: Buffer;

  beforeEach(async () => {
    house = await openLibraryHouse(await open(...migrationSets));
    ann = await house.signIn('ann');
    bob = await house.signIn('bob');
    book = await buildEpub({ metadata: '<dc:title>T</dc:title><dc:creator>C</dc:creator>' });
    return () => house.close();
  });

  const shelfOf = async (client: Client) => (await client.call('GET /shelf/sync', {})).books.map((each) => each.bookId);
  const count = async (table: 'books' | 'files' | 'uploads' | 'pending_blobs') => {
    const { total } = await house.reading.database.kysely
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return Number(total);
  };

  test.skipIf(!existsSync(moby))('a real book arrives with its chapters and cover', async () => {
    const bytes = await readFile(moby);
    const { bookId, existed, book } = await importBook(house, ann, bytes, 'moby-dick.epub');
    expect(existed).toBe(0);
    expect(book).toMatchObject({ title: 'Moby Dick', author: 'Herman Melville' });
    expect(await shelfOf(ann)).toEqual([bookId]);
    const [contents] = (await ann.call('POST /book/chapterInfos', { bookIds: [bookId] })).data;
    expect(contents?.updated).toHaveLength(145);
    const cover = await house.app.inject({
      url: book?.cover ?? '',
      headers: { authorization: `Bearer ${ann.accessToken}` },
    });
    expect(cover.statusCode).toBe(200);
    expect(cover.rawPayload.subarray(0, 2).toString('hex')).toBe('ffd8');
    expect(await count('pending_blobs')).toBe(0);
    expect((await house.keys()).map((key) => key.split('/')[0])).toEqual(['books', 'covers']);
  });

  describe('what is uploaded', () => {
    test('other bytes than announced are refused, and the right ones are taken afterwards', async () => {
      const place = await reservePlace(ann, book);
      const wrong = Buffer.from(book);
      wrong[wrong.length - 1] = (wrong.at(-1) ?? 0) ^ 1;
      expect(await sendBytes(house, place, wrong)).toBe(422);
      expect(await sendBytes(house, place, book.subarray(0, -1))).toBe(422);
      expect(await sendBytes(house, place, Buffer.concat([book, book]))).toBe(413);
      expect(await house.keys()).toEqual([]);
      expect(await ann.ask('POST /cos/notify', { name: place.name })).toMatchObject({
        status: 409,
        body: { error: 'upload_missing' },
      });
      expect(await sendBytes(house, place, book)).toBe(200);
      expect(await ann.call('POST /cos/notify', { name: place.name })).toMatchObject({ state: 'ready', existed: 0 });
    });

    test('a store that lets other bytes in does not get them into a book', async () => {
      const place = await reservePlace(ann, book);
      const key = `uploads/${place.name}`;
      for (const wrong of [Buffer.alloc(book.length, 'x'), Buffer.from('short')]) {
        await house.blobs.put(key, wrong);
        expect(await ann.ask('POST /cos/notify', { name: place.name })).toMatchObject({
          status: 422,
          body: { error: 'checksum_mismatch' },
        });
        expect(await house.keys()).toEqual([]);
      }
      expect(await sendBytes(house, place, book)).toBe(200);
      expect(await ann.call('POST /cos/notify', { name: place.name })).toMatchObject({ state: 'ready' });
    });

    test('an address that was changed or has expired takes nothing; a fresh one continues the reservation', async () => {
      const place = await reservePlace(ann, book);
      const old = new URL(place.url);
      old.searchParams.set('expires', String(Math.floor(Date.now() / 1000) - 1));
      expect(await sendBytes(house, { ...place, url: old.href }, book)).toBe(403);
      const expired = await house.blobs.presignPut(`uploads/${place.name}`, {
        size: book.length,
        sha256: sha256Of(book),
        expiresIn: -5,
      });
      expect(await sendBytes(house, { ...place, url: expired.url }, book)).toBe(410);
      expect(await house.keys()).toEqual([]);
      const fresh = await reservePlace(ann, book, 'a book.epub', { cbid: place.cbid });
      expect(fresh).toMatchObject({ name: place.name, cbid: place.cbid, uploaded: 0 });
      expect(await sendBytes(house, fresh, book)).toBe(200);
      const third = await reservePlace(ann, book, 'a book.epub', { cbid: place.cbid });
      expect(third.uploaded).toBe(1);
    });

    test('a reservation is continued by its owner for its bytes only', async () => {
      const { cbid } = await reservePlace(ann, book);
      const params = { name: 'b.epub', size: book.length, sha256: sha256Of(book), cbid };
      expect((await bob.ask('GET /cos/getcredential', params)).status).toBe(404);
      const other = { ...params, sha256: 'a'.repeat(64) };
      expect((await ann.ask('GET /cos/getcredential', other)).status).toBe(404);
    });

    test('asking twice for a place for the same bytes gives one place', async () => {
      const first = await reservePlace(ann, book);
      expect((await reservePlace(ann, book)).name).toBe(first.name);
      expect((await reservePlace(bob, book)).name).not.toBe(first.name);
    });

    test('too large files are refused before a byte is sent', async () => {
      const ask = (more: object) =>
        ann.ask('GET /cos/getcredential', { name: 'b.epub', size: 10, sha256: 'a'.repeat(64), ...more });
      expect((await ask({ size: 600 * 1024 * 1024 })).body.error).toBe('too_large');
      expect((await ask({ size: 40 * 1024 * 1024, mode: 'font' })).body.error).toBe('too_large');
      expect((await ask({ replaces: 'b_none' })).body.error).toBe('not_found');
      expect((await ask({ sha256: 'A'.repeat(64) })).body.error).toBe('bad_argument');
      expect((await ask({ size: 0 })).body.error).toBe('bad_argument');
      expect(await count('uploads')).toBe(0);
    });

    test('one reader cannot reserve the whole disk', async () => {
      const size = 500 * 1024 * 1024;
      const ask = (n: number) =>
        ann.ask('GET /cos/getcredential', { name: 'b.epub', size, sha256: String(n).padStart(64, '0') });
      for (let n = 0; n < 16; n++) expect((await ask(n)).status).toBe(200);
      expect((await ask(16)).body.error).toBe('quota_exceeded');
      expect((await bob.ask('GET /cos/getcredential', { name: 'b.epub', size, sha256: 'b'.repeat(64) })).status).toBe(
        200,
      );
    });

    test('a file name with anything in it is a name', async () => {
      const bytes = await buildEpub({ metadata: '<dc:language>en</dc:language>' });
      const { bookId, book } = await importBook(house, ann, bytes, 'C:\\books\\..\\“The" \u0007book’.epub');
      expect(book?.title).toBe('“The" book’');
      const { headers } = await house.app.inject({
        url: `/book/download?bookId=${bookId}`,
        headers: { authorization: `Bearer ${ann.accessToken}` },
      });
      expect(headers['content-disposition']).toBe(
        `attachment; filename="_The_ book_.epub"; filename*=UTF-8''${encodeURIComponent('“The" book’.epub')}`,
      );
    });
  });

  describe('notify', () => {
    test('replayed, it answers the same book and changes nothing', async () => {
      const place = await reservePlace(ann, book);
      await sendBytes(house, place, book);
      const first = await ann.call('POST /cos/notify', { name: place.name });
      const again = await ann.call('POST /cos/notify', { name: place.name });
      expect(again).toMatchObject({ state: 'ready', bookId: first.bookId, existed: 1 });
      // Also when the address is used once more meanwhile: it leads to nothing that a book is read from.
      expect(await sendBytes(house, place, book)).toBe(200);
      expect(await ann.call('POST /cos/notify', { name: place.name })).toMatchObject({ bookId: first.bookId });
      expect(await shelfOf(ann)).toEqual([first.bookId]);
      const { synckey } = await ann.call('GET /shelf/sync', {});
      await ann.call('POST /cos/notify', { name: place.name });
      expect((await ann.call('GET /shelf/sync', {})).synckey).toBe(synckey);
    });

    test('several at once make one book', async () => {
      const place = await reservePlace(ann, book);
      await sendBytes(house, place, book);
      const answers = await Promise.all([1, 2, 3].map(() => ann.call('POST /cos/notify', { name: place.name })));
      expect(new Set(answers.map((answer) => answer.bookId)).size).toBe(1);
      expect(await count('books')).toBe(1);
    });

    test('several at once for the same bytes under two reservations and in two processes make one book', async () => {
      const second = await openLibraryHouse(house.reading.database, () => house.blobs);
      try {
        const place = await reservePlace(ann, book);
        await sendBytes(house, place, book);
        const row = await house.reading.database.kysely.selectFrom('uploads').selectAll().executeTakeFirstOrThrow();
        const twin = { ...row, name: `${row.name}x`, cbid: 'cb_twin', blob_key: `${row.blob_key}x` };
        await house.reading.database.kysely.insertInto('uploads').values(twin).execute();
        await house.blobs.put(twin.blob_key, book);
        const elsewhere = await second.app.inject({ method: 'GET', url: '/shelf/sync' });
        expect(elsewhere.statusCode).toBe(401);
        const notify = (app: LibraryHouse['app'], name: string) =>
          app.inject({
            method: 'POST',
            url: '/cos/notify',
            payload: { name },
            headers: { authorization: `Bearer ${ann.accessToken}` },
          });
        const replies = await Promise.all([
          notify(house.app, place.name),
          notify(second.app, place.name),
          notify(second.app, twin.name),
        ]);
        expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200]);
        expect(new Set(replies.map((reply) => reply.json().bookId)).size).toBe(1);
        expect(await count('books')).toBe(1);
        expect(await house.keys()).toEqual([`books/${sha256Of(book)}`]);
      } finally {
        await second.close();
      }
    });

    test('another reader’s upload is unknown', async () => {
      const place = await reservePlace(ann, book);
      await sendBytes(house, place, book);
      for (const name of [place.name, 'up_nothing']) {
        expect(await bob.ask('POST /cos/notify', { name })).toMatchObject({
          status: 404,
          body: { error: 'not_found' },
        });
      }
      expect(await ann.call('POST /cos/notify', { name: place.name })).toMatchObject({ existed: 0 });
    });

    test('nothing without a session', async () => {
      const place = await reservePlace(ann, book);
      const { statusCode } = await house.app.inject({
        method: 'POST',
        url: '/cos/notify',
        payload: { name: place.name },
      });
      expect(statusCode).toBe(401);
    });
  });

  describe('the same bytes', () => {
    test('twice by one reader are one book', async () => {
      const { bookId } = await importBook(house, ann, book);
      const place = await reservePlace(ann, book, 'other name.epub');
      expect(place).toMatchObject({ uploaded: 1, bookId });
      expect(await ann.call('POST /cos/notify', { name: place.name })).toMatchObject({ bookId, existed: 1 });
      expect(await count('books')).toBe(1);
    });

    test('of a book that was taken off the shelf put it back', async () => {
      const { bookId } = await importBook(house, ann, book);
      await ann.call('POST /shelf/delete', { bookIds: [bookId] });
      house.clock.now += 10;
      expect(await importBook(house, ann, book)).toMatchObject({ bookId, existed: 1 });
      expect(await shelfOf(ann)).toEqual([bookId]);
    });

    test('by two readers are two books over one blob, and neither learns of the other', async () => {
      const anns = await importBook(house, ann, book);
      const place = await reservePlace(bob, book);
      expect(place.uploaded).toBe(0);
      expect(place.bookId).toBeUndefined();
      expect((await bob.ask('POST /cos/receive', { md5: md5Of(book), name: 'b.epub' })).body.error).toBe(
        'upload_missing',
      );
      await sendBytes(house, place, book);
      const bobs = await bob.call('POST /cos/notify', { name: place.name });
      expect(bobs).toMatchObject({ existed: 0 });
      expect(bobs.bookId).not.toBe(anns.bookId);
      expect(await count('files')).toBe(1);
      expect(await house.keys()).toEqual([`books/${sha256Of(book)}`]);
      expect((await bob.ask('GET /book/info', { bookId: anns.bookId })).status).toBe(404);
      expect(await shelfOf(bob)).toEqual([bobs.bookId]);
    });

    test('a lost blob is brought back by the next import', async () => {
      const { bookId } = await importBook(house, ann, book);
      await house.blobs.remove(`books/${sha256Of(book)}`);
      const download = () =>
        house.app.inject({
          url: `/book/download?bookId=${bookId}`,
          headers: { authorization: `Bearer ${ann.accessToken}` },
        });
      expect((await download()).json()).toMatchObject({ error: 'internal' });
      const place = await reservePlace(ann, book);
      await sendBytes(house, place, book);
      expect(await ann.call('POST /cos/notify', { name: place.name })).toMatchObject({ bookId, existed: 1 });
      expect((await download()).rawPayload.equals(book)).toBe(true);
    });
  });

  describe('receive', () => {
    test('hands over what another device of the account brought, by checksum', async () => {
      const { bookId } = await importBook(house, ann, book);
      await ann.call('POST /shelf/delete', { bookIds: [bookId] });
      house.clock.now += 10;
      const md5 = md5Of(book).toUpperCase();
      expect(await ann.call('POST /cos/receive', { md5, name: 'b.epub' })).toMatchObject({ bookId, existed: 0 });
      expect(await ann.call('POST /cos/receive', { md5, name: 'b.epub', bookId })).toMatchObject({ existed: 1 });
      expect(await shelfOf(ann)).toEqual([bookId]);
      for (const [client, params] of [
        [bob, { md5 }],
        [bob, { md5, bookId }],
        [ann, { md5: '0'.repeat(32) }],
        [ann, { md5, bookId: 'b_other' }],
      ] as const) {
        expect(await client.ask('POST /cos/receive', { name: 'b.epub', ...params })).toMatchObject({
          status: 409,
          body: { error: 'upload_missing' },
        });
      }
    });
  });
});
