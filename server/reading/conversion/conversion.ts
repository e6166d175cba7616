// PDF into EPUB as a reader asks for it: starting, polling, and waiting for news of it.

import { setTimeout as wait } from 'node:timers/promises';
import type { books } from '../../../api/books.ts';
import { AppError } from '../../../api/errors.ts';
import type { Params } from '../../../api/route.ts';
import type { Exchange } from '../../base/http/routes.ts';
import { type ListedBook, readBook } from '../books/book-access.ts';
import type { Caller, Db, Reading } from '../reading.ts';
import type { ConversionRow } from '../schema/conversions.ts';
import {
  addConversion,
  changeConversion,
  findConversion,
  lockConversions,
  readConversion,
  type Wanted,
} from './conversion-rows.ts';
import { convertJob } from './run-conversion.ts';

type Routes = (typeof books)['routes'];
type Asked = Params<Routes['GET /trans/pdfepub']>;

const longestWait = 25_000;
const lookEvery = 500;
/** Seconds until a client should ask again. */
const askAgain = 2;

/** `patience`: milliseconds that a question waits for news at most; for tests. */
export function conversionRoutes(reading: Reading, patience = longestWait) {
  const db = reading.database.kysely;
  return {
    'GET /trans/pdfepub': async ({ vid }: Caller, asked: Asked) => {
      if (asked.uid !== undefined && asked.uid !== vid) {
        throw new AppError('bad_argument', 'A conversion is asked for by whom the PDF belongs to.', { uid: 'not you' });
      }
      if (asked.cbid !== undefined) {
        const own = await readOwn(db, vid, asked.cbid);
        if (!asked.isCancel) return onWire(own);
        await changeConversion(reading, own.cbid, { state: 'cancelled' });
        return onWire(await readOwn(db, vid, own.cbid));
      }
      if (asked.isCancel) throw new AppError('bad_argument', 'Name the conversion to end.', { cbid: 'is missing' });
      if (asked.bookId === undefined) {
        throw new AppError('bad_argument', 'Name the PDF, or a conversion.', { bookId: 'is missing' });
      }
      const book = await readBook(db, vid, asked.bookId);
      if (book.format !== 'pdf')
        throw new AppError('unsupported_format', 'Only PDFs are converted.', { bookId: book.book_id });
      return onWire(await start(reading, wantedOf(vid, book, asked), asked.pollPdf2Epub === 1));
    },

    'GET /pdf2epub/notify': async (
      { vid }: Caller,
      { cbid }: Params<Routes['GET /pdf2epub/notify']>,
      { signal }: Exchange,
    ) => {
      const before = await readOwn(db, vid, cbid);
      let now = before;
      for (const end = Date.now() + patience; isUnderWay(now) && !isNews(before, now) && Date.now() < end; ) {
        await wait(Math.min(lookEvery, patience), undefined, { signal });
        now = await readOwn(db, vid, cbid);
      }
      return onWire(now);
    },
  };
}

function wantedOf(vid: string, book: ListedBook, asked: Asked): Wanted {
  return {
    vid,
    book_id: book.book_id,
    book_version: book.version,
    is_text_only: asked.transType ?? 0,
    first_page: asked.offset ?? 0,
  };
}

/** The one that there is, unless it failed or was cancelled; with its job in the same transaction. */
async function start(reading: Reading, wanted: Wanted, onlyAsk: boolean): Promise<ConversionRow> {
  const known = await findConversion(reading.database.kysely, wanted);
  if (known && (!isOver(known) || onlyAsk)) return known;
  if (onlyAsk) throw new AppError('not_found', 'That PDF was not converted yet.', { bookId: wanted.book_id });
  return reading.database.transaction(async (trx) => {
    await lockConversions(trx, wanted.vid);
    // Another device of the reader's may have been faster.
    const begun = await findConversion(trx, wanted);
    if (begun && !isOver(begun)) return begun;
    const row = await addConversion(reading, trx, wanted);
    await reading.jobs.enqueue(trx, convertJob, { cbid: row.cbid }, { key: row.cbid });
    return row;
  });
}

async function readOwn(db: Db, vid: string, cbid: string): Promise<ConversionRow> {
  const row = await readConversion(db, cbid);
  if (row?.vid !== vid) throw new AppError('not_found', 'There is no such conversion for this account.', { cbid });
  return row;
}

/** Without a book that came of it. */
const isOver = ({ state }: ConversionRow) => state === 'failed' || state === 'cancelled';
const isUnderWay = ({ state }: ConversionRow) => state === 'waiting' || state === 'running';
const isNews = (before: ConversionRow, now: ConversionRow) =>
  before.state !== now.state || before.pages_done !== now.pages_done;

function onWire(row: ConversionRow) {
  return {
    cbid: row.cbid,
    bookId: row.book_id,
    state: row.state,
    pagesDone: row.pages_done,
    pages: row.pages,
    ...(row.result_book_id ? { resultBookId: row.result_book_id } : {}),
    ...(row.error_code ? { error: row.error_code, errmsg: row.error_message } : {}),
    retryAfter: isUnderWay(row) ? askAgain : 0,
  };
}
