// What a book may load from the network: asked for in its facts, kept for this book, and taken back there.

import { afterEach, expect, it } from 'vitest';
import { bookNetwork } from '../../../src/db/settings/book-network.ts';
import { readSetting } from '../../../src/db/settings/settings.ts';
import { english } from '../../../src/strings/english.ts';
import { buildEpub, page } from '../book/build-zip.ts';
import { closeRooms, openRoom } from './reader-room.tsx';

afterEach(closeRooms);

const words = english.network;

it('is nothing until the reader allows it, by the book’s facts, and nothing again when it is taken back', async () => {
  const asked: string[] = [];
  const fetched = window.fetch;
  window.fetch = (address, init) => {
    if (!String(address).startsWith('/remote-parts/')) return fetched(address, init);
    asked.push(decodeURIComponent(String(address)));
    return Promise.resolve(new Response('', { status: 502 }));
  };
  const remote = page('<p>One</p><img alt="" src="https://pictures.example/a.png"/>');
  const room = await openRoom({ file: await buildEpub([{ name: 'one.xhtml', data: remote }]) });
  await room.open();
  room.key('Enter');
  await expect.poll(() => document.body.textContent).toContain(english.reader.menu.more);
  room.press(english.reader.menu.more);
  await expect.poll(() => document.body.textContent).toContain(english.reader.menu.facts);
  room.press(english.reader.menu.facts);
  await expect.poll(() => document.body.textContent).toContain(words.asks('pictures.example'));
  expect(asked).toEqual([]);
  room.press(words.allow);
  await expect.poll(() => document.body.textContent).toContain(words.revoke);
  expect(asked[0]).toBe('/remote-parts/https://pictures.example/a.png');
  expect(await readSetting(room.database, bookNetwork(room.bookId))).toEqual({ allowed: true });
  asked.length = 0;
  room.press(words.revoke);
  await expect.poll(() => document.body.textContent).toContain(words.allow);
  expect(await readSetting(room.database, bookNetwork(room.bookId))).toEqual({ allowed: false });
  expect(asked).toEqual([]);
  window.fetch = fetched;
});
