// A device that writes without pause to a service that is killed again and again. A write without an answer is sent
// again, unchanged, until there is one; what was answered is noted, to be compared with what the service has.

import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { type ParamsOf, type ReplyOf, type RouteName, routeNamed } from '../../../api/catalog.ts';
import { sign } from '../../../api/signing.ts';
import { buildEpub } from '../reading/import/build-epub.ts';

interface Session {
  accessToken: string;
  signKey: string;
}

interface Position {
  progress: number;
  chapterOffset: number;
}

const patience = 180_000;
const pause = 40;

export class Writer {
  readonly name: string;
  readonly #address: string;
  readonly #random: () => number;
  readonly #session: Session;
  /** What was acknowledged. */
  readonly shelf = new Set<string>();
  readonly books = new Map<string, string>();
  readonly marks = new Map<string, { bookId: string; style: number }>();
  readonly removedMarks = new Set<string>();
  readonly places = new Map<string, { latest: Position; furthest: Position }>();
  /** The highest synckey that was seen of each list. */
  readonly #keys = new Map<string, number>();
  #count = 0;
  acknowledged = 0;
  /** Sent again because there was no answer. */
  repeated = 0;

  private constructor(name: string, address: string, random: () => number, session: Session) {
    this.name = name;
    this.#address = address;
    this.#random = random;
    this.#session = session;
  }

  static async signIn(name: string, address: string, random: () => number, extToken: string): Promise<Writer> {
    const response = await fetch(`${address}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ extToken, deviceId: `device-of-${name}` }),
    });
    if (response.status !== 200) throw new Error(`Signing in answered ${await response.text()}`);
    return new Writer(name, address, random, (await response.json()) as Session);
  }

  /** Writes until `stopped`, then ends with everything acknowledged. */
  async write(stopped: () => boolean): Promise<void> {
    await this.#bringIn();
    while (!stopped()) {
      const dice = this.#random();
      if (dice < 0.15 && this.books.size < 25) await this.#bringIn();
      else if (dice < 0.45) await this.#mark();
      else if (dice < 0.6) await this.#changeMark();
      else if (dice < 0.8) await this.#read();
      else await this.#moveOnShelf();
    }
  }

  async #bringIn(): Promise<void> {
    const bytes = await buildEpub({ metadata: `<dc:title>${this.name} ${++this.#count}</dc:title>` });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const reserve = { name: 'book.epub', size: bytes.length, sha256 };
    for (;;) {
      const place = await this.call('GET /cos/getcredential', reserve);
      if (!place.uploaded && !(await this.#put(place, bytes))) continue;
      const reply = await this.call('POST /cos/notify', { name: place.name });
      if (reply.state !== 'ready' || !reply.bookId) continue;
      expect([...this.books.values()], 'one book for one file').not.toContain(reply.bookId);
      this.books.set(sha256, reply.bookId);
      this.shelf.add(reply.bookId);
      return;
    }
  }

  /** False when the connection was cut. */
  async #put(place: ReplyOf<'GET /cos/getcredential'>, bytes: Buffer): Promise<boolean> {
    const headers = Object.fromEntries(place.headers.map(({ name, value }) => [name, value]));
    const reply = await fetch(place.url, { method: 'PUT', headers, body: new Uint8Array(bytes) }).catch(
      () => undefined,
    );
    if (reply && reply.status !== 200) throw new Error(`The upload answered ${reply.status}: ${await reply.text()}`);
    if (!reply) await wait(pause);
    return reply !== undefined;
  }

  async #mark(): Promise<void> {
    const bookId = this.#pick([...this.books.values()]);
    const start = ++this.#count * 10;
    const style = this.#style();
    const mark = { bookId, chapterUid: 1, range: `${start}-${start + 5}`, markText: 'words', type: 1 as const, style };
    const reply = await this.call('POST /book/addBookmark', { ...mark, ...this.#edit() });
    this.#advance(`marks ${bookId}`, reply.synckey);
    expect(reply.kept).toBe(1);
    expect(this.marks.has(reply.bookmarkId), 'a new mark').toBe(false);
    this.marks.set(reply.bookmarkId, { bookId, style });
  }

  async #changeMark(): Promise<void> {
    const bookmarkId = this.#pick([...this.marks.keys()]);
    const known = this.marks.get(bookmarkId);
    if (!known) return;
    if (this.#random() < 0.5) {
      const style = this.#style();
      const reply = await this.call('POST /book/updateBookmark', { bookmarkId, style, ...this.#edit() });
      this.#advance(`marks ${known.bookId}`, reply.synckey);
      this.marks.set(bookmarkId, { ...known, style });
      return;
    }
    const reply = await this.call('POST /book/removeBookmark', { bookmarkId, ...this.#edit() });
    this.#advance(`marks ${known.bookId}`, reply.synckey);
    this.marks.delete(bookmarkId);
    this.removedMarks.add(bookmarkId);
  }

  async #read(): Promise<void> {
    const bookId = this.#pick([...this.books.values()]);
    const place = { progress: Math.floor(this.#random() * 100), chapterOffset: ++this.#count };
    const reply = await this.call('POST /book/read', {
      bookId,
      chapterUid: 1,
      chapterIdx: 1,
      ...place,
      deviceId: `device-of-${this.name}`,
      readingTime: 0,
    });
    this.#advance('shelf', reply.synckey);
    const before = this.places.get(bookId)?.furthest;
    const furthest = !before || place.progress >= before.progress ? place : before;
    expect(reply.furthest.progress).toBe(furthest.progress);
    this.places.set(bookId, { latest: place, furthest });
  }

  async #moveOnShelf(): Promise<void> {
    const bookId = this.#pick([...this.books.values()]);
    const isThere = this.shelf.has(bookId);
    const edit = { bookIds: [bookId], ...this.#edit() };
    const reply = isThere ? await this.call('POST /shelf/delete', edit) : await this.call('POST /shelf/add', edit);
    this.#advance('shelf', reply.synckey);
    if (isThere) this.shelf.delete(bookId);
    else this.shelf.add(bookId);
  }

  #style(): 0 | 1 | 2 {
    return this.#pick([0, 1, 2]);
  }

  #edit() {
    return { eventId: `${this.name}-event-${String(++this.#count).padStart(12, '0')}`, editTime: unixNow() };
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T;
  }

  #advance(list: string, key: number): void {
    expect(key, `${list} goes forward`).toBeGreaterThanOrEqual(this.#keys.get(list) ?? 0);
    this.#keys.set(list, key);
  }

  /** Sends until it is answered, over however many lives of the service. */
  async call<K extends RouteName>(key: K, params: Partial<ParamsOf<K>>): Promise<ReplyOf<K>> {
    const body = await this.#signed(key, params);
    const [method, path] = key.split(' ') as [string, string];
    const query =
      method === 'GET'
        ? `?${new URLSearchParams(Object.entries(body).map(([n, v]): [string, string] => [n, String(v)]))}`
        : '';
    for (const end = Date.now() + patience; ; await wait(pause)) {
      const reply = await this.#once(method, path + query, method === 'POST' ? JSON.stringify(body) : null);
      if (reply) {
        this.acknowledged++;
        return reply as ReplyOf<K>;
      }
      this.repeated++;
      if (Date.now() > end) throw new Error(`${key} was not answered in ${patience / 1000} s.`);
    }
  }

  /** Undefined when there was no whole answer. */
  async #once(method: string, path: string, body: string | null): Promise<unknown> {
    let status: number;
    let text: string;
    try {
      const headers = { authorization: `Bearer ${this.#session.accessToken}`, 'content-type': 'application/json' };
      const response = await fetch(this.#address + path, { method, headers, body });
      status = response.status;
      text = await response.text();
    } catch {
      // Killed before or while it answered: whether it was done is not known.
      return undefined;
    }
    if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return JSON.parse(text);
  }

  async #signed(key: RouteName, params: object): Promise<object> {
    if (!routeNamed(key).signed) return params;
    const [method, path] = key.split(' ') as [string, string];
    const random = `${this.name}-random-${String(++this.#count).padStart(12, '0')}`;
    const proof = { ...params, random, timestamp: unixNow() };
    return { ...proof, signature: await sign({ method, path, params: proof }, this.#session.signKey) };
  }

  /** The original file of a book. */
  async download(bookId: string): Promise<Buffer> {
    const response = await fetch(`${this.#address}/book/download?bookId=${bookId}`, {
      headers: { authorization: `Bearer ${this.#session.accessToken}` },
    });
    if (response.status !== 200) throw new Error(`The download answered ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  }
}

function unixNow(): number {
  return Math.floor(Date.now() / 1000);
}
