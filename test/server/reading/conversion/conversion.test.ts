// A PDF becomes an EPUB on the same shelf: started, polled, waited for; refused where it cannot be, and once for each way.

import { beforeEach, expect, test } from 'vitest';
import { createLog } from '../../../../server/base/log.ts';
import { resumeConversions } from '../../../../server/reading/conversion/run-conversion.ts';
import { forEachDatabase } from '../../databases.ts';
import type { Client } from '../house.ts';
import { migrationSets } from '../house.ts';
import { buildEpub } from '../import/build-epub.ts';
import { buildPdf } from '../import/samples/build-pdf.ts';
import { importBook, type LibraryHouse, openLibraryHouse } from '../library-house.ts';

const pages = [
  ['Loomings', 'Call me Ishmael. Some years ago, never mind how long pre-', 'cisely, having little or no money.'],
  ['The Carpet-Bag', 'I stuffed a shirt or two into my old carpet-bag.'],
] as const;

forEachDatabase((_name, open) => {
  let house: LibraryHouse;
  let ann: Client;
  let bob: Client;

  beforeEach(async () => {
    house = await openLibraryHouse(await open(...migrationSets));
    ann = await house.signIn('ann');
    bob = await house.signIn('bob');
    return () => house.close();
  });
  const importPdf = (client: Client, parts = {}) =>
    importBook(
      house,
      client,
      buildPdf({
        pages,
        outline: [
          ['One', 0],
          ['Two', 1],
        ],
        ...parts,
      }),
      'a paper.pdf',
    );

  test('its text, chapters and pages come through, and the result is a book of its own', async () => {
    const { bookId } = await importPdf(ann);
    expect((await ann.ask('GET /trans/pdfepub', { bookId, pollPdf2Epub: 1 })).status).toBe(404);
    const begun = await ann.call('GET /trans/pdfepub', { bookId });
    expect(begun).toMatchObject({ bookId, state: 'waiting', pages: 0, retryAfter: expect.any(Number) });
    expect(await ann.call('GET /trans/pdfepub', { bookId })).toEqual(begun);
    await house.jobs.runAll();
    const done = await ann.call('GET /pdf2epub/notify', { cbid: begun.cbid });
    expect(done).toMatchObject({ state: 'done', pages: 2, pagesDone: 2, retryAfter: 0 });
    const result = done.resultBookId as string;
    expect(result).not.toBe(bookId);
    const { data } = await ann.call('POST /book/chapterInfos', { bookIds: [result] });
    expect(data[0]).toMatchObject({ book: { format: 'epub', title: 'A Paper', author: 'Ann Author' } });
    expect(data[0]?.updated.map(({ title }) => title)).toEqual(['One', 'Two']);
    const found = await ann.call('GET /book/search', { bookId: result, keyword: 'never mind how long precisely' });
    expect(found.results[0]).toMatchObject({ chapterUid: 1 });
    expect((await ann.call('GET /shelf/sync', {})).books.map((book) => book.bookId).sort()).toEqual(
      [bookId, result].sort(),
    );
    await house.jobs.runAll();
    expect(await ann.call('GET /trans/pdfepub', { bookId })).toMatchObject({ cbid: begun.cbid, resultBookId: result });
  });

  test('from a later page on, and another way is another conversion', async () => {
    const { bookId } = await importPdf(ann);
    const whole = await ann.call('GET /trans/pdfepub', { bookId, transType: 1 });
    const part = await ann.call('GET /trans/pdfepub', { bookId, transType: 1, offset: 1 });
    expect(part.cbid).not.toBe(whole.cbid);
    await house.jobs.runAll();
    const { resultBookId, pages: count } = await ann.call('GET /trans/pdfepub', { cbid: part.cbid });
    expect(count).toBe(1);
    const { data } = await ann.call('POST /book/chapterInfos', { bookIds: [resultBookId as string] });
    expect(data[0]?.updated.map(({ title }) => title)).toEqual(['Two']);
    expect((await ann.call('GET /trans/pdfepub', { cbid: whole.cbid })).resultBookId).not.toBe(resultBookId);
  });

  test('nobody else sees it, and what is no PDF is refused', async () => {
    const { bookId } = await importPdf(ann);
    const { cbid } = await ann.call('GET /trans/pdfepub', { bookId });
    expect((await bob.ask('GET /trans/pdfepub', { bookId })).status).toBe(404);
    expect((await bob.ask('GET /trans/pdfepub', { cbid })).status).toBe(404);
    expect((await bob.ask('GET /pdf2epub/notify', { cbid })).status).toBe(404);
    expect((await ann.ask('GET /trans/pdfepub', { bookId, uid: bob.vid })).status).toBe(400);
    expect((await ann.ask('GET /trans/pdfepub', {})).status).toBe(400);
    const epub = await importBook(house, ann, await buildEpub());
    expect((await ann.ask('GET /trans/pdfepub', { bookId: epub.bookId })).body.error).toBe('unsupported_format');
  });

  test('asked for by two devices at once it is one; when its book was deleted it is made anew', async () => {
    const { bookId } = await importPdf(ann);
    const both = await Promise.all([1, 2].map(() => ann.call('GET /trans/pdfepub', { bookId, transType: 1 })));
    expect(both[1]).toEqual(both[0]);
    await house.jobs.runAll();
    const { cbid, resultBookId } = await ann.call('GET /trans/pdfepub', { bookId, transType: 1 });
    const kysely = house.reading.database.kysely;
    await kysely.updateTable('conversions').set({ result_book_id: 'b_deleted' }).where('cbid', '=', cbid).execute();
    expect(resultBookId).toMatch(/^b_/);
    expect((await ann.call('GET /trans/pdfepub', { bookId, transType: 1 })).cbid).not.toBe(cbid);
  });

  test('whose job was lost is asked for again, and given up after a day', async () => {
    const { bookId } = await importPdf(ann);
    const { cbid } = await ann.call('GET /trans/pdfepub', { bookId, transType: 1 });
    const kysely = house.reading.database.kysely;
    const since = (seconds: number) => {
      const time = house.reading.now() - seconds;
      return kysely.updateTable('conversions').set({ created_at: time, updated_at: time }).execute();
    };
    const { waiting } = await house.jobs.counts();
    const parts = { reading: house.reading, blobs: house.blobs, log: createLog({ name: 'test', level: 'silent' }) };
    await since(7200);
    await resumeConversions(parts);
    // It waits already.
    expect((await house.jobs.counts()).waiting).toBe(waiting);
    await since(90_000);
    await resumeConversions(parts);
    expect(await ann.call('GET /trans/pdfepub', { cbid })).toMatchObject({ state: 'failed', error: 'internal' });
    await house.jobs.runAll();
    expect(await ann.call('GET /trans/pdfepub', { cbid })).toMatchObject({ state: 'failed' });
  });

  test('is ended by its reader, before it begins or midway, and can be asked for anew', async () => {
    const { bookId } = await importPdf(ann);
    const { cbid } = await ann.call('GET /trans/pdfepub', { bookId });
    expect((await bob.ask('GET /trans/pdfepub', { cbid, isCancel: 1 })).status).toBe(404);
    expect((await ann.ask('GET /trans/pdfepub', { bookId, isCancel: 1 })).status).toBe(400);
    const ended = await ann.call('GET /trans/pdfepub', { cbid, isCancel: 1 });
    expect(ended).toMatchObject({ state: 'cancelled', retryAfter: 0 });
    await house.jobs.runAll();
    expect(await ann.call('GET /pdf2epub/notify', { cbid })).toEqual(ended);
    const again = await ann.call('GET /trans/pdfepub', { bookId });
    expect(again).toMatchObject({ state: 'waiting' });
    const open = house.blobs.open.bind(house.blobs);
    house.blobs.open = async (key, range) => {
      await ann.call('GET /trans/pdfepub', { cbid: again.cbid, isCancel: 1 });
      return open(key, range);
    };
    await house.jobs.runAll();
    house.blobs.open = open;
    expect(await ann.call('GET /trans/pdfepub', { cbid: again.cbid })).toMatchObject({ state: 'cancelled' });
    expect((await ann.call('GET /shelf/sync', {})).books.map((book) => book.bookId)).toEqual([bookId]);
    const last = await ann.call('GET /trans/pdfepub', { bookId });
    await house.jobs.runAll();
    // What is done stays done.
    const done = await ann.call('GET /trans/pdfepub', { cbid: last.cbid, isCancel: 1 });
    expect(done).toMatchObject({ state: 'done', resultBookId: expect.any(String) });
  });

  test('a PDF that is gone ends in a failure that says so, and can be asked for anew', async () => {
    const { bookId } = await importPdf(ann);
    const { cbid } = await ann.call('GET /trans/pdfepub', { bookId, offset: 9 });
    await house.jobs.runAll();
    const failed = await ann.call('GET /pdf2epub/notify', { cbid });
    expect(failed).toMatchObject({ state: 'failed', error: 'bad_book', errmsg: expect.stringContaining('page') });
    expect((await ann.call('GET /trans/pdfepub', { bookId, offset: 9 })).cbid).not.toBe(cbid);
  });
});
