// What a book's own page tells beside its facts: who brought it out, the colours of its cover, what its ratings come to.

import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { blurHash } from '../../../../server/reading/books/blur-hash.ts';
import { ratingOnWire } from '../../../../server/reading/reviews/ratings.ts';
import { forEachDatabase } from '../../databases.ts';
import { migrationSets } from '../house.ts';
import { buildEpub } from '../import/build-epub.ts';
import { importBook, type LibraryHouse, openLibraryHouse } from '../library-house.ts';

const covered = async (background: string | undefined) =>
  buildEpub({
    metadata: '<dc:title>A Book</dc:title><dc:language>en</dc:language><dc:publisher>Sea Press</dc:publisher>',
    manifest:
      '<item id="c1" href="one.xhtml" media-type="application/xhtml+xml"/><item id="p" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>',
    spine: '<itemref idref="c1"/>',
    files: {
      'book/cover.jpg': background
        ? await sharp({ create: { width: 90, height: 120, channels: 3, background } })
            .jpeg()
            .toBuffer()
        : undefined,
    },
  });

forEachDatabase((_name, open) => {
  let house: LibraryHouse;
  beforeAll(async () => {
    house = await openLibraryHouse(await open(...migrationSets));
    return () => house.close();
  });

  test('the colours of a cover are there once the page was asked for, and are those of a later cover later', async () => {
    const ann = await house.signIn('ann');
    const { bookId } = await importBook(house, ann, await covered('#884422'), 'first.epub');
    const first = await ann.call('GET /book/info', { bookId });
    expect(first.copyrightInfo).toMatchObject({
      name: 'Sea Press',
      role: 'publisher',
      id: expect.stringMatching(/^pub_/),
    });
    expect(first).not.toHaveProperty('coverBoxInfo');
    expect(first.maxFreeInfo).toEqual({ maxFreeChapterIdx: 1, maxFreeChapterUid: 1, maxFreeChapterRatio: 100 });
    await house.jobs.runAll();
    const box = (await ann.call('GET /book/info', { bookId })).coverBoxInfo;
    expect(box?.blurhash).toMatch(/^T0.{4}(fQ){11}$/);
    expect(box?.colors.map(({ key }) => key)).toEqual(['main', 'dark', 'light']);
    expect(box?.colors[0]?.hex).toMatch(/^#8[0-9a-f]4[0-9a-f]2[0-9a-f]$/);
    expect(await house.jobs.runAll()).toBe(0);
    expect((await ann.call('POST /book/infos', { bookIds: [bookId] })).books[0]?.coverBoxInfo).toEqual(box);
    const place = { version: 2, sha256: 'f'.repeat(64) };
    const db = house.reading.database.kysely;
    await db.updateTable('covers').set({ sha256: place.sha256 }).where('book_id', '=', bookId).execute();
    expect(await ann.call('GET /book/info', { bookId })).not.toHaveProperty('coverBoxInfo');
  });
});

test('a picture of one colour has no waves, and one of two halves has', () => {
  const half = (light: number) => Array.from({ length: 8 }, () => [light, light, light]).flat();
  const pixels = (...rows: number[][]) => ({ data: Uint8Array.from(rows.flat()), width: 8, height: rows.length });
  expect(blurHash(pixels(half(0), half(0)))).toBe(`T00000${'fQ'.repeat(11)}`);
  expect(blurHash(pixels(half(255), half(255)))).toBe(`T0TSUA${'fQ'.repeat(11)}`);
  expect(blurHash(pixels(half(255), half(0)))).not.toContain('fQ'.repeat(11));
});

test('ratings are told in words once there are enough of them', () => {
  const title = (...stars: [number, number, number, number, number]) => {
    const count = stars.reduce((sum, each) => sum + each, 0);
    return ratingOnWire({ stars, count, recent: 0 }, 0).newRatingDetail.title;
  };
  expect([
    title(0, 0, 0, 0, 4),
    title(0, 0, 0, 1, 9),
    title(1, 1, 0, 4, 4),
    title(2, 1, 0, 3, 0),
    title(5, 0, 0, 0, 0),
  ]).toEqual(['', 'Praised by nearly all', 'Liked by most', 'Readers disagree', 'Liked by few']);
});
