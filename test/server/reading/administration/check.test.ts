// A check finds what was made wrong behind the service's back, repairs what can be repaired without losing anything, and
// says what to do about the rest.

import { expect, onTestFinished, test } from 'vitest';
import { migrationSets } from '../../../../server/open-octavo.ts';
import { checkBlobs, checkOrphans } from '../../../../server/reading/administration/check-blobs.ts';
import { checkCounts } from '../../../../server/reading/administration/check-counts.ts';
import {
  checkIndex,
  checkPlaces,
  checkReferences,
} from '../../../../server/reading/administration/check-references.ts';
import type { Tables } from '../../../../server/reading/reading.ts';
import { forEachDatabase } from '../../databases.ts';
import { fullLife } from './full-life.ts';

forEachDatabase((_name, open) => {
  test('finds what is wrong, repairs it, and then finds nothing', { timeout: 60_000 }, async () => {
    const database = await open<Tables>(...migrationSets);
    const { house, ann, bob, shared, own, annReview } = await fullLife(database);
    onTestFinished(() => house.close());
    const { reading, blobs } = house;
    const parts = { reading, blobs, log: undefined as never };
    const db = database.kysely;
    const all = async (repair: boolean) => [
      ...(await checkReferences(reading, repair)),
      ...(await checkCounts(reading, repair)),
      ...(await checkIndex(reading, repair)),
      ...(await checkPlaces(reading, repair)),
      ...(await checkBlobs(parts, false)),
      ...(await checkOrphans(parts, repair)),
    ];
    expect(await all(false)).toEqual([]);

    const { synckey } = await ann.call('GET /user/notebooks', {});
    await db.updateTable('reviews').set({ likes_count: 70 }).where('review_id', '=', annReview).execute();
    await db.updateTable('notebooks').set({ note_count: 9 }).where('vid', '=', ann.vid).execute();
    await db.insertInto('reading_totals').values({ vid: ann.vid, seconds: 40 }).execute();
    await db.updateTable('users').set({ shelf_books: 1000 }).where('vid', '=', bob.vid).execute();
    await db
      .updateTable('shelf_entries')
      .set({ item_id: 'b_gone' })
      .where('vid', '=', bob.vid)
      .where('item_id', '=', own)
      .execute();
    await db.deleteFrom('search_files').execute();
    const read = { vid: ann.vid, article_id: 'a_gone', book_id: 'mp_gone', sync_key: 1, in_history: 1, read_at: 1 };
    await db.insertInto('article_reads').values(read).execute();
    await blobs.put('books/nobody', Buffer.from('orphan'));
    await blobs.put('uploads/young', Buffer.from('on its way'));
    const [file] = await db
      .selectFrom('books')
      .innerJoin('files', 'files.sha256', 'books.file_sha256')
      .select('files.blob_key')
      .where('book_id', '=', own)
      .execute();
    await db
      .insertInto('pending_blobs')
      .values({ blob_key: 'uploads/young', created_at: reading.now() + 172_800 })
      .execute();
    house.clock.now += 2 * 86_400;

    const found = await all(false);
    const kinds = found.map(({ what }) => what);
    expect(new Set(kinds)).toEqual(new Set(['reference', 'count', 'index', 'orphan']));
    expect(found.filter(({ what }) => what === 'orphan').map(({ where }) => where)).toEqual(['books/nobody']);
    expect(found.every(({ repaired, advice }) => !repaired && advice !== '')).toBe(true);
    expect((await all(true)).every(({ repaired }) => repaired)).toBe(true);
    await house.jobs.runAll();
    expect(await all(false)).toEqual([]);
    expect(await blobs.stat('books/nobody')).toBeUndefined();
    expect(await blobs.stat('uploads/young')).toBeDefined();
    house.clock.now -= 2 * 86_400;
    expect(await ann.call('GET /review/single', { reviewId: annReview })).toMatchObject({ likesCount: 1 });
    // Copies are told.
    const { books } = await ann.call('GET /user/notebooks', { synckey });
    expect(books).toMatchObject([{ bookId: shared, noteCount: 1, reviewLikeCount: 1 }]);

    await blobs.put(file?.blob_key ?? '', Buffer.from('something else'));
    expect(await checkBlobs(parts, false)).toMatchObject([{ where: file?.blob_key, repaired: false }]);
    const bytes = Number(
      (
        await db
          .selectFrom('files')
          .select('size')
          .where('blob_key', '=', file?.blob_key ?? '')
          .executeTakeFirst()
      )?.size,
    );
    await blobs.put(file?.blob_key ?? '', Buffer.alloc(bytes));
    expect(await checkBlobs(parts, false)).toEqual([]);
    expect(await checkBlobs(parts, true)).toMatchObject([{ problem: 'book file has other bytes than were stored' }]);
    await blobs.remove(file?.blob_key ?? '');
    expect(await checkBlobs(parts, false)).toMatchObject([{ problem: 'book file is missing' }]);
  });
});
