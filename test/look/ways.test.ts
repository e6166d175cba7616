// What lies over a page beside its menu: what is offered, what others underlined, the ways through the book, what keys
// choose, and where a search and a link lead.

import { afterEach, expect } from 'vitest';
import { afterPaint } from '../../src/app/after-paint.ts';
import { bookmarkIdOf, type MarkRow } from '../../src/db/marks/marks.ts';
import { recordEvent } from '../../src/db/outbox/record-event.ts';
import { english } from '../../src/strings/english.ts';
import { closeRooms, openRoom, type ReaderRoom } from '../src/reader/reader-room.tsx';
import { alice, aliceBook, wordsAt } from './alice.ts';
import { beginLook, look, type Size } from './look.ts';

beginLook();
afterEach(closeRooms);

const written = 1_770_000_000;
const chapterName = 'Down the Rabbit-Hole';
const thought = 'Every book since has been measured by this question.';

async function mark(room: ReaderRoom, words: string, style: MarkRow['style'], type: MarkRow['type'] = 1) {
  const at = wordsAt(words);
  const place = { ...at, bookId: room.bookId, end: type === 0 ? at.start : at.end };
  const made = { bookVersion: 1, type, style, colorStyle: 0, markText: words, chapterName } as const;
  const times = { createTime: written, editTimes: { style: written, colorStyle: written } };
  const row: MarkRow = { ...place, ...made, ...times, bookmarkId: bookmarkIdOf(place) };
  await recordEvent(room.database, { kind: 'mark.add', mark: row }, written);
}

async function think(room: ReaderRoom, words: string, thoughtId: string): Promise<void> {
  const place = { ...wordsAt(words), bookId: room.bookId, bookVersion: 1, chapterName };
  const made = { thoughtId, content: thought, visibility: 'private', abstract: words, createTime: written } as const;
  const editTimes = { content: written, visibility: written };
  await recordEvent(room.database, { kind: 'thought.add', thought: { ...place, ...made, editTimes } }, written);
}

/** What others underlined on the first page, and what they wrote about it. */
function answerForOthers({ model, bookId }: ReaderRoom): void {
  const counts = { 'had peeped into the book': 1240, 'I shall be late!': 87 };
  const ranges = Object.entries(counts).map(([markText, totalCount]) => {
    const { start, end } = wordsAt(markText);
    return { chapterUid: 1, range: `${start}-${end}`, markText, totalCount };
  });
  const { range } = ranges[0] as (typeof ranges)[0];
  const review = { content: 'And it had no pictures either.', createTime: written, author: { name: 'Edith' } };
  const pageReviews = ['r_1', 'r_2'].map((reviewId) => ({ reviewId, review }));
  const answers: Record<string, unknown> = {
    'GET /book/bestbookmarksinfo': {
      ...{ bookId, synckey: 1, totalCount: 1 },
      chapters: [{ chapterUid: 1, count: 2 }],
    },
    'GET /book/bestbookmarks': { items: ranges },
    'GET /book/underlines': { underlines: [{ range, count: 2, score: 1, type: 1 }] },
    'POST /book/readreviews': {
      reviews: [{ range, totalCount: 2, hasMore: 0, maxIdx: 0, synckey: 1, pageReviews }],
    },
  };
  const call = model.call.bind(model);
  model.call = (route, params) => answers[route] ?? call(route, params);
}

const shows = (selector: string) => expect.poll(() => document.querySelector(selector)).toBeTruthy();

async function leave(room: ReaderRoom, selector: string): Promise<void> {
  room.key('Escape');
  await expect.poll(() => document.querySelector(selector)).toBeNull();
}

async function press(room: ReaderRoom, name: string): Promise<void> {
  room.press(name);
  await afterPaint();
}

look('ways', async (size: Size, picture) => {
  const room = await openRoom({ ...size, ...alice, file: await aliceBook() });
  room.bridge.lights = [
    { name: 'white', kind: 'cold', percent: 35 },
    { name: 'amber', kind: 'warm', percent: 0 },
  ];
  answerForOthers(room);
  await mark(room, 'Down the', 0, 0);
  await mark(room, 'In another moment down went Alice', 0, 0);
  await mark(room, 'the hot day made her feel very sleepy', 0);
  await mark(room, 'a White Rabbit with pink eyes', 1);
  await mark(
    room,
    'There was nothing so very remarkable in that; nor did Alice think it so very much out of the way',
    2,
  );
  await think(room, 'what is the use of a book', 't_1');
  await think(room, 'without pictures or conversations', 't_2');
  const place = { chapterIdx: 1, chapterOffset: 0, updateTime: written, deviceId: room.bridge.account.deviceId ?? '' };
  const mine = { ...place, chapterUid: 1, progress: 1 };
  const elsewhere = { ...place, chapterUid: 2, progress: 62, updateTime: written + 1, deviceId: 'd_two' };
  await room.database.positions.put({ bookId: room.bookId, mine, latest: elsewhere, furthest: elsewhere });
  await room.open();
  await shows('.offer');
  await picture('offer');
  await leave(room, '.offer');

  room.key('Enter');
  await afterPaint();
  await press(room, english.reader.menu.more);
  await press(room, english.thoughts.show);
  await shows('.margin-sign.others');
  await picture('signs');
  for (const [name, sign] of [
    ['own-thoughts', '.margin-sign.own'],
    ['others-thoughts', '.margin-sign.others'],
  ] as const) {
    document.querySelector<HTMLElement>(sign)?.click();
    await shows('.sheet .thought-content');
    await picture(name);
    await leave(room, '.sheet');
  }

  room.key('c');
  await shows('.navigation-tabs');
  for (const tab of ['bookmarks', 'marks', 'landmarks', 'pages'] as const) {
    await press(room, english.navigation.tabs[tab]);
    await picture(tab);
  }
  await leave(room, '.sheet');

  room.key('s');
  await shows('.selection-keys');
  for (let words = 0; words < 7; words++) room.key('ArrowRight');
  room.key('Enter');
  for (let words = 0; words < 4; words++) room.key('ArrowRight');
  await picture('keys');
  await leave(room, '.selection-keys');
  room.key('l');
  await shows('.press-frame');
  // What others underlined and both thoughts come before it.
  for (let parts = 0; parts < 3; parts++) room.key('ArrowRight');
  await picture('link');
  room.key('Enter');
  await shows('.dialog');
  await picture('outside');
  await leave(room, '.dialog');

  room.key('Enter');
  await afterPaint();
  await press(room, english.device.lights.plain);
  await shows('.sheet .stepper');
  await picture('light');
  await leave(room, '.sheet');

  room.key('/');
  await shows('.sheet input');
  const field = document.querySelector('.sheet input') as HTMLInputElement;
  field.value = 'rabbit';
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await afterPaint();
  field.form?.requestSubmit();
  await expect.poll(() => document.querySelector('.sheet')?.textContent).toMatch(/\d+ places/);
  document.querySelector<HTMLElement>('.search-match')?.click();
  await shows('.search-bar');
  await picture('search-bar');
  await leave(room, '.search-bar');

  await room.turned(() => room.key(']'));
  await picture('figure');
  room.key('p');
  await shows('.picture-viewer');
  await picture('viewer');
});
