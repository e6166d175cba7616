// Articles of publications through the door: pages, pins, changes, who sees a collection, and what a device's copy becomes.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { removePublication } from '../../../../server/reading/publications/list-publications.ts';
import { readArticleFile } from '../../../../server/reading/publications/read-article-file.ts';
import {
  addPublication,
  pinArticle,
  publishArticle,
  removeArticle,
} from '../../../../server/reading/publications/write-articles.ts';
import { grantPurchase } from '../../../../server/reading/purchases/write-purchases.ts';
import { purge } from '../../../../server/reading/purge.ts';
import { forEachDatabase } from '../../databases.ts';
import { addBook, type Client, type House, migrationSets, openHouse } from '../house.ts';

const article = (title: string, more: object = {}) => ({
  title,
  authorName: 'A writer',
  digest: 'In short.',
  language: 'en',
  wordCount: 3,
  hasVideo: false,
  html: '<p>One two three.</p>',
  ...more,
});

forEachDatabase((_name, open) => {
  let house: House;
  let ann: Client;
  let bob: Client;
  let bookId: string;

  beforeAll(async () => {
    house = await openHouse(await open(...migrationSets));
    ann = await house.signIn('ann');
    bob = await house.signIn('bob');
    return () => house.close();
  });

  const made = async (owner = '') => {
    bookId = await addPublication(house.reading, { title: 'The School Gazette', owner });
    return bookId;
  };
  const publish = (title: string, more: object = {}) => publishArticle(house.reading, bookId, article(title, more));
  const list = (client: Client, more: object = {}) => client.call('GET /book/articles', { bookId, ...more });
  const titles = (reply: { articles: { title: string }[] }) => reply.articles.map((each) => each.title);

  test('articles come newest first, page by page, and new ones shift nothing', async () => {
    await made();
    for (const day of [1, 3, 2]) await publish(`Day ${day}`, { publishedAt: day * 86_400 });
    // Of one second: the later one is the newer one.
    await publish('Also day 3', { publishedAt: 3 * 86_400 });
    const first = await list(ann, { count: 2 });
    expect(titles(first)).toEqual(['Also day 3', 'Day 3']);
    expect(first).toMatchObject({ totalCount: 4, hasMore: 1, clearAll: 1, removed: [] });
    await publish('Day 9', { publishedAt: 9 * 86_400 });
    const second = await list(ann, { count: 2, maxIdx: first.maxIdx, synckey: first.synckey });
    expect(titles(second)).toEqual(['Day 2', 'Day 1']);
    expect(second).toMatchObject({ hasMore: 0, synckey: first.synckey });
    expect(titles(await list(ann, { createTime: 3 * 86_400 }))).toEqual(['Day 2', 'Day 1']);
    expect(titles(await list(ann, { offset: 3 }))).toEqual(['Day 2', 'Day 1']);
    expect(titles(await list(ann, { synckey: first.synckey }))).toEqual(['Day 9']);
  });

  test('pinned ones stand first for topshelf, and in their own place otherwise', async () => {
    await made();
    const old = await publish('Old', { publishedAt: 1000 });
    const older = await publish('Older', { publishedAt: 500, isTop: true });
    await publish('New', { publishedAt: 2000 });
    await pinArticle(house.reading, old, true);
    const first = await list(ann, { topshelf: 1, count: 2 });
    expect(titles(first)).toEqual(['Old', 'Older']);
    expect(first.articles).toMatchObject([{ isTop: 1 }, { isTop: 1 }]);
    expect(titles(await list(ann, { topshelf: 1, maxIdx: first.maxIdx }))).toEqual(['New']);
    expect(titles(await list(ann))).toEqual(['New', 'Old', 'Older']);
    await pinArticle(house.reading, older, false);
    expect(titles(await list(ann, { topshelf: 1 }))).toEqual(['Old', 'New', 'Older']);
    expect(titles(await list(ann, { synckey: first.synckey }))).toEqual(['Older']);
  });

  test('a device that asks for changes has the same list', async () => {
    await made();
    const copy = new Map<string, string>();
    let synckey = 0;
    const catchUp = async () => {
      for (let more = true; more; ) {
        const reply = await list(ann, { synckey, count: 1, ...(synckey === 0 ? { count: 100 } : {}) });
        if (reply.clearAll) copy.clear();
        for (const each of reply.articles) copy.set(each.reviewId, each.title);
        for (const id of reply.removed) copy.delete(id);
        more = reply.hasMore === 1;
        synckey = reply.synckey;
      }
      expect([...copy.values()].sort()).toEqual(titles(await list(ann, { count: 100 })).sort());
    };
    const first = await publish('First');
    await catchUp();
    await publish('Second', { url: 'https://gazette.test/second' });
    await removeArticle(house.reading, first);
    await publish('Third');
    await catchUp();
    // The same address is the same article, and one that is published again is there again.
    await publish('Second, mended', { url: 'https://gazette.test/second' });
    expect(await publish('First')).toBe(first);
    await catchUp();
    expect((await list(ann)).totalCount).toBe(3);
    await removeArticle(house.reading, first);
    house.clock.now += 200 * 86_400;
    await purge(house.reading);
    [ann, bob] = [await house.signIn('ann'), await house.signIn('bob')];
    expect(await list(ann, { synckey })).toMatchObject({ clearAll: 1, removed: [] });
  });

  test('a collection is its owner’s alone', async () => {
    await made(ann.vid);
    const id = await publish('Saved', { url: 'https://saved.test/page' });
    expect(titles(await list(ann))).toEqual(['Saved']);
    expect(await bob.ask('GET /book/articles', { bookId })).toMatchObject({ status: 404 });
    expect(await bob.ask('POST /mp/read', { reviewId: id })).toMatchObject({ status: 404 });
    expect(await bob.ask('POST /mp/read', { url: 'https://saved.test/page' })).toMatchObject({ status: 404 });
    expect(await ann.ask('GET /book/articles', { bookId: 'mp_none' })).toMatchObject({ status: 404 });
  });

  test('what a reader read and bought shows, to that reader', async () => {
    await made();
    const id = await publish('Dear', { price: 5, hasVideo: true, url: 'https://gazette.test/dear' });
    expect((await list(ann)).articles).toMatchObject([{ isPaid: 1, price: 5, bought: 0, isRead: 0, hasVideo: 1 }]);
    const read = await ann.call('POST /mp/read', { url: 'https://gazette.test/dear' });
    expect(read).toEqual({ reviewId: id, isRead: 1, inHistory: 1, readTime: house.clock.now });
    expect(await ann.call('POST /mp/read', { reviewId: id, isDelete: 1 })).toMatchObject({ isRead: 1, inHistory: 0 });
    await grantPurchase(house.reading, { vid: ann.vid, bookId, chapters: '1' });
    expect((await list(ann)).articles).toMatchObject([{ reviewId: id, bought: 1, isRead: 1 }]);
    expect((await list(bob)).articles).toMatchObject([{ reviewId: id, bought: 0, isRead: 0 }]);
    await removePublication(house.reading, bookId);
    expect(await ann.ask('GET /book/articles', { bookId })).toMatchObject({ status: 404 });
  });

  test('an article read on one device is told to the reader’s others, and to nobody else', async () => {
    await made();
    const one = await publish('One');
    const two = await publish('Two');
    const three = await publish('Three');
    const copy = async (client: Client) => ({ client, synckey: (await list(client)).synckey });
    const [tablet, others] = [await copy(ann), await copy(bob)];
    for (const reviewId of [one, two]) await ann.call('POST /mp/read', { reviewId });
    const first = await list(ann, { synckey: tablet.synckey, count: 1 });
    expect(first).toMatchObject({ clearAll: 0, hasMore: 1, articles: [{ reviewId: one, isRead: 1 }] });
    const second = await list(ann, { synckey: first.synckey, count: 1 });
    expect(second).toMatchObject({ clearAll: 0, hasMore: 0, articles: [{ reviewId: two, isRead: 1 }] });
    expect(await list(bob, { synckey: others.synckey })).toMatchObject({ clearAll: 0, articles: [], removed: [] });
    // Read again, or taken out of the history: nothing that the list shows has changed.
    await ann.call('POST /mp/read', { reviewId: one });
    await ann.call('POST /mp/read', { reviewId: two, isDelete: 1 });
    expect(await list(ann, { synckey: second.synckey })).toMatchObject({ synckey: second.synckey, articles: [] });
    // Read and then removed: it is gone, once.
    await ann.call('POST /mp/read', { reviewId: three });
    await removeArticle(house.reading, three);
    const last = await list(ann, { synckey: second.synckey });
    expect(last).toMatchObject({ hasMore: 0, articles: [], removed: [three] });
  });

  test('a review and a mark that name an article say what is stored of it', async () => {
    await made();
    const reviewId = await publish('Stored title', { publishedAt: 5000, url: 'https://gazette.test/stored' });
    const stored = { reviewId, title: 'Stored title', createTime: 5000, bookId, url: 'https://gazette.test/stored' };
    const article = { refMpInfo: { reviewId, title: 'As I remember it' } };
    const { review } = await ann.call('POST /review/add', { type: 16, content: 'Well said', ...article });
    expect(review.refMpInfo).toMatchObject(stored);
    const unknown = { refMpInfo: { reviewId: 'a_elsewhere', title: 'Not stored here' } };
    const other = await ann.call('POST /review/add', { type: 16, content: 'Well', ...unknown });
    expect(other.review.refMpInfo).toMatchObject({ title: 'Not stored here', createTime: 0 });
    const book = await addBook(house.reading, '');
    const mark = { bookId: book, chapterUid: 1, range: '1-9', markText: 'w', type: 1 as const, ...article };
    await ann.call('POST /book/addBookmark', mark);
    expect((await ann.call('GET /book/bookmarklist', { bookId: book })).refMpInfos).toMatchObject([stored]);
  });

  test('addresses that a page would run are refused', async () => {
    await made();
    await expect(publish('Bad', { url: 'javascript:alert(1)' })).rejects.toMatchObject({ code: 'bad_argument' });
    await expect(publish('', {})).rejects.toMatchObject({ code: 'bad_argument' });
    expect((await list(ann)).totalCount).toBe(0);
  });
});

describe('files', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'octavo-articles-'));
    return () => rm(folder, { recursive: true, force: true });
  });
  const read = async (name: string, content: string) => {
    await writeFile(join(folder, name), content);
    return readArticleFile(join(folder, name));
  };

  test('a saved page, cleaned', async () => {
    const page = `<html lang="de"><head><title>Ein Titel</title><meta name="author" content="Ida">
      <meta property="article:published_time" content="2026-05-01T10:00:00Z"></head><body><nav>Menü</nav>
      <article><p onclick="x()">Ein Absatz mit Wörtern.</p><script>alert(1)</script><video src="v.mp4"></video></article>`;
    expect(await read('page.html', page)).toEqual({
      title: 'Ein Titel',
      authorName: 'Ida',
      digest: 'Ein Absatz mit Wörtern.',
      language: 'de',
      wordCount: 4,
      hasVideo: true,
      html: '<p>Ein Absatz mit Wörtern.</p>',
      publishedAt: 1_777_629_600,
    });
  });

  test('Markdown with front matter or a heading, and plain text', async () => {
    expect(await read('a.md', '---\ntitle: From the front\nauthor: Ida\n---\n\nSome *words* here.')).toMatchObject({
      title: 'From the front',
      authorName: 'Ida',
      html: '<p>Some <em>words</em> here.</p>\n',
    });
    expect((await read('b.md', '# A heading\n\nWords.')).title).toBe('A heading');
    expect(await read('c.txt', 'One <b>\n\nTwo')).toMatchObject({ title: 'c', html: '<p>One &lt;b&gt;</p><p>Two</p>' });
    await expect(read('d.pdf', '%PDF')).rejects.toMatchObject({ code: 'unsupported_format' });
  });
});
