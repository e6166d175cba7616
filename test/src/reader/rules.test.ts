import { describe, expect, it } from 'vitest';
import type { Place, Selected } from '../../../src/book/book.ts';
import type { MarkRow } from '../../../src/db/marks/marks.ts';
import type { Position, PositionRow } from '../../../src/db/reading/positions.ts';
import { readingSettings } from '../../../src/db/settings/reading-settings.ts';
import { swipeAction, tapAction } from '../../../src/reader/input/input.ts';
import { keyAction } from '../../../src/reader/input/key-bindings.ts';
import { overGroups } from '../../../src/reader/input/keys-over-page.ts';
import { createReadingClock } from '../../../src/reader/keeping/reading-clock.ts';
import { bookmarkOfPlace, drawnMarks, markOfSelection } from '../../../src/reader/marks/new-mark.ts';
import { pictureKey } from '../../../src/reader/pictures/picture-keys.ts';
import type { Pictures } from '../../../src/reader/pictures/pictures.ts';
import { selectionCommand } from '../../../src/reader/selection/selection-keys.ts';
import { createJumpHistory } from '../../../src/reader/turning/jump-history.ts';
import { offerOf, openingPlace, positionOf, targetOf } from '../../../src/reader/turning/places.ts';
import { readingStyle } from '../../../src/reader/turning/reading-style.ts';

describe('reading time', () => {
  const clock = () => {
    let now = 0;
    const reading = createReadingClock(() => now);
    return { reading, wait: (seconds: number) => (now += seconds * 1000) };
  };

  it('counts whole seconds and keeps what is left of one', () => {
    const { reading, wait } = clock();
    wait(1.6);
    expect(reading.take()).toBe(1);
    wait(1.6);
    expect(reading.take()).toBe(2);
    wait(0.5);
    expect(reading.take()).toBe(0);
  });

  it('counts a reader who does nothing for 90 seconds, and no longer', () => {
    const { reading, wait } = clock();
    wait(89);
    reading.touch();
    wait(3600);
    reading.touch();
    wait(10);
    expect(reading.take()).toBe(89 + 90 + 10);
    wait(3600);
    expect(reading.take()).toBe(80);
    wait(3600);
    expect(reading.take()).toBe(0);
  });

  it('does not count a hidden window, nor the time before it is shown again', () => {
    const { reading, wait } = clock();
    wait(20);
    reading.pause();
    wait(50);
    reading.touch();
    wait(50);
    expect(reading.take()).toBe(20);
    reading.resume();
    wait(30);
    expect(reading.take()).toBe(30);
  });
});

describe('input', () => {
  it('has three zones, mirrored where books run to the left', () => {
    expect([0, 332, 334, 665, 667, 999].map((x) => tapAction(x, 1000, 'ltr'))).toEqual([
      'previous',
      'previous',
      'menu',
      'menu',
      'next',
      'next',
    ]);
    expect([10, 500, 990].map((x) => tapAction(x, 1000, 'rtl'))).toEqual(['next', 'menu', 'previous']);
    const mirrored = [10, 500, 990].map((x) => tapAction(x, 1000, 'ltr', 'mirrored'));
    expect(mirrored).toEqual(['next', 'menu', 'previous']);
    expect([10, 500, 990].map((x) => tapAction(x, 1000, 'rtl', 'onward'))).toEqual(['next', 'menu', 'next']);
  });

  it('swipes and arrows follow the book', () => {
    expect((['left', 'right', 'up', 'down'] as const).map((swipe) => swipeAction(swipe, 'ltr'))).toEqual([
      'next',
      'previous',
      'next',
      'previous',
    ]);
    expect((['left', 'right', 'up'] as const).map((swipe) => swipeAction(swipe, 'rtl'))).toEqual([
      'previous',
      'next',
      'next',
    ]);
    const key = (name: string, direction: 'ltr' | 'rtl', shiftKey = false) =>
      keyAction({ key: name, shiftKey }, direction);
    expect([key('ArrowRight', 'ltr'), key('ArrowRight', 'rtl'), key('ArrowLeft', 'rtl')]).toEqual([
      'next',
      'previous',
      'next',
    ]);
    expect([
      key(' ', 'rtl'),
      key(' ', 'ltr', true),
      key('Home', 'ltr'),
      key('x', 'ltr'),
      key('constructor', 'ltr'),
    ]).toEqual(['next', 'previous', 'start', undefined, undefined]);
  });
});

describe('the keys that the help names', () => {
  const keysOf = (group: string) =>
    overGroups.find(({ name }) => name === group)?.bindings.flatMap(({ keys }) => keys) ?? [];

  it('move, fix and end a selection', () => {
    const writing = { vertical: false, leftward: false };
    const unused = keysOf('selecting').filter((key) => !selectionCommand({ key, shiftKey: false }, writing, true));
    expect(unused).toEqual([]);
    expect(keysOf('selecting')).toHaveLength(12);
  });

  it('move, zoom and keep a picture', () => {
    const done: string[] = [];
    const pictures = new Proxy({}, { get: (_, name) => () => done.push(String(name)) }) as Pictures;
    const unused = keysOf('alone').filter(
      (key) => !pictureKey(new KeyboardEvent('keydown', { key }), pictures, () => undefined),
    );
    expect(unused).toEqual([]);
    expect(new Set(done)).toEqual(
      new Set(['move', 'zoom', 'whole', 'ownSize', 'step', 'toggleInvert', 'save', 'copy']),
    );
  });
});

const position = (more: Partial<Position>): Position => ({
  chapterUid: 1,
  chapterIdx: 1,
  chapterOffset: 100,
  progress: 10,
  updateTime: 1000,
  deviceId: 'here',
  ...more,
});

describe('places', () => {
  const place: Place = {
    section: 4,
    chapterUid: 5,
    chapterOffset: 77,
    cfi: 'epubcfi(/6/10!/4/2)',
    textQuote: 'Call me Ishmael.',
    progress: 12.5,
    page: 1,
    pages: 9,
    chapterTitle: 'Loomings',
    atStart: false,
    atEnd: false,
  };

  it('become positions and are found again', () => {
    const kept = positionOf(place, 'here', 1234);
    expect(kept).toEqual({
      chapterUid: 5,
      chapterIdx: 5,
      chapterOffset: 77,
      cfi: place.cfi,
      textQuote: place.textQuote,
      progress: 12.5,
      updateTime: 1234,
      deviceId: 'here',
    });
    expect(targetOf(kept)).toEqual({
      ...{ chapterUid: 5, offset: 77, cfi: place.cfi, quote: place.textQuote },
      atProgress: kept.progress,
    });
    expect(positionOf({ ...place, cfi: 'x'.repeat(2049), textQuote: '' }, 'here', 1)).not.toHaveProperty('cfi');
  });

  it('open a book where this device was, else where the last one was', () => {
    const mine = position({});
    const latest = position({ deviceId: 'there', updateTime: 2000 });
    expect(openingPlace({ bookId: 'b', mine, latest })).toBe(mine);
    expect(openingPlace({ bookId: 'b', latest })).toBe(latest);
    expect(openingPlace(undefined)).toBeUndefined();
  });

  it('of other devices are offered once, and never where this device has none of its own', () => {
    const mine = position({});
    const there = position({ deviceId: 'there', updateTime: 2000, chapterUid: 3, progress: 43 });
    const row: PositionRow = { bookId: 'b', mine, latest: there, furthest: there };
    expect(offerOf(row, 'here', 0)).toEqual({ place: there, why: 'newer' });
    expect(offerOf(row, 'here', 2000)).toBeUndefined();
    expect(offerOf({ bookId: 'b', latest: there, furthest: there }, 'here', 0)).toBeUndefined();
    expect(offerOf(row, 'there', 0)).toBeUndefined();
  });

  it('further on are offered although they are older', () => {
    const mine = position({ updateTime: 3000 });
    const further = position({ deviceId: 'there', updateTime: 2000, chapterUid: 9, chapterIdx: 9, progress: 43 });
    const row: PositionRow = { bookId: 'b', mine, latest: mine, furthest: further };
    expect(offerOf(row, 'here', 0)).toEqual({ place: further, why: 'further' });
    expect(offerOf(row, 'here', 2000)).toBeUndefined();
    const hardly = { ...further, progress: 10.9 };
    expect(offerOf({ ...row, furthest: hardly }, 'here', 0)).toBeUndefined();
  });
});

describe('marks', () => {
  const of = { bookId: 'b', bookVersion: 2, chapterName: 'Loomings', now: 1234 };
  const selected: Selected = {
    chapterUid: 3,
    start: 10,
    end: 25,
    cfi: 'epubcfi(/6/6!/4,/2,/4)',
    text: 'Call me\n  Ishmael',
    words: 'Call me\n  Ishmael',
    before: 'before ',
    after: ' after',
    box: { x: 0, y: 0, width: 1, height: 1 },
    startEdge: undefined,
    endEdge: undefined,
  };

  it('keep range, CFI, exact quote and surroundings', () => {
    expect(markOfSelection(selected, 1, of)).toEqual({
      bookmarkId: 'b_3_10-25',
      bookId: 'b',
      bookVersion: 2,
      chapterUid: 3,
      start: 10,
      end: 25,
      type: 1,
      style: 1,
      colorStyle: 0,
      markText: 'Call me Ishmael',
      textQuote: 'Call me\n  Ishmael',
      textBefore: 'before ',
      textAfter: ' after',
      cfi: selected.cfi,
      chapterName: 'Loomings',
      createTime: 1234,
      editTimes: { style: 1234, colorStyle: 1234 },
    });
  });

  it('that are too long keep their range, and no half characters', () => {
    const mark = markOfSelection({ ...selected, text: `${'x'.repeat(16_383)}😀y` }, 0, of);
    expect(mark.textQuote).toBe('x'.repeat(16_383));
    expect(mark).toMatchObject({ start: 10, end: 25 });
  });

  it('of pages are points that show the words they begin with, and are not drawn', () => {
    const bookmark = bookmarkOfPlace(
      { chapterUid: 3, chapterOffset: 40, cfi: 'c', textQuote: 'There now is your insular city of the Manh' } as Place,
      of,
    );
    expect(bookmark).toMatchObject({
      bookmarkId: 'b_3_40-40',
      type: 0,
      start: 40,
      end: 40,
      markText: 'There now is your insular city of the…',
    });
    expect(bookmarkOfPlace({ chapterUid: 3, chapterOffset: 0, cfi: '', textQuote: '' } as Place, of).markText).toBe(
      'Loomings',
    );
    const mark: MarkRow = markOfSelection(selected, 2, of);
    expect(drawnMarks([bookmark, mark])).toEqual([
      { id: 'b_3_10-25', chapterUid: 3, start: 10, end: 25, quote: 'Call me\n  Ishmael', style: 2, grey: 0 },
    ]);
  });
});

describe('style', () => {
  const room = { width: 1404, height: 1872, rem: 32 };
  const settings = readingSettings.initial;

  it('leaves room for the lines above and below, and most of a narrow page to the text', () => {
    const style = readingStyle({ ...settings, margin: 0 }, room);
    expect(style).toMatchObject({ fontSize: 35, fontFamily: '', margin: { left: 26, right: 26, top: 26, bottom: 77 } });
    expect(readingStyle({ ...settings, margin: 0, header: true }, room).margin.top).toBe(77);
    const narrow = readingStyle({ ...settings, margin: 4 }, { width: 320, height: 480, rem: 16 });
    expect(narrow.margin.left).toBeLessThanOrEqual(320 * 0.16);
    expect(readingStyle({ ...settings, margin: 99 }, room).margin.left).toBe(147);
  });
});

describe('jumps', () => {
  it('are undone one by one, and only the last fifty are remembered', () => {
    const history = createJumpHistory();
    for (let n = 0; n < 60; n++) history.leave({ section: n });
    expect([history.back({ section: 90 }), history.back({ section: 59 })]).toEqual([{ section: 59 }, { section: 58 }]);
    expect(history.canAdvance).toBe(true);
    expect([history.forward({ section: 58 }), history.forward({ section: 59 })]).toEqual([
      { section: 59 },
      { section: 90 },
    ]);
    expect(history.canAdvance).toBe(false);
    for (let n = 0; n < 50; n++) history.back({ section: n });
    expect(history.canReturn).toBe(false);
    expect(history.back({ section: 0 })).toBeUndefined();
    history.leave({ section: 1 });
    expect(history.canAdvance).toBe(false);
  });
});
