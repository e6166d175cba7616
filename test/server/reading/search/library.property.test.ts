// Whatever books come, change, move and go, two of them with the same bytes: a search in the text of all books finds what
// reading every book that the reader may see would find.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepChapterTexts } from '../../../../server/reading/books/chapter-texts.ts';
import type { Reading } from '../../../../server/reading/reading.ts';
import { indexFile, indexFileJob } from '../../../../server/reading/search/index-file.ts';
import { askForMissingIndexes } from '../../../../server/reading/search/index-missing.ts';
import { forEachDatabase } from '../../databases.ts';
import { type Client, migrationSets, openHouse } from '../house.ts';
import type { QueuedJobs } from '../queued-jobs.ts';
import { addStoreBook, deleteBook, moveBook } from '../store/store-house.ts';

const readers = ['ann', 'bob'];
const word = fc.constantFrom('call', 'me', 'mean', 'caller', '草', '枕', '草枕', 'Ünïted', '第3章', '。', ',');
const sentence = fc.array(word, { minLength: 1, maxLength: 7 }).map((words) => words.join(' '));
const texts = fc.array(sentence, { minLength: 1, maxLength: 3 });
const owner = fc.constantFrom('', 'ann', 'bob');
const book = fc.nat(5);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('import' as const), owner, texts }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('copy' as const), owner: fc.constantFrom('ann', 'bob'), book }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('replace' as const), book, texts }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('move' as const), book, to: fc.constantFrom('private', 'library') }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), book }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('work' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Kept {
  bookId: string;
  owner: string;
  isPublic: boolean;
  texts: string[];
}

forEachDatabase((_name, open) => {
  test('finds what reading everything would find', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 12, maxLength: 30 }),
        fc.array(sentence, { minLength: 6, maxLength: 6 }),
        async (steps, keywords) => {
          const house = await openHouse(await open(...migrationSets));
          try {
            const run = new Run(house.reading, house.reading.jobs as QueuedJobs);
            const clients = [await house.signIn('ann'), await house.signIn('bob')];
            for (const each of steps) await run.apply(each, clients);
            await run.work();
            await expectIndexes(house.reading);
            for (const client of clients) {
              for (const keyword of [...keywords, 'call me', '草枕', 'cal']) await run.expectFound(client, keyword);
            }
          } finally {
            await house.close();
          }
        },
      ),
      { numRuns: 3 },
    );
  });
});

class Run {
  readonly #reading: Reading;
  readonly #jobs: QueuedJobs;
  #books: Kept[] = [];
  #files = 0;

  constructor(reading: Reading, jobs: QueuedJobs) {
    this.#reading = reading;
    this.#jobs = jobs;
    jobs.define<{ sha256: string }>(indexFileJob, ({ sha256 }, context) => indexFile(reading, sha256, context));
    jobs.define('store.refresh', async () => undefined);
  }

  async work(): Promise<void> {
    await askForMissingIndexes(this.#reading);
    await this.#jobs.runAll();
  }

  async apply(each: Step, clients: readonly Client[]): Promise<void> {
    const vidOf = (name: string) => (name === '' ? '' : (clients[readers.indexOf(name)] as Client).vid);
    if (each.do === 'work') return this.work();
    if (each.do === 'import') return this.#import({ owner: vidOf(each.owner), texts: each.texts });
    const kept = this.#books[each.book];
    if (!kept) return;
    if (each.do === 'copy') {
      const owned = this.#books.some((other) => other.owner === vidOf(each.owner) && other.texts === kept.texts);
      if (!owned) await this.#import({ owner: vidOf(each.owner), texts: kept.texts, fileOf: kept.bookId });
    } else if (each.do === 'move') {
      await moveBook(this.#reading, kept.bookId, each.to as 'private');
      kept.isPublic = each.to === 'library';
    } else if (each.do === 'delete') {
      const sha256 = await deleteBook(this.#reading, kept.bookId);
      await this.#jobs.enqueue(this.#reading.database.kysely, indexFileJob, { sha256 }, { key: sha256 });
      this.#books = this.#books.filter((other) => other !== kept);
    } else await this.#replace(kept, each.texts);
  }

  async #import(facts: { owner: string; texts: string[]; fileOf?: string }): Promise<void> {
    const bookId = await addStoreBook(this.#reading, facts);
    this.#books.push({ bookId, owner: facts.owner, isPublic: facts.owner === '', texts: facts.texts });
  }

  /** A new version: other bytes. */
  async #replace(kept: Kept, newTexts: string[]): Promise<void> {
    const sha256 = `f${++this.#files}`.padStart(64, '0');
    await this.#reading.database.transaction(async (trx) => {
      const file = { sha256, blob_key: sha256, size: 1, md5: '', media_type: 'application/epub+zip', created_at: 0 };
      await trx.insertInto('files').values(file).execute();
      const seams = { blocks: [], lines: [], asides: [] };
      await keepChapterTexts(
        trx,
        sha256,
        newTexts.map((text, n) => ({ chapterUid: n + 1, text, seams })),
      );
      await trx.updateTable('books').set({ file_sha256: sha256 }).where('book_id', '=', kept.bookId).execute();
    });
    kept.texts = newTexts;
  }

  async expectFound(client: Client, keyword: string): Promise<void> {
    const reply = await client.call('GET /store/search', { keyword, scope: 12, count: 100 });
    const found = reply.results.flatMap((group) => group.books.map((each) => each.bookInfo.bookId));
    const pattern = patternOf(keyword);
    const wanted = this.#books.filter(
      (each) =>
        (each.isPublic || each.owner === client.vid) && pattern && each.texts.some((text) => pattern.test(plain(text))),
    );
    expect([keyword, found.toSorted()]).toEqual([keyword, wanted.map((each) => each.bookId).sort()]);
  }
}

/** Every book's file is indexed once and nothing else is. */
async function expectIndexes(reading: Reading): Promise<void> {
  const db = reading.database.kysely;
  const files = await db.selectFrom('books').select('file_sha256').distinct().execute();
  const indexed = await db.selectFrom('search_files').select(['file_sha256', 'is_ready', 'file_no']).execute();
  expect(indexed.map((row) => `${row.file_sha256} ${row.is_ready}`).sort()).toEqual(
    files.map((row) => `${row.file_sha256} 1`).sort(),
  );
  const known = new Set(indexed.map((row) => row.file_no));
  const parts = await db.selectFrom('search_parts').select('doc_id').execute();
  expect(parts.every((row) => known.has(Math.floor(row.doc_id / 2 ** 20)))).toBe(true);
}

const plain = (text: string) => text.toLowerCase().replaceAll('ü', 'u').replaceAll('ï', 'i');

/** Words apart by anything; what stands together in Chinese may be apart by white space only. */
function patternOf(keyword: string): RegExp | undefined {
  const pieces = plain(keyword).match(/[a-z0-9]+|[草枕第章]|[。,]/g) ?? [];
  while (/[。,]/.test(pieces[0] ?? '')) pieces.shift();
  const endsOpen = /[a-z0-9]$/.test(plain(keyword));
  while (/[。,]/.test(pieces.at(-1) ?? '')) pieces.pop();
  if (pieces.length === 0) return undefined;
  let source = isLatin(pieces[0]) ? '(?<![a-z0-9])' : '';
  let isMarked = false;
  let before: string | undefined;
  for (const piece of pieces) {
    if (/[。,]/.test(piece)) isMarked = true;
    else {
      if (before !== undefined) {
        const areWords = isLatin(before) && isLatin(piece);
        source += areWords ? '[^a-z0-9草枕第章]+' : isMarked ? '\\s*[。,][\\s。,]*' : '\\s*';
      }
      source += piece;
      before = piece;
      isMarked = false;
    }
  }
  return new RegExp(source + (endsOpen || !isLatin(before) ? '' : '(?![a-z0-9])'), 'u');
}

const isLatin = (piece: string | undefined) => /^[a-z0-9]/.test(piece ?? '');
