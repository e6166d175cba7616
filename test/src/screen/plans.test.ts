// What is planned for a session of reading: exact lists.

import { describe, expect, it } from 'vitest';
import type { IntentDetail } from '../../../src/screen/intents.ts';
import { menu, page, panel } from './held-panel.ts';

describe('a session of reading', () => {
  it('opens a menu, closes it and turns six pages', () => {
    const { say, turn, sent, wait } = panel();
    wait(1000);
    say(['panel', menu]);
    wait(1000);
    say(['panel', menu, { closing: true }]);
    turn(6);
    expect(sent).toEqual([
      'ui 8,1496 904x376',
      'partial 8,1496 904x376',
      'partial',
      'partial',
      'partial',
      'partial',
      'partial',
      'full',
    ]);
  });

  it('counts anew after a full refresh', () => {
    const { turn, sent } = panel({ refreshEvery: 2 });
    turn(5);
    expect(sent).toEqual(['partial', 'full', 'partial', 'full', 'partial']);
  });

  it('refreshes each turn, never, or at chapters', () => {
    const each = panel({ refreshEvery: 1 });
    each.turn(2);
    expect(each.sent).toEqual(['full', 'full']);
    const never = panel({ refreshEvery: 0 });
    never.turn(30);
    expect(new Set(never.sent)).toEqual(new Set(['partial']));
    const chapters = panel({ refreshEvery: -1 });
    chapters.turn(7);
    chapters.turn(1, 1000, { chapterStart: true });
    chapters.turn(1);
    expect(chapters.sent).toEqual([...Array(7).fill('partial'), 'full', 'partial']);
  });

  it('cleans more often at night, unless it never cleans or does so more often anyway', () => {
    const night = panel({ night: true });
    night.turn(5);
    expect(night.sent).toEqual(['partial', 'partial', 'partial', 'full', 'partial']);
    const never = panel({ night: true, refreshEvery: 0 });
    never.turn(9);
    expect(never.sent).not.toContain('full');
    const often = panel({ night: true, refreshEvery: 2 });
    often.turn(2);
    expect(often.sent).toEqual(['partial', 'full']);
  });

  it('promotes a page with a large picture and the page after it', () => {
    const { turn, sent } = panel();
    turn(1, 1000, { imageShare: 0.05 });
    turn(1, 1000, { imageShare: 0.075 });
    turn(1);
    turn(1);
    expect(sent).toEqual(['partial dithered', 'full dithered', 'full', 'partial']);
  });

  it('promotes a new view with a large picture and the page after it, and neither when it is only set anew', () => {
    const { say, turn, sent, wait } = panel();
    const opened = (detail: IntentDetail) => {
      wait(1000);
      say(['page', page, { turn: false, ...detail }]);
    };
    opened({ imageShare: 0.9 });
    turn(2);
    opened({ imageShare: 0.9, again: true });
    turn(2);
    opened({ imageShare: 0.9 });
    opened({});
    expect(sent).toEqual([
      ...['full dithered', 'full', 'partial'],
      ...['partial dithered', 'full', 'partial'],
      ...['full dithered', 'full'],
    ]);
  });

  it('dithers a picture that shows again where a menu goes', () => {
    const { say, sent } = panel();
    say(['panel', menu, { closing: true, uncovers: true }]);
    expect(sent).toEqual(['partial 8,1496 904x376 dithered']);
  });

  it('does not count new views as turns', () => {
    const { say, wait, sent } = panel({ refreshEvery: 1 });
    wait(1000);
    say(['page', page, { turn: false }]);
    wait(1000);
    say(['page', page]);
    expect(sent).toEqual(['partial', 'full']);
  });
});

describe('leafing', () => {
  it('is fast, and cleaned once when it stops', () => {
    const { turn, wait, sent, queue } = panel();
    turn(1);
    turn(9, 200);
    wait(5000);
    turn(1);
    expect(sent).toEqual(['partial', ...Array(9).fill('fast'), 'full', 'partial']);
    expect(queue.log().map(({ at }) => at)).toEqual([
      1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400, 2600, 2800, 3400, 8800,
    ]);
  });

  it('is cleaned with the next turn on a panel that is refreshed fully only with a frame', () => {
    const { turn, wait, sent, queue } = panel({ cleansWithFrame: true });
    turn(1);
    turn(2, 200);
    wait(5000);
    queue.intend('clean', page);
    wait(5000);
    turn(2);
    expect(sent).toEqual(['partial', 'fast', 'fast', 'full', 'partial']);
  });

  it('makes everything fast, menus and pictures too', () => {
    const { turn, wait, say, sent } = panel();
    turn(1);
    turn(1, 300, { imageShare: 0.5 });
    wait(100);
    say(['panel', menu]);
    expect(sent).toEqual(['partial', 'fast dithered', 'fast 8,1496 904x376']);
  });

  it('is no single turn: what is opened right after it is looked at', () => {
    const { turn, wait, say, sent } = panel();
    turn(1);
    wait(100);
    say(['panel', menu]);
    wait(5000);
    expect(sent).toEqual(['partial', 'ui 8,1496 904x376']);
  });

  it('ends with the next calm turn, which is the clean one', () => {
    const { turn, sent } = panel();
    turn(1);
    turn(2, 399);
    turn(1, 500);
    turn(1, 1000);
    expect(sent).toEqual(['partial', 'fast', 'fast', 'full', 'partial']);
  });

  it('is over when a new view comes, which is drawn as it is to be looked at', () => {
    const { turn, say, sent } = panel();
    turn(1);
    say(['page', page, { turn: false }]);
    turn(1, 100);
    expect(sent).toEqual(['partial', 'partial', 'partial']);
  });

  it('begins below 400 ms', () => {
    const { turn, sent } = panel();
    turn(2, 400);
    expect(sent).toEqual(['partial', 'partial']);
  });
});

describe('cleaning', () => {
  it('waits until nothing happens', () => {
    const { say, wait, queue, sent } = panel();
    wait(1000);
    say(['clean', page]);
    expect(sent).toEqual([]);
    wait(500);
    queue.touched();
    wait(500);
    say(['key', { x: 0, y: 0, width: 80, height: 80 }]);
    wait(599);
    expect(sent).toEqual(['fast 0,0 80x80']);
    wait(1);
    expect(sent).toEqual(['fast 0,0 80x80', 'full']);
    wait(10_000);
    expect(sent).toHaveLength(2);
  });

  it('comes at once before sleep, also while leafing', () => {
    const { turn, say, wait, sent } = panel();
    turn(2, 100);
    say(['page', page, { turn: false }], ['clean', page, { now: true }]);
    wait(5000);
    expect(sent).toEqual(['partial', 'fast', 'full']);
  });

  it('waits until a menu is closed and the finger is off the screen', () => {
    const { say, wait, hold, sent } = panel();
    hold(true);
    say(['clean', page]);
    wait(600);
    wait(600);
    expect(sent).toEqual([]);
    hold(false);
    wait(600);
    expect(sent).toEqual(['full']);
  });

  it('joins the next turn if that comes first', () => {
    const { say, turn, wait, sent } = panel();
    say(['clean', page]);
    turn(1, 500);
    wait(5000);
    expect(sent).toEqual(['full']);
  });

  it('dithers a page with a small picture', () => {
    const { turn, wait, sent } = panel();
    turn(1);
    turn(2, 200, { imageShare: 0.02 });
    wait(700);
    turn(1);
    expect(sent).toEqual(['partial', 'fast dithered', 'fast dithered', 'full dithered', 'partial']);
  });

  it('is never planned, counted or owed on a panel that knows no full refresh', () => {
    const { turn, say, wait, sent } = panel({ refreshEvery: 2, cleansNever: true });
    turn(3);
    turn(1, 1000, { imageShare: 0.5 });
    turn(2, 200);
    wait(5000);
    say(['clean', page]);
    wait(5000);
    say(['page', page, { turn: false }], ['clean', page, { now: true }]);
    turn(1);
    expect(sent).toEqual([
      ...['partial', 'partial', 'partial', 'partial dithered', 'fast', 'fast'],
      ...['partial', 'partial'],
    ]);
  });

  it('stops with the queue', () => {
    const { say, wait, queue, sent } = panel();
    say(['clean', page]);
    queue.stop();
    wait(5000);
    say(['page', page]);
    expect(sent).toEqual([]);
  });
});

describe('one frame', () => {
  it('merges what overlaps or shares an edge; the stronger wins and dithering spreads', () => {
    const { say, sent, wait } = panel();
    wait(1000);
    say(
      ['key', { x: 0, y: 0, width: 80, height: 80 }],
      ['image', { x: 80, y: 0, width: 80, height: 80 }],
      ['panel', { x: 400, y: 400, width: 80, height: 80 }],
    );
    expect(sent).toEqual(['partial 0,0 160x80 dithered + ui 400,400 80x80']);
  });

  it('does not merge at a corner, and merges again what has grown together', () => {
    const { say, sent, wait } = panel();
    wait(1000);
    say(['key', { x: 0, y: 0, width: 80, height: 80 }], ['key', { x: 80, y: 80, width: 80, height: 80 }]);
    wait(1000);
    say(
      ['key', { x: 0, y: 0, width: 80, height: 80 }],
      ['panel', { x: 160, y: 0, width: 80, height: 80 }],
      ['key', { x: 40, y: 40, width: 160, height: 16 }],
    );
    expect(sent).toEqual(['fast 0,0 80x80 + fast 80,80 80x80', 'ui 0,0 240x80']);
  });

  it('has one full refresh at most, over everything', () => {
    const { say, sent, wait } = panel({ refreshEvery: 1 });
    wait(1000);
    say(['page', page], ['page', page], ['panel', menu, { closing: true }], ['image', menu]);
    expect(sent).toEqual(['full dithered']);
  });

  it('cuts regions to the screen and drops what lies outside', () => {
    const { say, sent, wait } = panel();
    wait(1000);
    say(['key', { x: 1390, y: -20, width: 500, height: 33 }]);
    say(['key', { x: 2000, y: 0, width: 10, height: 10 }]);
    say(['key', { x: 5, y: 5, width: 0, height: 0 }]);
    expect(sent).toEqual(['fast 1384,0 20x16']);
  });
});

describe('what happens in a session', () => {
  it('dialogs over dialogs, each closed again', () => {
    const { say, wait, sent } = panel();
    const over = { x: 200, y: 800, width: 400, height: 200 };
    wait(1000);
    for (const intent of [
      ['panel', menu],
      ['panel', over],
      ['panel', over, { closing: true }],
      ['panel', menu, { closing: true }],
    ] as const) {
      say([...intent]);
      wait(1000);
    }
    expect(sent).toEqual([
      'ui 8,1496 904x376',
      'ui 200,800 400x200',
      'partial 200,800 400x200',
      'partial 8,1496 904x376',
    ]);
  });

  it('types, selects and marks', () => {
    const { say, wait, sent } = panel();
    wait(1000);
    for (let letter = 0; letter < 3; letter++) say(['key', { x: 96, y: 200 + letter, width: 600, height: 60 }]);
    const words = { x: 96, y: 400, width: 800, height: 120 };
    // The menu of a selection appears below it, in the frame in which it is drawn.
    say(['key', words], ['panel', { x: 96, y: 520, width: 500, height: 90 }]);
    say(['key', words], ['panel', { x: 96, y: 520, width: 500, height: 90 }, { closing: true }]);
    expect(sent).toEqual([
      'fast 96,200 600x64',
      'fast 96,200 600x64',
      'fast 96,200 600x64',
      'ui 96,400 800x216',
      'partial 96,400 800x216',
    ]);
  });

  it('turns past a page with a picture, leafs over others, and stops', () => {
    const { turn, wait, sent } = panel({ refreshEvery: 0 });
    turn(2);
    turn(1, 1000, { imageShare: 0.4 });
    turn(2, 1000);
    turn(3, 100, { imageShare: 0.4 });
    wait(700);
    turn(2, 1000);
    expect(sent).toEqual([
      ...['partial', 'partial', 'full dithered', 'full', 'partial'],
      ...['fast dithered', 'fast dithered', 'fast dithered', 'full dithered'],
      // The picture is still what is left behind.
      ...['full', 'partial'],
    ]);
  });
});

describe('flashing', () => {
  const shown = ['panel', menu, { ghosts: true }] as const;
  const closed = ['panel', menu, { ghosts: true, closing: true }] as const;

  it('is used where greys would shine through', () => {
    const { say, sent, wait } = panel();
    wait(1000);
    say([...shown]);
    say([...closed]);
    say(['page', page, { turn: false, ghosts: true }]);
    expect(sent).toEqual(['flashui 8,1496 904x376', 'flashpartial 8,1496 904x376', 'flashpartial']);
  });

  it('is avoided when the reader wants that', () => {
    const { say, sent, wait } = panel({ avoidFlashing: true });
    wait(1000);
    say([...shown]);
    say([...closed]);
    expect(sent).toEqual(['ui 8,1496 904x376', 'partial 8,1496 904x376']);
  });
});
