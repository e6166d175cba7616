// Sends one spooled file to the service: reserves a place, puts the bytes, and asks for the book until it is made.
// Every step may be repeated, so that an upload goes on after a restart. Knows no list of imports.

import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { cos } from '../../api/cos.ts';
import { AppError, isErrorCode } from '../../api/errors.ts';
import type { ImportProgress } from '../../api/ipc.ts';
import type { Reply } from '../../api/route.ts';
import type { CallOptions, Requests } from '../requests/requests.ts';
import type { Spool, SpoolEntry } from './spool.ts';

type Reservation = Reply<(typeof cos.routes)['GET /cos/getcredential']>;
type Notified = Reply<(typeof cos.routes)['POST /cos/notify']>;

interface Parts {
  requests: Requests;
  spool: Spool;
  report(stage: ImportProgress['stage'], done: number): void;
  signal: AbortSignal;
  /** Whose shelf the book is for; somebody else who signs in meanwhile must not get it. */
  account: string;
}

/** Milliseconds without any byte moving. */
const stalled = 60_000;

/** The book's id. The entry's reservation is recorded before any byte is sent. */
export async function uploadBook(entry: SpoolEntry, sha256: string, parts: Parts): Promise<string> {
  const { requests, spool, report, signal, account } = parts;
  const { name, size } = entry;
  const wanted = { mode: 'book', name, size, sha256 };
  const reservation = await reserve(requests, wanted, entry.cbid, { signal, account });
  if (reservation.bookId) return reservation.bookId;
  entry.cbid = reservation.cbid;
  await spool.save(entry);
  if (!reservation.uploaded) {
    report('uploading', 0);
    await putBytes(reservation, entry, parts);
  }
  report('parsing', size);
  return awaitBook(requests, reservation.name, { signal, account });
}

async function reserve(
  requests: Requests,
  wanted: Record<string, unknown>,
  cbid: string | undefined,
  options: CallOptions,
): Promise<Reservation> {
  const ask = (more: Record<string, unknown>) =>
    requests.call('GET /cos/getcredential', { ...wanted, ...more }, options) as Promise<Reservation>;
  if (cbid === undefined) return ask({});
  try {
    return await ask({ cbid });
  } catch (error) {
    // The reservation has lapsed meanwhile.
    if (error instanceof AppError && ['not_found', 'gone'].includes(error.code)) return ask({});
    throw error;
  }
}

async function awaitBook(requests: Requests, name: string, options: CallOptions): Promise<string> {
  for (;;) {
    const reply = (await requests.call('POST /cos/notify', { name }, { ...options, timeout: 120_000 })) as Notified;
    if (reply.state === 'ready' && reply.bookId) return reply.bookId;
    await wait(Math.max(1, reply.retryAfter) * 1000, undefined, options.signal ? { signal: options.signal } : {});
  }
}

/** fetch cannot tell how much was sent, so this speaks HTTP itself. */
async function putBytes(reservation: Reservation, entry: SpoolEntry, parts: Parts): Promise<void> {
  const { spool, report, signal } = parts;
  const url = new URL(reservation.url);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const headers: Record<string, string> = Object.fromEntries(
    reservation.headers.map(({ name, value }) => [name, value]),
  );
  const put = send(url, { method: 'PUT', headers: { ...headers, 'content-length': String(entry.size) }, signal });
  put.setTimeout(stalled, () => put.destroy(new AppError('timeout')));
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    put.on('error', reject);
    put.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('error', reject);
      response.on('data', (part: string) => {
        text = (text + part).slice(0, 8192);
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
  });
  let done = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      done += chunk.length;
      report('uploading', done);
      next(null, chunk);
    },
  });
  // The store may answer and close before it has read everything; its answer then says more than the broken pipe.
  const sent = pipeline(spool.read(entry), counter, put).catch((error: unknown) => error);
  try {
    const { status, text } = await answered;
    if (status >= 200 && status < 300) return;
    throw readRefusal(status, text);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(signal.aborted ? 'cancelled' : 'offline', undefined, undefined, { cause: error });
  } finally {
    put.destroy();
    await sent;
  }
}

function readRefusal(status: number, text: string): AppError {
  // Our own store answers in the contract's words, others in XML.
  const word = /"error"\s*:\s*"([a-z_]+)"/.exec(text)?.[1];
  if (isErrorCode(word)) return new AppError(word, undefined, { status });
  if (status >= 500 || status === 429) return new AppError('upstream_unavailable', undefined, { status });
  // An address that has run out; a fresh one is asked for at the next attempt.
  if (status === 403) return new AppError('upstream_unavailable', 'The upload address has expired.', { status });
  return new AppError('fetch_failed', `The object store refused the upload (${status}).`, { status });
}
