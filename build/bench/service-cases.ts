// What devices ask of the service, as requests by number: each spreads over the readers and their books.

import { randomUUID } from 'node:crypto';
import { sign } from '../../api/signing.ts';
import type { LibrarySize } from './library-size.ts';
import { type Reader, textBookIds, wordOf } from './service-library.ts';
import type { Shot } from './service-load.ts';

export interface ServiceCase {
  action: string;
  next(n: number): Shot | Promise<Shot>;
}

/** The reader's synckeys before, and after a few changes. */
interface Keys {
  behind: number;
  current: number;
}

const changesBehind = 5;

export async function makeCases(origin: string, readers: readonly Reader[], size: LibrarySize): Promise<ServiceCase[]> {
  const keys = new Map<Reader, Keys>();
  const mobileKeys = new Map<Reader, Record<string, number>>();
  for (const reader of readers) {
    const own = await makeKeys(origin, reader);
    keys.set(reader, own);
    mobileKeys.set(reader, await makeMobileKeys(origin, reader, own.current));
  }
  const keyOf = (reader: Reader, which: keyof Keys) => keys.get(reader)?.[which] ?? 0;
  const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
  const each = (make: (reader: Reader, n: number) => Shot | Promise<Shot>) => (n: number) => make(at(readers, n), n);
  // Another book at each round through the readers.
  const bookOf = (reader: Reader, n: number) => at(reader.bookIds, Math.floor(n / readers.length));
  const markedBookOf = (reader: Reader, n: number) => at(reader.markedBookIds, Math.floor(n / readers.length));
  const sharedBookOf = (reader: Reader, n: number) => at(reader.sharedBookIds, Math.floor(n / readers.length));
  const texts = textBookIds(size);
  const wordAt = (n: number) => wordOf(5 + ((n * 37) % 1000));
  return [
    { action: 'shelf sync full', next: each((reader) => get(reader, '/shelf/sync')) },
    {
      action: 'shelf sync incremental',
      next: each((reader) => get(reader, `/shelf/sync?synckey=${keyOf(reader, 'behind')}`)),
    },
    {
      action: 'shelf sync nothing new',
      next: each((reader) => get(reader, `/shelf/sync?synckey=${keyOf(reader, 'current')}`)),
    },
    {
      action: 'chapterInfos',
      next: each((reader, n) => post(reader, '/book/chapterInfos', { bookIds: [bookOf(reader, n)] })),
    },
    { action: 'book info', next: each((reader, n) => get(reader, `/book/info?bookId=${bookOf(reader, n)}`)) },
    { action: 'getProgress', next: each((reader, n) => get(reader, `/book/getProgress?bookId=${bookOf(reader, n)}`)) },
    {
      action: 'bookmarklist',
      next: each((reader, n) => get(reader, `/book/bookmarklist?bookId=${markedBookOf(reader, n)}`)),
    },
    { action: 'download', next: each((reader, n) => get(reader, `/book/download?bookId=${bookOf(reader, n)}`)) },
    {
      action: 'mark write',
      next: each((reader, n) => post(reader, '/book/addBookmark', markOf(bookOf(reader, n), n))),
    },
    { action: 'progress write', next: each((reader, n) => heartbeat(reader, bookOf(reader, n), n)) },
    {
      action: 'review list',
      next: each((reader, n) => get(reader, `/review/list?bookId=${sharedBookOf(reader, n)}&listType=0&count=20`)),
    },
    { action: 'own reviews', next: each((reader) => get(reader, '/review/list?mine=1&listType=11&count=20')) },
    {
      action: 'book search',
      next: each((reader, n) => get(reader, `/book/search?bookId=${at(texts, n)}&keyword=${wordAt(n)}`)),
    },
    { action: 'library search', next: each((reader, n) => get(reader, `/store/search?keyword=${wordAt(n)}`)) },
    { action: 'text search', next: each((reader, n) => get(reader, `/store/search?scope=12&keyword=${wordAt(n)}`)) },
    { action: 'suggest', next: each((reader, n) => get(reader, `/store/suggest?keyword=${wordAt(n).slice(0, 4)}`)) },
    { action: 'recommend', next: each((reader) => get(reader, '/book/recommend')) },
    { action: 'all notes', next: each((reader) => get(reader, '/user/allNotes?count=20')) },
    { action: 'notebooks', next: each((reader) => get(reader, '/user/notebooks?count=100')) },
    {
      action: 'mobileSync nothing new',
      next: each((reader) => post(reader, '/mobileSync', mobileKeys.get(reader) ?? {})),
    },
  ];
}

async function makeKeys(origin: string, reader: Reader): Promise<Keys> {
  const { synckey: behind } = await answerOf<{ synckey: number }>(origin, get(reader, '/shelf/sync'));
  for (let n = 0; n < changesBehind; n++) {
    await answerOf(origin, await heartbeat(reader, reader.bookIds[n] ?? '', n));
  }
  const { synckey: current } = await answerOf<{ synckey: number }>(
    origin,
    get(reader, `/shelf/sync?synckey=${behind}`),
  );
  return { behind, current };
}

/** What a tablet that is up to date asks with when it wakes. */
async function makeMobileKeys(origin: string, reader: Reader, shelf: number): Promise<Record<string, number>> {
  const keys: Record<string, number> = { shelf, rateSynckey: 0, reviewTimeline: 0, marketSyncver: 0 };
  for (let more = true; more; ) {
    more = false;
    const parts = await answerOf<Record<string, { synckey?: number; hasMore?: number } | number>>(
      origin,
      post(reader, '/mobileSync', keys),
    );
    for (const [name, part] of Object.entries(parts)) {
      if (typeof part !== 'object' || part.synckey === undefined) continue;
      more ||= part.hasMore === 1 && part.synckey !== keys[name];
      keys[name] = part.synckey;
    }
  }
  return keys;
}

export async function answerOf<T>(origin: string, shot: Shot): Promise<T> {
  const { method, headers, body = null } = shot;
  const reply = await fetch(new URL(shot.path, origin), { method, headers, body: body as string | null });
  const text = await reply.text();
  if (reply.status !== 200) throw new Error(`${method} ${shot.path} answered ${reply.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as T;
}

export function get(reader: Reader, path: string): Shot {
  return { method: 'GET', path, headers: { authorization: `Bearer ${reader.accessToken}` } };
}

export function post(reader: Reader, path: string, body: object): Shot {
  const headers = { authorization: `Bearer ${reader.accessToken}`, 'content-type': 'application/json' };
  return { method: 'POST', path, headers, body: JSON.stringify(body) };
}

function markOf(bookId: string, n: number): object {
  const start = 100_000 + n * 10;
  const markText = 'There is nothing surprising in this, if they but knew it.';
  return { bookId, chapterUid: 1, range: `${start}-${start + markText.length}`, markText, type: 1, style: 1 };
}

async function heartbeat(reader: Reader, bookId: string, n: number): Promise<Shot> {
  const params = {
    bookId,
    chapterUid: 1 + (n % 40),
    chapterIdx: 1 + (n % 40),
    chapterOffset: n % 10_000,
    progress: n % 100,
    deviceId: reader.deviceId,
    readingTime: 0,
    random: randomUUID(),
    timestamp: Math.floor(Date.now() / 1000),
  };
  const signature = await sign({ method: 'POST', path: '/book/read', params }, reader.signKey);
  return post(reader, '/book/read', { ...params, signature });
}
