// Searching in books, through the door, on real ones: every hit that a plain reading of the text finds, and no other.

import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askForMissingIndexes } from '../../../../server/reading/search/index-missing.ts';
import { forEachDatabase } from '../../databases.ts';
import { type Client, migrationSets } from '../house.ts';
import { buildEpub, xhtml } from '../import/build-epub.ts';
import { importBook, type LibraryHouse, openLibraryHouse } from '../library-house.ts';
import { plainChapters, plainHits } from './plain-search.ts';

const realBook = async (path: string) =>
  readFile(new URL(`../../../../../shared/books/${path}`, import.meta.url)).catch(() => undefined);
const real = {
  whale: await realBook('real/the-adventures-of-sherlock-holmes.epub'),
  pillow: await realBook('idpf/kusamakura-japanese-vertical-writing.epub'),
  diet: await realBook('idpf/regime-anticancer-arabic.epub'),
};

const answers = new Map<string, unknown>();

forEachDatabase((name, open) => {
  let house: LibraryHouse;
  let ann: Client;
  let bob: Client;
  let bookId: string;

  beforeAll(async () => {
    house = await openLibraryHouse(await open(...migrationSets));
    ann = await house.signIn('ann');
    bob = await house.signIn('bob');
    const one = xhtml(
      '<p>Call <b>me</b> Ishmael.</p><p>Call me a <i>ca</i>fé. <ruby>草<rt>くさ</rt>枕<rt>まくら</rt></ruby>を読む。</p>',
    );
    const two = xhtml(`<p>${'Nothing here. '.repeat(30)}</p><p>They call metal.</p>`);
    const epub = await buildEpub({ files: { 'book/one.xhtml': one, 'book/two.xhtml': two } });
    ({ bookId } = await importBook(house, ann, epub));
  }, 60_000);
  afterAll(() => house.close());

  const search = (params: object) => ann.call('GET /book/search', { bookId, ...params });

  describe('a small book, before its index is made and after', () => {
    test.each(['before', 'after'])('%s', async (when) => {
      if (when === 'after') expect(await house.jobs.runAll()).toBeGreaterThan(0);
      const { results, totalCount } = await search({ keyword: 'call me', fragmentSize: 30 });
      expect(totalCount).toBe(3);
      expect(results.map(({ chapterUid, range }) => [chapterUid, range])).toEqual([
        [1, '0-7'],
        [1, '16-23'],
        [2, expect.stringMatching(/^\d+-\d+$/)],
      ]);
      expect(results[0]).toMatchObject({ searchIdx: 1, chapterIdx: 1, chapterTitle: 'One' });
      for (const { snippet, highlights } of results) {
        const [start = 0, end = 0] = (highlights[0] ?? '').split('-').map(Number);
        expect(snippet.slice(start, end).toLowerCase()).toBe('call me');
        expect(snippet.length).toBeLessThanOrEqual(40);
      }
      expect((await search({ keyword: 'CAFE' })).results.map(({ range }) => range)).toEqual(['26-30']);
      const [ruby] = (await search({ keyword: '草枕を' })).results;
      expect(ruby).toMatchObject({ snippet: expect.stringContaining('草枕を読む'), chapterUid: 1 });
      expect((await search({ keyword: 'くさまくら' })).totalCount).toBe(1);
      expect((await search({ keyword: 'ishmael call' })).totalCount).toBe(0);
    });

    test('by POST too, counted alone, and in pages', async () => {
      const counted = await search({ keyword: 'nothing', onlyCount: 1 });
      expect(counted).toMatchObject({ totalCount: 30, results: [], hasMore: 0 });
      const ranges: string[] = [];
      for (let maxIdx = 0, hasMore = 1; hasMore; ) {
        const page = await search({ keyword: 'nothing', count: 7, maxIdx });
        expect(page.results.map(({ searchIdx }) => searchIdx)).toEqual(page.results.map((_, n) => maxIdx + n + 1));
        ranges.push(...page.results.map(({ range }) => range));
        ({ hasMore, maxIdx } = page);
      }
      expect(new Set(ranges).size).toBe(30);
      const posted = await house.app.inject({
        method: 'POST',
        url: '/book/search',
        headers: { authorization: `Bearer ${ann.accessToken}`, 'content-type': 'application/json' },
        payload: { bookId, keyword: 'nothing', count: 7 },
      });
      expect(posted.json()).toEqual(await search({ keyword: 'nothing', count: 7 }));
    });

    test('a passage is found by its words, the likeliest of several by what stands around', async () => {
      const locate = (info: object) => search({ isLocate: 1, bookContentInfo: JSON.stringify(info) });
      const first = await locate({ textQuote: 'Call me', textAfter: ' Ishmael' });
      expect(first.results).toMatchObject([{ chapterUid: 1, range: '0-7' }]);
      const second = await locate({ textQuote: 'Call me', textAfter: ' a café' });
      expect(second.results).toMatchObject([{ chapterUid: 1, range: '16-23' }]);
      expect((await locate({ chapterUid: 2, range: '0-7' })).results).toMatchObject([{ highlights: ['0-7'] }]);
      expect((await locate({ chapterUid: 2, range: '0-9999' })).results).toEqual([]);
      expect((await locate({ textQuote: 'not in it' })).results).toEqual([]);
      expect((await ann.ask('GET /book/search', { bookId, isLocate: 1 })).body.error).toBe('bad_argument');
    });

    test('nothing to search for, nothing that can be found, and hostile words', async () => {
      expect((await ann.ask('GET /book/search', { bookId })).body.error).toBe('bad_argument');
      for (const keyword of [
        '。！',
        '"',
        "'",
        '*',
        '" OR "1',
        'NEAR(a b)',
        "x':* & !y",
        '\\',
        'terms:call',
        '%',
        '𝔸',
        'a'.repeat(200),
        '草 '.repeat(100),
      ]) {
        const { totalCount, results } = await search({ keyword });
        expect([keyword, totalCount]).toEqual([keyword, results.length]);
      }
    });

    test('only for those who may see the book', async () => {
      const other = await bob.ask('GET /book/search', { bookId, keyword: 'call' });
      expect(other).toMatchObject({ status: 404, body: { error: 'not_found' } });
    });
  });

  test('texts that a restored backup lacks are read again, from the file or from the edition made of it', async () => {
    const plain = Buffer.from('Chapter 1\n\nIt was a dark night.\n\nChapter 2\n\nThe storm went on.\n');
    const { bookId: textId } = await importBook(house, ann, plain, 'night.txt');
    await house.jobs.runAll();
    const db = house.reading.database.kysely;
    for (const table of ['chapter_texts', 'search_files', 'search_parts'] as const)
      await db.deleteFrom(table).execute();
    await sql`delete from chapter_terms`.execute(db);
    expect((await search({ bookId: textId, keyword: 'storm' })).totalCount).toBe(0);
    await askForMissingIndexes(house.reading);
    await house.jobs.runAll();
    expect((await search({ bookId: textId, keyword: 'storm' })).totalCount).toBe(1);
    expect((await search({ keyword: 'ishmael' })).totalCount).toBe(1);
  });

  test.skipIf(!real.whale || !real.pillow || !real.diet)(
    'real books: what a plain reading finds',
    async () => {
      const cases: [Buffer | undefined, string[]][] = [
        [
          real.whale,
          ['holmes', 'the', 'a', 'sherlock holmes', 'the red headed league', 'zzz', 'it is of importance', 'ü'],
        ],
        [real.pillow, ['草', '草枕', '山路', '智に働けば', 'である', '住みにくい', '非人情']],
        [real.diet, ['السرطان', 'ما هو السرطان', 'ان', 'الاغذية']],
      ];
      for (const [file, keywords] of cases) {
        const { bookId: realId } = await importBook(house, ann, file as Buffer);
        await house.jobs.runAll();
        const chapters = await plainChapters(file as Buffer);
        for (const keyword of keywords) {
          const expected = plainHits(chapters, keyword);
          const { totalCount, results } = await search({ bookId: realId, keyword, count: 100 });
          expect([keyword, totalCount]).toEqual([keyword, expected.length]);
          expect(results.map(({ chapterUid, range }) => `${chapterUid}:${range}`)).toEqual(expected.slice(0, 100));
          const answer = results.map(({ snippet, highlights }) => ({ snippet, highlights }));
          if (answers.has(keyword)) expect([name, answer]).toEqual([name, answers.get(keyword)]);
          answers.set(keyword, answer);
        }
      }
    },
    60_000,
  );
});
