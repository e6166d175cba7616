// The ways through a book: contents, marks, printed pages, places to go to, chapters; and what the line below the text
// says of where the reader is.

import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { afterPaint } from '../../../src/app/after-paint.ts';
import type { Book, BookFacts } from '../../../src/book/book.ts';
import { readingPace } from '../../../src/db/reading/reading-pace.ts';
import { readSetting } from '../../../src/db/settings/settings.ts';
import type { FeatureParts } from '../../../src/reader/feature.ts';
import {
  bookLengths,
  chapterStarts,
  leftInChapter,
  locationOf,
  placeOfLocation,
} from '../../../src/reader/footer/book-lengths.ts';
import { learnPace, minutesFor } from '../../../src/reader/footer/pace.ts';
import { Navigating } from '../../../src/reader/navigation/navigating.ts';
import { isOtherChapter } from '../../../src/reader/turning/page-facts.ts';
import { buildEpub, page, prose } from '../book/build-zip.ts';
import { closeRooms, openRoom, type ReaderRoom } from './reader-room.tsx';
import { selectSomewhere } from './select-words.ts';

afterEach(closeRooms);

describe('the speed of a reader', () => {
  const none = { characters: 0, seconds: 0, turns: 0 };

  it('is unknown at first, and then honest', () => {
    let pace = none;
    for (let n = 0; n < 3; n++) pace = learnPace(pace, 1000, 50);
    expect(minutesFor(pace, 6000)).toBeUndefined();
    pace = learnPace(pace, 1000, 50);
    expect(minutesFor(pace, 6000)).toBe(5);
    expect(minutesFor(pace, 10)).toBe(1);
    expect(minutesFor(pace, 0)).toBe(0);
  });

  it('is not learned from pages that were leafed over or left open', () => {
    expect(learnPace(none, 1000, 2)).toBe(none);
    expect(learnPace(none, 20, 90)).toBe(none);
    expect(learnPace(none, -5, 60)).toBe(none);
  });

  it('follows a reader who gets faster', () => {
    let pace = none;
    for (let n = 0; n < 200; n++) pace = learnPace(pace, 1000, 100);
    for (let n = 0; n < 200; n++) pace = learnPace(pace, 1000, 40);
    expect((pace.characters / pace.seconds) * 40).toBeGreaterThan(900);
  });
});

it('another chapter of drawn pages is one that the contents tell', () => {
  const toc = [0, 4].map((section) => ({ title: '', href: '', level: 1, section }));
  const facts = { pages: { text: true } } as BookFacts;
  const turns = (of: Pick<Book, 'facts' | 'toc'>) => [1, 3, 4].map((before) => isOtherChapter(of, before, before + 1));
  expect(turns({ facts, toc })).toEqual([false, true, false]);
  expect(turns({ facts, toc: [] })).toEqual([false, false, false]);
  expect(turns({ facts: {} as BookFacts, toc })).toEqual([true, true, true]);
});

describe('lengths', () => {
  const sections = [1000, 500, 2500].map((length, index) => ({ index, href: '', linear: true, length }));
  const lengths = bookLengths(sections);
  if (!lengths) throw new Error('They are known.');

  it('say what is left of a chapter, over sections that begin none', () => {
    const toc = chapterStarts([0, 2].map((section) => ({ title: '', href: '', level: 1, section })));
    expect(leftInChapter(lengths, toc, 0, 0, undefined)).toBe(1500);
    expect(leftInChapter(lengths, toc, 0, 10, undefined)).toBe(1100);
    expect(leftInChapter(lengths, toc, 0, 10, 700)).toBe(300);
    expect(leftInChapter(lengths, new Set(), 0, 0, undefined)).toBe(1000);
    expect(bookLengths([...sections, { index: 3, href: '', linear: true, length: undefined }])).toBeUndefined();
  });

  it('number locations, the same on every device', () => {
    expect(locationOf(lengths, 0)).toBe(1);
    expect(placeOfLocation(lengths, 1)).toEqual({ section: 0, offset: 0 });
    expect(placeOfLocation(lengths, 9)).toEqual({ section: 1, offset: 24 });
    expect(locationOf(lengths, ((1000 + 24) / 4000) * 100)).toBe(9);
  });
});

const nav = `<nav epub:type="toc"><ol>
<li><a href="1.xhtml">Part one</a><ol><li><a href="1.xhtml">First</a></li><li><a href="2.xhtml">Second</a></li></ol></li>
<li><a href="3.xhtml">Part two</a><ol><li><a href="3.xhtml#late">Late</a></li></ol></li></ol></nav>
<nav epub:type="landmarks"><ol><li><a epub:type="bodymatter" href="2.xhtml">Start here</a></li></ol></nav>
<nav epub:type="page-list"><ol><li><a href="1.xhtml">i</a></li><li><a href="2.xhtml">1</a></li><li><a href="2.xhtml#p2">2</a></li><li><a href="3.xhtml">3</a></li></ol></nav>`;

const book = () =>
  buildEpub(
    [
      { name: '1.xhtml', data: page(`<h1>One</h1>${prose(12, 'c1p')}`) },
      { name: '2.xhtml', data: page(`<h1>Two</h1>${prose(12, 'c2p')}<p id="p2">two</p>${prose(12, 'd2p')}`) },
      { name: '3.xhtml', data: page(`<h1>Three</h1>${prose(12, 'c3p')}<h2 id="late">Late</h2>${prose(8, 'd3p')}`) },
    ],
    { contents: nav },
  );

async function opened(): Promise<ReaderRoom> {
  const room = await openRoom({ file: await book() });
  await room.open();
  return room;
}

const titles = () => [...document.querySelectorAll('.contents-title')].map(({ textContent }) => textContent);
const line = () => [...document.querySelectorAll('.page-line.below > span')].map(({ textContent }) => textContent);

describe('the navigation panel', () => {
  it('shows contents that fold, and where the reader is', async () => {
    const room = await opened();
    await room.turned(() => room.key(']'));
    room.key('c');
    await expect.poll(titles).toEqual(['Part one', 'First', 'Second', 'Part two', 'Late']);
    room.press('Fold Part one');
    await expect.poll(titles).toEqual(['Part one', 'Part two', 'Late']);
    expect(document.querySelector('.contents-entry[aria-current]')?.textContent).toContain('Part one');
    room.key('Escape');
    await afterPaint();
    room.key('c');
    await expect.poll(titles).toEqual(['Part one', 'Part two', 'Late']);
    await room.turned(() => room.press('Late'));
    expect(room.place().chapterUid).toBe(3);
    expect(room.place().chapterOffset).toBeGreaterThan(0);
  });

  it('has the book’s own places and printed pages, and what the reader marked', async () => {
    const room = await opened();
    room.key('b');
    await expect.poll(() => document.querySelector('.ribbon')).toBeTruthy();
    room.key('c');
    await afterPaint();
    room.press('Places');
    await expect.poll(titles).toEqual(['Start here']);
    await room.turned(() => room.press('Start here'));
    expect(room.place().chapterUid).toBe(2);
    room.key('c');
    await afterPaint();
    room.press('Printed pages');
    await expect.poll(() => room.button('1').getAttribute('aria-pressed')).toBe('true');
    await room.turned(() => room.press('2'));
    expect(room.place().chapterUid).toBe(2);
    expect(room.place().chapterOffset).toBeGreaterThan(0);
    room.key('c');
    await afterPaint();
    room.press('Marks');
    await expect.poll(() => document.querySelector('.sheet-empty')?.textContent).toContain('No marks');
    room.press('Bookmarks');
    await expect.poll(() => document.querySelectorAll('.marks-entry').length).toBe(1);
    await room.turned(() => document.querySelector<HTMLElement>('.marks-entry')?.click());
    expect(room.place()).toMatchObject({ chapterUid: 1, chapterOffset: 0 });
  });

  it('changes and deletes what the reader marked, and stays open', async () => {
    const room = await opened();
    room.key('b');
    await expect.poll(() => document.querySelector('.ribbon')).toBeTruthy();
    await selectSomewhere(room);
    room.press('Underline');
    await expect.poll(() => document.querySelector('.mark-menu')).toBeNull();
    expect(await room.database.marks.count()).toBe(2);
    room.key('c');
    await afterPaint();
    const rows = () => document.querySelectorAll('.marks-entry').length;
    const menu = async (tab: string) => {
      room.press(tab);
      await expect.poll(rows).toBe(1);
      room.press('What to do with this note');
      await expect.poll(() => document.querySelector('.menu')).toBeTruthy();
    };
    const choose = (text: string) =>
      [...document.querySelectorAll<HTMLElement>('.menu-item')].find((one) => one.textContent === text)?.click();
    await menu('Marks');
    choose('Marker');
    await expect.poll(() => document.querySelector('.marks-entry.style-2')).toBeTruthy();
    await menu('Marks');
    choose('Delete');
    await expect.poll(() => document.querySelector('.sheet-empty')?.textContent).toContain('No marks');
    await menu('Bookmarks');
    choose('Delete');
    await expect.poll(() => document.querySelector('.sheet-empty')?.textContent).toContain('No bookmarks');
    expect(await room.database.marks.count()).toBe(0);
    expect(document.querySelector('.ribbon')).toBeNull();
  });
});

it('a long list of marks begins where the reader is', () => {
  const place = { chapterUid: 2, chapterOffset: 50 };
  const navigating = new Navigating({ view: { place: () => place } } as unknown as FeatureParts);
  const marks = [1, 2, 3].flatMap((chapterUid) => [10, 50, 90].map((start) => ({ chapterUid, start })));
  expect(navigating.markHere(marks)).toBe(4);
  expect(navigating.markHere(marks.slice(0, 4))).toBe(3);
  expect(navigating.markHere([])).toBe(0);
});

describe('going to', () => {
  const value = () => document.querySelector('.go-to-value')?.textContent;

  it('a printed page, a location or a chapter on the bar', async () => {
    const room = await opened();
    const lengths = () => room.application && document.querySelector('.go-to');
    room.key('g');
    await expect.poll(lengths).toBeTruthy();
    room.press('Printed page');
    await expect.poll(value).toBe('i / 3');
    room.press('1 on');
    await expect.poll(value).toBe('1 / 3');
    await room.turned(() => room.press('Go'));
    expect(room.place()).toMatchObject({ chapterUid: 2, chapterOffset: 0 });

    // Locations are there once the book has been counted.
    await expect
      .poll(async () => {
        room.key('g');
        await afterPaint();
        const found = [...document.querySelectorAll('.choice-option')].some((one) => one.textContent === 'Location');
        if (!found) room.key('Escape');
        return found;
      })
      .toBe(true);
    const bar = document.querySelector('.progress-ticks') as HTMLElement;
    const tick = [...bar.querySelectorAll('.progress-tick')].at(-1)?.getBoundingClientRect() as DOMRect;
    bar.dispatchEvent(new MouseEvent('click', { clientX: tick.left + 5, bubbles: true }));
    await expect.poll(() => document.querySelector('.go-to-chapter')?.textContent).toBe('Part two');
    await room.turned(() => room.press('Go'));
    expect(room.place()).toMatchObject({ chapterUid: 3, chapterOffset: 0 });
    await room.turned(() => room.key('Backspace'));
    expect(room.place().chapterUid).toBe(2);
  });

  it('a page of the book that was typed, once its pages are counted', async () => {
    const room = await opened();
    const scale = () =>
      [...document.querySelectorAll<HTMLElement>('.choice-option')].find((one) => one.textContent === 'Page');
    const counts = async () =>
      JSON.stringify((await room.database.table('pageCounts').toArray()).map(({ pages }) => pages));
    await expect.poll(counts).toMatch(/^\[\[(\[\d+\],?){3}\]\]$/);
    // The line learns of them with a turn.
    await room.turned(() => room.key('PageDown'));
    await room.turned(() => room.key('PageUp'));
    const pagesNow = async () => {
      room.key('g');
      await expect.poll(scale).toBeTruthy();
      scale()?.click();
      await expect.poll(value).toMatch(/^\d+ \/ \d+$/);
      return (value() ?? '').split(' / ').map(Number) as [number, number];
    };
    const [here, pages] = await pagesNow();
    expect(here).toBe(1);
    // A number that is typed before anything was chosen is written in the field.
    expect(document.activeElement?.textContent).not.toBe('');
    room.key('2');
    expect(document.activeElement).toBe(document.querySelector('.go-to input'));
    for (const page of [pages - 1, 2]) {
      const field = document.querySelector<HTMLInputElement>('.go-to input') as HTMLInputElement;
      field.value = String(page);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      await expect.poll(value).toBe(`${page} / ${pages}`);
      await room.turned(() => room.press('Go'));
      // It goes on telling places by pages.
      room.key('g');
      await expect.poll(value).toBe(`${page} / ${pages}`);
    }
    // The contents tell them when they are first opened, also of a heading in the middle of a chapter that is not shown.
    room.key('Escape');
    await afterPaint();
    room.key('c');
    await expect.poll(titles).toContain('Late');
    const late = [...document.querySelectorAll('.contents-entry')].find((one) => one.textContent?.startsWith('Late'));
    const told = Number(late?.querySelector('.contents-page')?.textContent);
    await room.turned(() => room.press(late?.textContent ?? ''));
    expect(told).toBeGreaterThan(2);
    expect(await pagesNow()).toEqual([told, pages]);
  });

  it('the chapter before and after, by keys', async () => {
    const room = await opened();
    await room.turned(() => room.key(']'));
    await room.turned(() => room.key(']'));
    expect(room.place()).toMatchObject({ chapterUid: 3, chapterOffset: 0 });
    await room.turned(() => room.key(']'));
    expect(room.place().chapterOffset).toBeGreaterThan(0);
    await room.turned(() => room.key('['));
    expect(room.place()).toMatchObject({ chapterUid: 3, chapterOffset: 0 });
  });
});

async function openPageLine(room: ReaderRoom): Promise<void> {
  room.key('Enter');
  await afterPaint();
  room.press('More');
  await afterPaint();
  room.press('Page line');
  await expect.poll(() => document.querySelectorAll('.footer-item').length).toBe(9);
}

describe('the line below the text', () => {
  it('says what the reader chose, and changes with the page only', async () => {
    const room = await opened();
    await openPageLine(room);
    const toggle = (n: number) => document.querySelectorAll<HTMLElement>('.footer-item')[n]?.click();
    const pressed = () => document.querySelectorAll('.footer-item[aria-pressed=true]').length;
    // Printed page and time left in the book instead of page and clock.
    for (const [n, count] of [
      [3, 5],
      [6, 6],
      [2, 5],
      [7, 4],
    ] as const) {
      toggle(n);
      await expect.poll(pressed).toBe(count);
    }
    room.key('Escape');
    await afterPaint();
    await room.turned(() => room.key('End'));
    expect(line()).toEqual(['Late', 'print 3', '100 %', 'book …']);
    const stored = (await room.database.settings.get('footer'))?.value;
    expect(stored).toEqual({ items: ['chapter', 'printPage', 'percent', 'bookTime'] });
  });

  it('keeps each of two quick presses, and says what is not kept', async () => {
    const room = await opened();
    await openPageLine(room);
    const items = [...document.querySelectorAll<HTMLElement>('.footer-item')];
    items[3]?.click();
    items[6]?.click();
    const pressed = () => document.querySelectorAll('.footer-item[aria-pressed=true]').length;
    await expect.poll(pressed).toBe(6);
    const stored = async () => (await room.database.settings.get('footer'))?.value;
    const six = { items: ['chapter', 'bookPage', 'printPage', 'percent', 'bookTime', 'clock'] };
    expect(await stored()).toEqual(six);
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
    onTestFinished(() => {
      IDBObjectStore.prototype.put = put;
    });
    items[2]?.click();
    await expect.poll(() => document.querySelector('.dialog h2')?.textContent).toBe('This was not kept');
    expect([pressed(), await stored()]).toEqual([6, six]);
  });

  it('tells the time left once the speed is known', async () => {
    const room = await opened();
    await room.database.settings.put({ name: 'footer', value: { items: ['bookTime'] } });
    await room.database.settings.put({
      name: readingPace(room.bookId).name,
      value: { characters: 6000, seconds: 300, turns: 9 },
    });
    room.leave();
    const again = await openRoom({ file: await book(), account: room.bridge.account.account });
    await again.open();
    await expect
      .poll(async () => {
        await again.turned(() => again.key('ArrowRight'));
        return line()[0];
      })
      .toMatch(/^book \d+ min$/);
    const pace = await readSetting(again.database, readingPace(again.bookId));
    // Pages that were only leafed over taught nothing.
    expect(pace).toEqual({ characters: 6000, seconds: 300, turns: 9 });
  });
});
