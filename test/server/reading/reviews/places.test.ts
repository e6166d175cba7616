// Where thoughts stand: the text around them, and what becomes of them when the book gets a new version.

import { beforeAll, expect, test } from 'vitest';
import { keepChapterTexts } from '../../../../server/reading/books/chapter-texts.ts';
import { moveReviews } from '../../../../server/reading/reviews/move-reviews.ts';
import { findUnderlines } from '../../../../server/reading/underlines/find-underlines.ts';
import { PlaceFinder } from '../../../../server/reading/versions/place-finder.ts';
import { readVersion, VersionTexts } from '../../../../server/reading/versions/version-text.ts';
import { forEachDatabase } from '../../databases.ts';
import { addBook, type Client, type House, migrationSets, openHouse } from '../house.ts';

const before = 'Loomings. ';
const words = 'Call me Ishmael.';
const rest = ` Some years ago, never mind how long. ${'The sea. '.repeat(300)}`;

forEachDatabase((_name, open) => {
  let house: House;
  let ann: Client;
  let bob: Client;
  let bookId: string;
  let reviewId: string;

  beforeAll(async () => {
    house = await openHouse(await open(...migrationSets));
    [ann, bob] = [await house.signIn('ann'), await house.signIn('bob')];
    bookId = await addBook(house.reading, '');
    const { file_sha256 } = await house.reading.database.kysely
      .selectFrom('books')
      .selectAll()
      .where('book_id', '=', bookId)
      .executeTakeFirstOrThrow();
    await putText(file_sha256, 2, before + words + rest);
    const range = `${before.length}-${before.length + words.length}`;
    const anchors = { textQuote: words, textBefore: before, textAfter: rest.slice(0, 32) };
    const thought = { bookId, type: 1 as const, chapterUid: 2, range, content: 'Good start', ...anchors };
    ({ reviewId } = await ann.call('POST /review/add', thought));
    return () => house.close();
  });

  function putText(sha256: string, chapterUid: number, text: string) {
    const seams = { blocks: [], lines: [], asides: [] };
    return house.reading.database.transaction((trx) => keepChapterTexts(trx, sha256, [{ chapterUid, text, seams }]));
  }

  /** The same book with other chapters: what an import of other bytes leaves behind. */
  async function newVersion(chapterUid: number, text: string): Promise<void> {
    const db = house.reading.database.kysely;
    const book = await db.selectFrom('books').selectAll().where('book_id', '=', bookId).executeTakeFirstOrThrow();
    const version = book.version + 1;
    const sha256 = String(version).padStart(64, 'f');
    const file = await db
      .selectFrom('files')
      .selectAll()
      .where('sha256', '=', book.file_sha256)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('files')
      .values({ ...file, sha256, blob_key: `files/${sha256}` })
      .execute();
    const chapters = await db.selectFrom('chapters').selectAll().where('book_id', '=', bookId).execute();
    const copied = chapters.filter((row) => row.version === book.version);
    await db
      .insertInto('chapters')
      .values(copied.map((row) => ({ ...row, version, length: 5000 })))
      .execute();
    await putText(sha256, chapterUid, text);
    const file_name = 'a book.epub';
    await db
      .insertInto('book_versions')
      .values({ book_id: bookId, version, file_sha256: sha256, file_name, created_at: 0 })
      .execute();
    await db.updateTable('books').set({ version, file_sha256: sha256 }).where('book_id', '=', bookId).execute();
  }

  async function move(): Promise<void> {
    const db = house.reading.database.kysely;
    const { version } = await db
      .selectFrom('books')
      .select('version')
      .where('book_id', '=', bookId)
      .executeTakeFirstOrThrow();
    const finder = new PlaceFinder(await readVersion(db, bookId, version));
    const plan = { bookId, version, finder, former: new VersionTexts(db, bookId) };
    await moveReviews(house.reading, plan, new AbortController().signal);
  }

  const read = () => bob.call('GET /book/chapterread', { bookId, reviewId });

  test('the words stand in their chapter', async () => {
    const page = await read();
    const { content, contentRange, range = '' } = page;
    const [start = 0] = contentRange.split('-').map(Number);
    const [from = 0, to = 0] = range.split('-').map(Number);
    expect(content.slice(from - start, to - start)).toBe(words);
    expect(content.length).toBe(before.length + words.length + 1000);
    expect(page).toMatchObject({ chapterUid: 2, chapterTitle: 'Chapter 2', unplaced: 0, bookVersion: 1 });
    const chapter = await ann.call('POST /review/add', { bookId, type: 2, chapterUid: 2, content: 'All of it' });
    const whole = await bob.call('GET /book/chapterread', { bookId, reviewId: chapter.reviewId });
    expect(whole).toMatchObject({ contentRange: '0-1000', unplaced: 0 });
    expect(whole.range).toBeUndefined();
    const book = await ann.call('POST /review/add', { bookId, type: 4, content: 'The book' });
    expect((await bob.ask('GET /book/chapterread', { bookId, reviewId: book.reviewId })).status).toBe(404);
    const other = await addBook(house.reading, '');
    expect((await bob.ask('GET /book/chapterread', { bookId: other, reviewId })).status).toBe(404);
    await ann.call('POST /review/useredit', { reviewId, isPrivate: 1 });
    expect((await bob.ask('GET /book/chapterread', { bookId, reviewId })).status).toBe(404);
    await ann.call('POST /review/useredit', { reviewId, isPrivate: 0 });
  });

  test('shared underlines say the book’s words, whatever was sent with the marks', async () => {
    const { range } = await read();
    for (const name of ['cat', 'dan', 'eve']) {
      const client = await house.signIn(name);
      const mark = { bookId, chapterUid: 2, range: range ?? '', type: 1 as const, markText: 'Buy now!' };
      await client.call('POST /book/addBookmark', mark);
    }
    await findUnderlines(house.reading, bookId);
    expect((await bob.call('GET /book/bestbookmarks', { bookId })).items).toMatchObject([{ markText: words }]);
  });

  test('a new version moves a thought with its words, and its copies follow', async () => {
    const list = { bookId, mine: 1 as const, type: 1 as const };
    const copy = await ann.call('GET /review/list', list);
    await newVersion(3, `A preface. ${before}${words}${rest}`);
    expect(await read()).toMatchObject({ unplaced: 1, bookVersion: 2 });
    await move();
    const page = await read();
    expect(page).toMatchObject({ chapterUid: 3, unplaced: 0 });
    const { range = '', chapterUid } = page;
    const [from = 0, to = 0] = range.split('-').map(Number);
    expect(`A preface. ${before}${words}${rest}`.slice(from, to)).toContain('Call me Ishmael');
    const moved = { chapterUid, range };
    const { reviews } = await ann.call('GET /review/list', { ...list, synckey: copy.synckey });
    expect(reviews).toMatchObject([{ reviewId, review: { ...moved, bookVersion: 2, content: 'Good start' } }]);
    const { synckey } = await ann.call('GET /review/list', list);
    await move();
    expect((await ann.call('GET /review/list', { ...list, synckey })).reviews).toEqual([]);
  });

  test('one whose words are gone stays, and says so', async () => {
    await newVersion(1, 'Quite another text.');
    await move();
    const [entry] = (await ann.call('GET /review/list', { bookId, mine: 1, type: 1 })).reviews;
    expect(entry?.review).toMatchObject({ bookVersion: 2, chapterUid: 3 });
    const page = await read();
    expect(page).toMatchObject({ unplaced: 1, bookVersion: 3 });
    expect(page.range).toBeUndefined();
  });
});
