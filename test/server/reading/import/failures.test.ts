// Imports that do not end well: refused books, a full disk, a stop in the middle, and what is left behind.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../../../../api/errors.ts';
import type { Blobs } from '../../../../server/base/blobs/blobs.ts';
import { createLog } from '../../../../server/base/log.ts';
import { importFile } from '../../../../server/reading/import/import-file.ts';
import { purgeImports } from '../../../../server/reading/import/purge-imports.ts';
import { forEachDatabase } from '../../databases.ts';
import { type Client, migrationSets } from '../house.ts';
import {
  importBook,
  type LibraryHouse,
  openLibraryHouse,
  reservePlace,
  sendBytes,
  sha256Of,
} from '../library-house.ts';
import { buildEpub, xhtml } from './build-epub.ts';

const log = createLog({ name: 'test', level: 'silent' });

forEachDatabase((_name, open) => {
  let house: LibraryHouse;
  let ann: Client;
  let book: Buffer;
  /** Set by a test, called before each call of the blob store. */
  let before: (call: keyof Blobs) => void | Promise<void>;

  beforeEach(async () => {
    before = () => undefined;
    house = await openLibraryHouse(await open(...migrationSets), (blobs) => ({
      ...blobs,
      async put(...args) {
        await before('put');
        return blobs.put(...args);
      },
      async open(...args) {
        await before('open');
        return blobs.open(...args);
      },
      async remove(key) {
        await before('remove');
        return blobs.remove(key);
      },
    }));
    ann = await house.signIn('ann');
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

  describe('refused books', () => {
    const lock =
      '<encryption xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptedData><e:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></e:EncryptedData></encryption>';
    test.each<[string, number, () => Promise<Buffer>]>([
      ['bad_book', 422, async () => (await buildEpub()).subarray(0, -200)],
      [
        'unsafe_book',
        422,
        () => buildEpub({ files: { 'book/one.xhtml': `<!DOCTYPE p [<!ENTITY a "b">]>${xhtml('&a;')}` } }),
      ],
      ['unsupported_format', 415, () => buildEpub({ files: { 'META-INF/encryption.xml': lock } })],
    ])('%s: leave nothing behind and answer the same again', async (error, status, make) => {
      const bytes = await make();
      const place = await reservePlace(ann, bytes);
      await sendBytes(house, place, bytes);
      const first = await ann.ask('POST /cos/notify', { name: place.name });
      expect(first).toMatchObject({ status, body: { error } });
      const { requestId: _, details: __, ...kept } = first.body as unknown as Record<string, unknown>;
      for (let n = 0; n < 2; n++) {
        const again = await ann.ask('POST /cos/notify', { name: place.name });
        expect(again).toMatchObject({ status, body: kept });
      }
      expect(await house.keys()).toEqual([]);
      expect(await count('books')).toBe(0);
      expect(await count('files')).toBe(0);
      expect(await shelfOf(ann)).toEqual([]);
      // Another try is possible: the program may read tomorrow what it could not read today.
      expect((await reservePlace(ann, bytes)).name).not.toBe(place.name);
    });
  });

  describe('when something fails on the way', () => {
    test('a full disk at any step is told, loses nothing, and the next try succeeds', async () => {
      for (const failing of ['open', 'put'] as const) {
        const bytes = await buildEpub({ metadata: `<dc:title>${failing}</dc:title>` });
        const place = await reservePlace(ann, bytes);
        await sendBytes(house, place, bytes);
        before = (call) => {
          if (call === failing) throw new AppError('disk_full');
        };
        expect(await ann.ask('POST /cos/notify', { name: place.name })).toMatchObject({
          status: 507,
          body: { error: 'disk_full' },
        });
        before = () => undefined;
        expect(await ann.call('POST /cos/notify', { name: place.name })).toMatchObject({ state: 'ready', existed: 0 });
      }
      expect(await shelfOf(ann)).toHaveLength(2);
    });

    test('a stop between the upload and notify, and one in the middle of notify, end in one book', async () => {
      const place = await reservePlace(ann, book);
      await sendBytes(house, place, book);
      await house.restart();
      const client = { ...ann, ask: ann.ask };
      const notify = () =>
        house.app.inject({
          method: 'POST',
          url: '/cos/notify',
          payload: { name: place.name },
          headers: { authorization: `Bearer ${client.accessToken}` },
        });
      // The process ends where its next step would be: before the book's bytes are kept, and after.
      before = (call) => {
        if (call === 'put') throw new Error('killed');
      };
      expect((await notify()).statusCode).toBe(500);
      before = (call) => {
        if (call === 'remove') throw new Error('killed');
      };
      expect((await notify()).statusCode).toBe(500);
      before = () => undefined;
      const reply = await notify();
      expect(reply.json()).toMatchObject({ state: 'ready' });
      expect(await count('books')).toBe(1);
    });
  });

  describe('what was left behind', () => {
    const purge = () => purgeImports({ reading: house.reading, blobs: house.blobs, log });

    test('expired reservations go with their bytes; books stay', async () => {
      const { bookId } = await importBook(house, ann, book);
      const other = await buildEpub({ metadata: '<dc:title>Left</dc:title>' });
      const place = await reservePlace(ann, other);
      await sendBytes(house, place, other);
      await purge();
      expect(await count('uploads')).toBe(2);
      house.clock.now += 8 * 86_400;
      await purge();
      expect(await count('uploads')).toBe(0);
      expect(await house.keys()).toEqual([`books/${sha256Of(book)}`]);
      expect(await shelfOf(await house.signIn('ann'))).toEqual([bookId]);
    });

    test('bytes of an import that was cut off go after a day, unless a book needs them meanwhile', async () => {
      const place = await reservePlace(ann, book);
      await sendBytes(house, place, book);
      const { database } = house.reading;
      const cut = { ...database, transaction: () => Promise.reject(new Error('killed')) };
      const folder = await mkdtemp(join(tmpdir(), 'octavo-cut-'));
      try {
        await writeFile(`${folder}/b.epub`, book);
        const half = { reading: { ...house.reading, database: cut }, blobs: house.blobs, log };
        const imported = importFile(half, { vid: ann.vid, path: `${folder}/b.epub`, fileName: 'b.epub' });
        await expect(imported).rejects.toThrow('killed');
      } finally {
        await rm(folder, { recursive: true });
      }
      expect(await count('pending_blobs')).toBe(1);
      expect(await house.keys()).toContain(`books/${sha256Of(book)}`);
      house.clock.now += 2 * 86_400;
      await purge();
      expect(await house.keys()).toEqual([`uploads/${place.name}`]);
      expect(await count('pending_blobs')).toBe(0);
      const later = await house.signIn('ann');
      expect(await later.call('POST /cos/notify', { name: place.name })).toMatchObject({ state: 'ready' });
      await house.reading.database.kysely
        .insertInto('pending_blobs')
        .values({ blob_key: `books/${sha256Of(book)}`, created_at: 1 })
        .execute();
      await purge();
      expect(await house.keys()).toEqual([`books/${sha256Of(book)}`]);
    });
  });
});
