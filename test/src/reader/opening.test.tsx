import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { BookError } from '../../../src/book/book.ts';
import { deleteDatabase } from '../../../src/db/database.ts';
import { keptPages } from '../../../src/db/reading/page-counts.ts';
import { storedFile } from '../../../src/db/reading/resources.ts';
import { PageFooter } from '../../../src/reader/footer/page-footer.ts';
import { Narrating } from '../../../src/reader/narration/narrating.ts';
import { type OpenParts, openParts } from '../../../src/reader/opening/open-parts.ts';
import { buildEpub, page, prose } from '../book/build-zip.ts';
import { makeContainer, plainStyle } from '../book/reading-style.ts';
import { closeRooms, openRoom, type ReaderRoom } from './reader-room.tsx';

const realFetch = window.fetch.bind(window);
let replies: (() => Promise<Response>)[] = [];

beforeEach(() => {
  replies = [];
  vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const reply = String(input).includes('/book-files/') ? replies.shift() : undefined;
    return reply ? reply() : realFetch(input, init);
  });
});

afterEach(() => {
  closeRooms();
  vi.restoreAllMocks();
});

const novel = (more = '') =>
  buildEpub([
    { name: '1.xhtml', data: page(`<h1>One</h1>${more}${prose(30)}`) },
    { name: '2.xhtml', data: page(`<h1>Two</h1>${prose(30, 'q')}`) },
  ]);

async function whole(file: Blob, length = file.size): Promise<Response> {
  return new Response(file, { headers: { 'content-length': String(length), 'content-type': 'application/epub+zip' } });
}

/** Waits for the page that says what is wrong. */
async function failure(room: ReaderRoom): Promise<string> {
  room.application.routes.go({ name: 'reader', bookId: room.bookId });
  await expect.poll(() => document.querySelector('[role=alert] p')?.textContent).toBeTruthy();
  return document.querySelector('[role=alert] p')?.textContent ?? '';
}

describe('the file', () => {
  it('is fetched once, and kept', async () => {
    const account = `test-${crypto.randomUUID()}`;
    const file = await novel();
    const room = await openRoom({ account });
    replies.push(() => whole(file));
    await room.open();
    expect((await storedFile(room.database, room.bookId, 1))?.size).toBe(file.size);
    expect((await room.database.books.get(room.bookId))?.downloaded).toBe(1);
    room.leave();
    const again = await openRoom({ account });
    await again.open();
    expect(again.place().chapterUid).toBe(1);
  });

  it('that cannot be had is explained, and asked for again', async () => {
    const room = await openRoom({});
    replies.push(() => Promise.reject(new TypeError('network')));
    expect(await failure(room)).toContain('the service does not answer');
    expect(document.activeElement?.textContent).toBe('Try again');
    const file = await novel();
    replies.push(() => whole(file));
    room.press('Try again');
    await expect.poll(() => room.main().dataset.stage).toBe('open');
    expect(room.place().chapterUid).toBe(1);
    await room.turned(() => room.key('PageDown'));
  });

  it('that takes its time is awaited behind what was shown, which is no page of its own', async () => {
    const room = await openRoom({});
    const file = await novel();
    let send: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        send = controller;
      },
    });
    replies.push(async () => new Response(body, { headers: { 'content-length': String(file.size) } }));
    room.application.routes.go({ name: 'reader', bookId: room.bookId });
    await expect.poll(() => replies.length).toBe(0);
    const bytes = new Uint8Array(await file.arrayBuffer());
    send?.enqueue(bytes.slice(0, file.size / 2));
    for (let frame = 0; frame < 5; frame++) await afterPaint();
    expect(document.querySelector('.plain-view')).toBeTruthy();
    send?.enqueue(bytes.slice(file.size / 2));
    send?.close();
    await expect.poll(() => room.main().dataset.stage).toBe('open');
    expect(document.querySelector('.plain-view')).toBeNull();
  });

  it('that is asked for again leaves what went wrong where it stands until there is something else', async () => {
    const room = await openRoom({ title: 'Emma' });
    replies.push(() => Promise.reject(new TypeError('network')));
    const said = await failure(room);
    const answer = Promise.withResolvers<Response>();
    replies.push(() => answer.promise);
    room.press('Try again');
    for (let frame = 0; frame < 5; frame++) await afterPaint();
    expect(document.querySelector('[role=alert]')?.textContent).toMatch(new RegExp(`^Emma.*${said.slice(0, 20)}`));
    await expect.poll(() => document.querySelector('.opening-words p')?.textContent).toBe('Opening the book');
    answer.reject(new TypeError('network'));
    await expect.poll(() => document.querySelector('[role=alert] p')?.textContent).toBe(said);
  });

  it('that came incompletely is not kept', async () => {
    const room = await openRoom({});
    const file = await novel();
    replies.push(() => whole(file, file.size + 10));
    expect(await failure(room)).toBe('The book did not arrive completely. Try again.');
    expect(await storedFile(room.database, room.bookId)).toBeUndefined();
  });

  it('that is refused is explained by its code', async () => {
    const room = await openRoom({});
    const refusal = { error: 'not_signed_in', errcode: -2010, errmsg: 'Sign in first.', requestId: 'r' };
    replies.push(async () => Response.json(refusal, { status: 401 }));
    expect(await failure(room)).toContain('Sign in');
    expect(room.button('Sign in')).toBeTruthy();
  });

  it('that is no book is explained, and Escape leads back to the shelf', async () => {
    const room = await openRoom({ file: noBook() });
    expect(await failure(room)).toBe('This file is not a book that can be read here.');
    expect(room.button('Fetch it again')).toBeTruthy();
    room.key('Escape');
    await expect.poll(() => document.querySelector('.shelf')).toBeTruthy();
    expect(room.application.routes.current()).toEqual({ name: 'shelf' });
  });

  it('that is damaged is fetched anew, once however often it is asked for', async () => {
    const room = await openRoom({ file: noBook() });
    const file = await novel();
    await failure(room);
    const counted = { pages: [[7]], starts: [[[0]]], named: [] };
    await keptPages(room.database, room.bookId, 1).save('of the broken file', counted);
    replies.push(() => whole(file));
    room.press('Fetch it again');
    room.press('Fetch it again');
    await expect.poll(() => room.main().dataset.stage).toBe('open');
    expect(room.main().querySelectorAll('iframe[style*=" visibility: visible"]')).toHaveLength(1);
    expect((await storedFile(room.database, room.bookId))?.size).toBe(file.size);
    expect(await keptPages(room.database, room.bookId, 1).load('of the broken file')).toBeUndefined();
  });

  it('that is damaged stays until another one is here', async () => {
    const room = await openRoom({ file: noBook() });
    await failure(room);
    replies.push(() => Promise.reject(new TypeError('network')));
    room.press('Fetch it again');
    await expect.poll(() => document.querySelector('[role=alert] p')?.textContent).toContain('does not answer');
    expect((await storedFile(room.database, room.bookId))?.size).toBe(noBook().size);
    room.press('Try again');
    await expect.poll(() => document.querySelector('[role=alert] p')?.textContent).toContain('not a book');
    expect(room.button('Fetch it again')).toBeTruthy();
  });

  it('that is nowhere else is not fetched again', async () => {
    const room = await openRoom({ file: noBook(), signedOut: true, account: 'local' });
    try {
      await failure(room);
      expect([...document.querySelectorAll('[role=alert] button')].map(({ textContent }) => textContent)).toEqual([
        'Back to the shelf',
      ]);
      expect(document.activeElement?.textContent).toBe('Back to the shelf');
      expect((await storedFile(room.database, room.bookId))?.size).toBe(noBook().size);
    } finally {
      closeRooms();
      await deleteDatabase('local');
    }
  });

  it('is read as it is here when a newer one cannot be had', async () => {
    const room = await openRoom({ file: await novel() });
    await room.database.books.update(room.bookId, { version: 2 });
    replies.push(async () => new Response('', { status: 503 }));
    await room.open();
    expect(room.place().chapterUid).toBe(1);
  });
});

/** Bytes that are neither an archive nor a document nor text. */
const noBook = () => new Blob([Uint8Array.from({ length: 4096 }, (_, n) => (n * 7919) % 256)]);

describe('another device', () => {
  const elsewhere = (progress: number, updateTime: number, chapterUid = 2) => ({
    chapterUid,
    chapterIdx: chapterUid,
    chapterOffset: 200,
    progress,
    updateTime,
    deviceId: 'd_two',
  });
  const here = { ...elsewhere(1, 1000, 1), chapterOffset: 0, deviceId: 'd_one' };

  it('that was here later is offered, and nothing moves before the answer', async () => {
    const room = await openRoom({ file: await novel(), signedOut: true });
    const latest = elsewhere(43.7, 2000);
    await room.database.positions.put({ bookId: room.bookId, mine: here, latest, furthest: latest });
    await room.open();
    expect(room.place().chapterUid).toBe(1);
    expect(document.querySelector('.offer p')?.textContent).toBe('On another device you were at 43 %.');
    expect(document.activeElement?.textContent).toBe('Stay here');
    await room.turned(() => room.press('Go there'));
    expect(room.place().chapterUid).toBe(2);
    expect(document.querySelector('.offer')).toBeNull();
    room.key('Enter');
    await afterPaint();
    await room.turned(() => room.press('Go back'));
    expect(room.place()).toMatchObject({ chapterUid: 1, chapterOffset: 0 });
  });

  it('is not offered again once the reader stayed', async () => {
    const account = `test-${crypto.randomUUID()}`;
    const room = await openRoom({ file: await novel(), account, signedOut: true });
    const latest = elsewhere(43, 2000);
    await room.database.positions.put({ bookId: room.bookId, mine: here, latest, furthest: latest });
    await room.open();
    room.key('Escape');
    await expect.poll(() => document.querySelector('.offer')).toBeNull();
    expect(room.place().chapterUid).toBe(1);
    room.leave();
    const again = await openRoom({ account, signedOut: true });
    await again.open();
    expect(document.querySelector('.offer')).toBeNull();
  });

  it('gives way to a turned page, which means to stay', async () => {
    const room = await openRoom({ file: await novel(), signedOut: true });
    const latest = elsewhere(43, 2000);
    await room.database.positions.put({ bookId: room.bookId, mine: here, latest, furthest: latest });
    await room.open();
    expect(document.querySelector('.offer')).toBeTruthy();
    await room.turned(() => room.key('PageDown'));
    expect(room.place().chapterUid).toBe(1);
    expect(document.querySelector('.offer')).toBeNull();
    await expect
      .poll(async () => (await room.database.positions.get(room.bookId))?.mine?.chapterOffset)
      .toBe(room.place().chapterOffset);
    expect((await room.database.positions.get(room.bookId))?.furthest).toMatchObject({ deviceId: 'd_two' });
  });

  it('whose place arrives while the book is read is offered with the next page at the latest', async () => {
    const room = await openRoom({ file: await novel() });
    await room.database.positions.put({ bookId: room.bookId, mine: here, latest: here, furthest: here });
    room.model.call('POST /book/batchUploadProgress', {
      books: [
        {
          ...{ bookId: room.bookId, chapterUid: 2, chapterIdx: 2, chapterOffset: 200, progress: 43 },
          ...{ deviceId: 'd_two', readingTime: 1, random: 'r'.repeat(32), timestamp: 1_700_000_500 },
        },
      ],
    });
    await room.open();
    await expect.poll(async () => (await room.database.positions.get(room.bookId))?.latest?.deviceId).toBe('d_two');
    await afterPaint();
    // It may arrive before the first page is shown, or still be on its way through the store at the next. To and fro, as the
    // book ends before a store that is busy answers.
    const offer = () => document.querySelector('.offer p')?.textContent ?? '';
    let [next, other] = ['PageDown', 'PageUp'];
    await expect
      .poll(async () => {
        if (!offer()) await room.turned(() => room.key(next));
        [next, other] = [other, next];
        return offer();
      })
      .toContain('43 %');
  });

  it('decides where the book opens when this one was never in it', async () => {
    const room = await openRoom({ file: await novel(), signedOut: true });
    const latest = elsewhere(43, 2000);
    await room.database.positions.put({ bookId: room.bookId, latest, furthest: latest });
    await room.open();
    expect(room.place().chapterUid).toBe(2);
    expect(document.querySelector('.offer')).toBeNull();
  });
});

describe('links out of the book', () => {
  it('show their whole address before anything is opened', async () => {
    const room = await openRoom({ file: await novel('<p><a id="out" href="https://example.org/a?b=c">out</a></p>') });
    await room.open();
    const link = (room.frame().contentDocument as Document).getElementById('out') as HTMLElement;
    link.click();
    await expect.poll(() => document.querySelector('.outside-address')?.textContent).toBe('https://example.org/a?b=c');
    expect(document.activeElement?.textContent).toBe('Cancel');
    const opened = () => room.bridge.calls.filter(({ name }) => name === 'app.openOutside');
    expect(opened()).toEqual([]);
    room.press('Open in the browser');
    await expect.poll(() => opened().map(({ request }) => request.url)).toEqual(['https://example.org/a?b=c']);
    await expect.poll(() => document.querySelector('.outside-address')).toBeNull();
  });
});

describe('opening', () => {
  it('leaves the shelf where it is until the page is there, and does not go through it', async () => {
    const room = await openRoom({ file: await novel(), signedOut: true });
    // By the focus, as a tap does it.
    const looked = vi.spyOn(Element.prototype, 'getBoundingClientRect');
    document.querySelector<HTMLElement>('button.entry, .entry button')?.focus();
    room.application.routes.go({ name: 'reader', bookId: room.bookId });
    const seen: string[] = [];
    await expect
      .poll(() => {
        const shelf = document.querySelector('.shelf') !== null;
        const open = document.querySelector('main.reader-main')?.getAttribute('data-stage') === 'open';
        seen.push(`${shelf ? 'shelf' : ''}${open ? 'page' : ''}`);
        return open;
      })
      .toBe(true);
    expect([...new Set(seen)].filter((what) => what !== 'shelf')).toEqual(['page']);
    const boxes = looked.mock.contexts.filter((one) => (one as Element).closest?.('.plain-view'));
    // What the focus left and came to.
    expect(boxes.length).toBeLessThanOrEqual(2);
    await room.turned(() => room.key('PageDown'));
  });
});

describe('a book that is left while it opens', () => {
  it('ends its opening, whether its frames or the view go first', async () => {
    const room = await openRoom({ file: await novel() });
    const ended = [];
    for (const leave of ['close', 'remove'] as const) {
      const container = makeContainer();
      const abort = new AbortController();
      const parts: OpenParts = {
        ...{ database: room.database, bookId: room.bookId, deviceId: 'd', at: undefined, signal: abort.signal },
        ...{ report: () => undefined, onFacts: () => undefined, onProgress: () => undefined, now: () => 0 },
        onLocked: async () => undefined,
      };
      const opening = openParts(parts, container, () => plainStyle);
      const frame = await new Promise<HTMLIFrameElement>((resolve) => {
        const observer = new MutationObserver(() => {
          const found = container.querySelector('iframe');
          if (found) resolve(found);
        });
        observer.observe(container, { childList: true, subtree: true });
      });
      if (leave === 'remove') await new Promise((resolve) => frame.addEventListener('load', resolve));
      container.remove();
      if (leave === 'close') abort.abort();
      ended.push(
        await opening.then(
          (opened) => opened === undefined,
          (error: unknown) => error instanceof BookError,
        ),
      );
    }
    expect(ended).toEqual([true, true]);
  });
});

describe('a book that does not come', () => {
  it('can be left by a tap, and by keys alone', async () => {
    const room = await openRoom({ file: await novel() });
    await room.database.resources.clear();
    replies.push(() => new Promise(() => undefined));
    room.application.routes.go({ name: 'reader', bookId: room.bookId });
    await expect.poll(() => document.querySelector('.opening-words'), { timeout: 5000 }).toBeTruthy();
    room.key('ArrowDown');
    expect(document.activeElement?.textContent).toBe('Back to the shelf');
    const space = new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(space);
    expect(space.defaultPrevented).toBe(false);
    room.press('Back to the shelf');
    await expect.poll(() => document.querySelector('.reader')).toBeNull();
    expect(document.querySelector('.shelf')).toBeTruthy();
  });
});

describe('a book that is left', () => {
  it('is closed with all that belongs to it, also where a part of it fails as it closes', async () => {
    const room = await openRoom({ file: await novel() });
    await room.open();
    const footer = vi.spyOn(PageFooter.prototype, 'close').mockImplementation(() => {
      throw new Error('The footer cannot close.');
    });
    const last = vi.spyOn(Narrating.prototype, 'close');
    await room.application.leave();
    await expect.poll(() => document.querySelector('.reader')).toBeNull();
    await expect.poll(() => room.bridge.logged).toEqual([expect.stringContaining('The footer cannot close.')]);
    expect(last).toHaveBeenCalled();
    footer.mockRestore();
    await room.open();
    expect(room.place().chapterUid).toBe(1);
  });
});
