import { afterEach, describe, expect, it, vi } from 'vitest';
import { page as window_ } from 'vitest/browser';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { eventsIn } from '../../../src/db/outbox/events.ts';
import { buildEpub, page, prose } from '../book/build-zip.ts';
import { closeRooms, openRoom, type ReaderRoom } from './reader-room.tsx';

afterEach(closeRooms);

const novel = (spine = '') =>
  buildEpub(
    [1, 2, 3].map((n) => ({ name: `${n}.xhtml`, data: page(`<h1>Chapter ${n}</h1>${prose(30, `c${n}p`)}`) })),
    { spine },
  );

function swipe(room: ReaderRoom, from: number, to: number): void {
  const { body } = room.frame().contentDocument as Document;
  const finger = (type: string, x: number) =>
    body.dispatchEvent(
      new PointerEvent(type, { pointerType: 'touch', isPrimary: true, clientX: x, clientY: 500, bubbles: true }),
    );
  finger('pointerdown', from);
  finger('pointerup', to);
}

/** Without the per cent, which is exact only once the whole book has been counted. */
function spot({ cfi, chapterUid, chapterOffset }: ReturnType<ReaderRoom['place']>) {
  return { cfi, chapterUid, chapterOffset };
}

async function mine(room: ReaderRoom) {
  return (await room.database.positions.get(room.bookId))?.mine;
}

describe('turning pages', () => {
  it('by keys, and keeps the place', async () => {
    const room = await openRoom({ file: await novel() });
    await room.open();
    expect(room.main().getAttribute('aria-label')).toBe('Test');
    expect(room.place()).toMatchObject({ chapterUid: 1, chapterOffset: 0 });
    expect(await mine(room)).toBeUndefined();
    for (const key of ['PageDown', 'ArrowDown', 'ArrowRight', ' ', 'AudioVolumeDown']) {
      const before = room.place().progress;
      await room.turned(() => room.key(key));
      expect(room.place().progress).toBeGreaterThan(before);
    }
    for (const [key, more] of [
      ['PageUp', {}],
      ['ArrowUp', {}],
      ['ArrowLeft', {}],
      [' ', { shiftKey: true }],
      ['AudioVolumeUp', {}],
    ] as const) {
      const before = room.place().progress;
      await room.turned(() => room.key(key, more));
      expect(room.place().progress).toBeLessThan(before);
    }
    await room.turned(() => room.key('End'));
    expect(room.place()).toMatchObject({ chapterUid: 3, progress: 100 });
    await expect
      .poll(() => mine(room))
      .toMatchObject({ chapterUid: 3, progress: 100, deviceId: 'd_one', cfi: room.place().cfi });
    await room.turned(() => room.key('Home'));
    expect(room.place()).toMatchObject({ chapterUid: 1, chapterOffset: 0 });
  });

  it('by keys that the page itself receives', async () => {
    const room = await openRoom({ file: await novel() });
    await room.open();
    const inside = room.frame().contentDocument as Document;
    const key = new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true, cancelable: true });
    await room.turned(() => inside.body.dispatchEvent(key));
    expect(key.defaultPrevented).toBe(true);
    expect(room.place().chapterOffset).toBeGreaterThan(0);
  });

  it('by taps and swipes; the middle opens the menu', async () => {
    const room = await openRoom({ file: await novel() });
    await room.open();
    await room.turned(() => room.tap(1300, 1200));
    const second = room.place();
    await room.turned(() => swipe(room, 900, 400));
    expect(room.place().progress).toBeGreaterThan(second.progress);
    await room.turned(() => swipe(room, 400, 900));
    expect(room.place()).toMatchObject(spot(second));
    await room.turned(() => room.tap(100, 1200));
    expect(room.place().chapterOffset).toBe(0);
    room.tap(700, 1200);
    await expect.poll(() => document.querySelector('[role=dialog]')?.getAttribute('aria-label')).toBe('Menu');
  });

  it('is mirrored in a book that runs to the left', async () => {
    const room = await openRoom({ file: await novel('page-progression-direction="rtl"') });
    await room.open();
    await room.turned(() => room.tap(100, 1200));
    const second = room.place();
    expect(second.chapterOffset).toBeGreaterThan(0);
    await room.turned(() => swipe(room, 400, 900));
    await room.turned(() => room.key('ArrowLeft'));
    expect(room.place().progress).toBeGreaterThan(second.progress);
    await room.turned(() => room.key('ArrowRight'));
    await room.turned(() => room.key('PageUp'));
    expect(room.place()).toMatchObject(spot(second));
    await room.turned(() => room.tap(1300, 1200));
    expect(room.place().chapterOffset).toBe(0);
  });

  it('queues turns that are pressed, and not those of a key that is held down', async () => {
    const room = await openRoom({ file: await novel() });
    await room.open();
    const pages = room.main().querySelector('.page-line')?.textContent ?? '';
    expect(pages).toContain('1 / ');
    for (let n = 0; n < 4; n++) room.key('PageDown');
    await expect.poll(() => room.main().querySelector('.page-line')?.textContent).toContain('5 / ');
    await afterPaint();
    await afterPaint();
    for (let n = 0; n < 20; n++) room.key('PageUp', { repeat: true });
    // One that runs and one that waits; a slow machine may still be busy with the turn before.
    await expect.poll(() => room.main().querySelector('.page-line')?.textContent).toMatch(/ [34] \/ /);
    await afterPaint();
    await afterPaint();
    expect(room.main().querySelector('.page-line')?.textContent).toMatch(/ [34] \/ /);
  });

  it('changes nothing but the page, its line and what stands in it', async () => {
    const room = await openRoom({ file: await novel() });
    await room.open();
    await room.turned(() => room.key('PageDown'));
    const changes: string[] = [];
    const observer = new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        if (!element?.closest('iframe')) changes.push(element?.closest('[class]')?.className.toString() ?? '');
      }
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    await room.turned(() => room.key('PageDown'));
    await afterPaint();
    observer.disconnect();
    expect([...new Set(changes)]).toEqual(['page-line below']);
  });
});

describe('the place', () => {
  it('is where the book opens again', async () => {
    const account = `test-${crypto.randomUUID()}`;
    const file = await novel();
    const room = await openRoom({ file, account });
    await room.open();
    for (let n = 0; n < 9; n++) await room.turned(() => room.key('PageDown'));
    const kept = room.place();
    await expect.poll(() => mine(room)).toMatchObject({ cfi: kept.cfi, chapterOffset: kept.chapterOffset });
    room.leave();
    const again = await openRoom({ account });
    await again.open();
    expect(again.place()).toMatchObject(spot(kept));
    expect((await again.database.books.get('b_book'))?.progress).toBeCloseTo(kept.progress, 2);
  });

  it('and the marks survive the end of the process', async () => {
    const account = `test-${crypto.randomUUID()}`;
    const room = await openRoom({ file: await novel(), account });
    await room.open();
    await room.turned(() => room.key('PageDown'));
    const kept = room.place();
    await expect.poll(() => mine(room)).toMatchObject({ cfi: kept.cfi });
    room.key('b');
    await expect.poll(() => room.database.marks.count()).toBe(1);
    room.kill();
    const again = await openRoom({ account });
    await again.open();
    expect(again.place()).toMatchObject(spot(kept));
    expect(again.main().querySelector('.ribbon')).toBeTruthy();
  });

  it('goes out as one event with the seconds read, and reaches the service', async () => {
    const room = await openRoom({ file: await novel() });
    await room.open();
    for (let n = 0; n < 3; n++) await room.turned(() => room.key('PageDown'));
    const kept = room.place();
    await expect.poll(() => mine(room)).toMatchObject({ cfi: kept.cfi });
    const waiting = await eventsIn(room.database, 'waiting').toArray();
    expect(waiting.map(({ body }) => body.kind)).toEqual(['position']);
    await room.application.state.getState().session.syncNow();
    expect(room.model.places().get(room.bookId)?.latest).toMatchObject({
      chapterUid: kept.chapterUid,
      chapterOffset: kept.chapterOffset,
      cfi: kept.cfi,
    });
  });

  it('counts as read what is short of idleness, in menus too; no sleep, and no window that is hidden', async () => {
    const room = await openRoom({ file: await novel(), signedOut: true });
    const real = performance.now.bind(performance);
    let ahead = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + ahead * 1000);
    const read = async () => {
      const events = await eventsIn(room.database, 'waiting').toArray();
      return events.reduce((sum, { body }) => sum + (body.kind === 'position' ? body.readingTime : 0), 0);
    };
    /** Whole seconds; what the test itself takes counts, too. */
    const isAbout = (seconds: number) => expect.poll(read).toSatisfy((sum) => sum >= seconds && sum < seconds + 60);
    const shown = vi.spyOn(document, 'visibilityState', 'get');
    const hidden = (value: boolean) => {
      shown.mockReturnValue(value ? 'hidden' : 'visible');
      document.dispatchEvent(new Event('visibilitychange'));
    };
    try {
      await room.open();
      ahead += 60;
      room.key('Enter');
      await expect.poll(() => document.querySelector('.sheet')).toBeTruthy();
      ahead += 60;
      room.key('Escape');
      await expect.poll(() => document.querySelector('.sheet')).toBeNull();
      ahead += 10_000;
      // Kept before the device sleeps, which may be the last that it does.
      room.bridge.emit('power.sleep', {});
      await isAbout(60 + 60 + 90);
      ahead += 10_000;
      room.bridge.emit('power.wake', {});
      ahead += 80;
      await room.turned(() => room.key('PageDown'));
      await isAbout(210 + 80);
      hidden(true);
      ahead += 10_000;
      hidden(false);
      ahead += 80;
      await room.turned(() => room.key('PageDown'));
      await isAbout(290 + 80);
    } finally {
      clock.mockRestore();
      shown.mockRestore();
    }
  });

  it('follows jumps, and goes back to where the reader was', async () => {
    const room = await openRoom({ file: await novel() });
    await room.open();
    await room.turned(() => room.key('PageDown'));
    const before = room.place();
    room.key('Enter');
    await afterPaint();
    room.press('Contents');
    await afterPaint();
    await room.turned(() => room.press('Chapter 3'));
    expect(room.place()).toMatchObject({ chapterUid: 3, chapterOffset: 0 });
    expect(document.querySelector('.sheet')).toBeNull();
    room.key('Enter');
    await afterPaint();
    await room.turned(() => room.press('Go back'));
    expect(room.place()).toMatchObject(spot(before));
    room.key('Enter');
    await afterPaint();
    expect(room.button('Go back').disabled).toBe(true);
  });

  it('can be given in per cent', async () => {
    const room = await openRoom({ file: await novel() });
    await room.open();
    room.key('Enter');
    await afterPaint();
    room.press('Go to');
    await afterPaint();
    for (let n = 0; n < 5; n++) {
      room.press('10 on');
      await afterPaint();
    }
    expect(document.querySelector('output')?.textContent).toBe('50 %');
    await room.turned(() => room.press('Go'));
    expect(room.place().progress).toBeGreaterThan(44);
    expect(room.place().progress).toBeLessThanOrEqual(50);
  });
});

describe('type settings', () => {
  it('keep the place, are stored, and are not taken for a turn', async () => {
    const room = await openRoom({ file: await novel() });
    await room.open();
    await room.turned(() => room.key('PageDown'));
    const kept = room.place();
    await expect.poll(() => mine(room)).toMatchObject({ cfi: kept.cfi });
    const words = room.words();
    expect(words).not.toBe('');
    room.key('Enter');
    await afterPaint();
    room.press('Text');
    await afterPaint();
    room.press('Text size: More');
    await expect.poll(() => document.querySelector('.type-row .stepper-value')?.textContent).toBe('120 %');
    room.press('Serif');
    await expect.poll(() => room.button('Serif').getAttribute('aria-pressed')).toBe('true');
    const { reading } = room.application.state.getState().session.settings.state.getState();
    expect(reading).toMatchObject({ fontSize: 120, fontFamily: 'serif' });
    expect(await mine(room)).toMatchObject({ cfi: kept.cfi, chapterOffset: kept.chapterOffset });
    room.press('Text size: Less');
    room.press('Original');
    await expect.poll(() => document.querySelector('.type-row .stepper-value')?.textContent).toBe('110 %');
    await expect.poll(() => room.place()).toMatchObject(spot(kept));
  });

  it('turn the page white on black, menus too', async () => {
    const room = await openRoom({ file: await novel() });
    await room.open();
    const { settings } = room.application.state.getState().session;
    await settings.changeReading({ night: true });
    room.leave();
    const again = await openRoom({ file: await novel(), account: room.bridge.account.account });
    await again.open();
    const inside = again.frame().contentDocument as Document;
    expect(getComputedStyle(inside.body).backgroundColor).toBe('rgb(0, 0, 0)');
    again.key('Enter');
    await afterPaint();
    const sheet = document.querySelector('.sheet') as HTMLElement;
    expect(getComputedStyle(sheet).backgroundColor).toBe('rgb(0, 0, 0)');
  });
});

describe('a window that is turned', () => {
  it('is laid out for its new form in one step', async () => {
    const room = await openRoom({ file: await novel() });
    await room.open();
    await room.turned(() => room.key('PageDown'));
    await afterPaint();
    const { screen } = room.application;
    const from = screen.log().length;
    await window_.viewport(1872, 1404);
    await expect.poll(() => room.frame().clientWidth).toBe(1872);
    for (let frame = 0; frame < 6; frame++) await afterPaint();
    expect(screen.log().slice(from)).toHaveLength(1);
  });
});

describe('the panel', () => {
  it('is told of a turn and of a menu, each once', async () => {
    const room = await openRoom({ file: await novel() });
    await room.open();
    await new Promise((resolve) => setTimeout(resolve, 450));
    const plans = () =>
      room.bridge.calls
        .filter(({ name }) => name === 'panel.refresh')
        .map(({ request }) => request.plan.map(({ strength }: { strength: string }) => strength).join('+'));
    const before = plans().length;
    await room.turned(() => room.key('PageDown'));
    await new Promise((resolve) => setTimeout(resolve, 450));
    room.key('Enter');
    await afterPaint();
    await afterPaint();
    room.key('Escape');
    await afterPaint();
    await afterPaint();
    await expect.poll(() => plans().slice(before)).toEqual(['partial', 'ui', 'partial']);
  });
});

describe('leaving', () => {
  it('leads to the view before, with the time that was read', async () => {
    const room = await openRoom({ file: await novel() });
    await room.open();
    await room.turned(() => room.key('PageDown'));
    room.key('Escape');
    await expect.poll(() => document.querySelector('.shelf')).toBeTruthy();
    expect((await room.database.books.get(room.bookId))?.status).toBe('reading');
  });

  it('says what could not be written last', async () => {
    const room = await openRoom({ file: await novel() });
    await room.open();
    const refuse = () => {
      throw new Error('The disk refuses.');
    };
    room.database.settings.hook('deleting', refuse);
    room.key('Escape');
    await expect.poll(() => room.bridge.logged.join()).toContain('The disk refuses.');
    room.database.settings.hook('deleting').unsubscribe(refuse);
  });
});
