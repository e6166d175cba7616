// A book read aloud by keys alone: those of the page, those that press what has the focus, and buttons that were taught.

import { afterEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { afterPaint } from '../../../../src/app/after-paint.ts';
import { bindingGroups } from '../../../../src/reader/input/key-bindings.ts';
import { english } from '../../../../src/strings/english.ts';
import { buildEpub, page, prose } from '../../book/build-zip.ts';
import { closeRooms, openRoom, type ReaderRoom } from '../reader-room.tsx';
import { spokenBook } from './spoken-book.ts';

afterEach(closeRooms);

const words = english.narration;

async function opened(keys: Readonly<Record<string, string>> = {}): Promise<ReaderRoom> {
  const room = await openRoom({ file: await spokenBook(), signedOut: true });
  await room.application.state.getState().session.settings.changeControls({ keys });
  await room.open();
  return room;
}

const bar = () => document.querySelector('.narration-bar');
const barNames = () =>
  [...(bar()?.querySelectorAll('button') ?? [])].map((one) => one.getAttribute('aria-label') ?? one.textContent);
const spoken = (room: ReaderRoom) => room.frame().contentDocument?.querySelector('.now')?.id;

async function pressed(room: ReaderRoom, ...keys: string[]): Promise<void> {
  for (const key of keys) room.key(key);
  await afterPaint();
}

/** Begun and paused: nothing moves on by itself. */
async function paused(room: ReaderRoom, key = 'v'): Promise<void> {
  await pressed(room, key);
  expect(barNames()).toContain(words.pause);
  await pressed(room, key);
  expect(barNames()).toContain(words.play);
}

it('begins, pauses, goes from phrase to phrase, changes its speed and ends by the keys of the page', async () => {
  const room = await opened();
  // Nothing of it means anything before the voice reads.
  await pressed(room, '>', '<', '*', 'o', 'e', 'V');
  expect(bar()).toBeNull();
  await paused(room);
  await pressed(room, '>');
  await expect.poll(() => spoken(room)).toBe('l1');
  await pressed(room, '>');
  await expect.poll(() => spoken(room)).toBe('l2');
  await pressed(room, '<', 'e');
  await expect.poll(() => spoken(room)).toBe('p2');
  await pressed(room, 'o', '<', '<', '<');
  await expect.poll(() => spoken(room)).toBe('n1');
  await pressed(room, '*');
  expect(barNames()).toContain(words.rate(1.25));
  await pressed(room, '*', '*', '*');
  expect(barNames()).toContain(words.rate(0.75));
  // Held down it does not pause and go on.
  room.key('v', { repeat: true });
  await afterPaint();
  expect(barNames()).toContain(words.play);
  await pressed(room, 'V');
  expect(bar()).toBeNull();
  expect(spoken(room)).toBeUndefined();
  await paused(room, 'MediaPlayPause');
  await pressed(room, 'Escape');
  expect(bar()).toBeNull();
  expect(document.querySelector('.reader')).toBeTruthy();
  await pressed(room, 'Escape');
  await expect.poll(() => document.querySelector('.shelf')).toBeTruthy();
});

it('has a bar whose buttons are reached and pressed by keys, while page keys go on turning', async () => {
  const room = await opened();
  await paused(room);
  const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
  await userEvent.keyboard('{Tab}');
  expect(focused()).toBe(words.previous);
  await userEvent.keyboard('{ArrowRight}');
  expect(focused()).toBe(words.play);
  await userEvent.keyboard('{Enter}');
  expect([focused(), document.querySelector('.sheet')]).toEqual([words.pause, null]);
  const before = room.place();
  await userEvent.keyboard(' ');
  expect(focused()).toBe(words.play);
  expect(room.place()).toEqual(before);
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await expect.poll(() => spoken(room)).toBe('l1');
  await room.turned(() => room.key('PageDown'));
  await room.turned(() => room.key('ArrowUp'));
  expect(room.place()).toEqual(before);
  await userEvent.keyboard('{Escape}');
  expect(bar()).toBeNull();
  // With the bar its focus is gone, and Enter is the menu's key again.
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.querySelector('.sheet')).toBeTruthy();
});

it('takes no focus from a finger: keys go on meaning the page', async () => {
  const room = await opened();
  await pressed(room, 'v');
  await userEvent.click(room.button(words.pause));
  expect(barNames()).toContain(words.play);
  expect(document.activeElement?.closest('.narration-bar')).toBeFalsy();
  await pressed(room, 'Enter');
  expect(document.querySelector('.sheet')).toBeTruthy();
  expect(barNames()).toContain(words.play);
});

it('pauses and goes on from the menu, and by a button that was taught', async () => {
  const room = await opened({ F9: 'v', F10: '>' });
  await paused(room, 'F9');
  await pressed(room, 'F10');
  await expect.poll(() => spoken(room)).toBe('l1');
  await pressed(room, 'Enter');
  const tile = (text: string) =>
    [...document.querySelectorAll<HTMLElement>('.tile')].find(({ textContent }) => textContent === text);
  tile(words.play)?.click();
  await afterPaint();
  expect([document.querySelector('.sheet'), barNames().includes(words.pause)]).toEqual([null, true]);
  await pressed(room, 'Enter');
  tile(words.pause)?.click();
  await afterPaint();
  expect([document.querySelector('.sheet'), barNames().includes(words.play)]).toEqual([null, true]);
});

it('is in the list of keys where the book has a voice', async () => {
  const names = async (room: ReaderRoom) => {
    await pressed(room, '?');
    const found: (string | null)[] = [];
    const page_ = () => document.querySelector('.page-bar-position')?.textContent;
    for (;;) {
      found.push(
        ...[...document.querySelectorAll('.key-row > span:first-child')].map(({ textContent }) => textContent),
      );
      const at = page_();
      await pressed(room, 'PageDown');
      if (page_() === at) return found;
    }
  };
  const { keyHelp } = english;
  const ours = bindingGroups.find(({ name }) => name === 'aloud')?.bindings ?? [];
  const expected = ours.map(({ action }) => keyHelp.actions[action]);
  expect(await names(await opened())).toEqual(expect.arrayContaining(expected));
  closeRooms();
  const silent = await openRoom({
    file: await buildEpub([{ name: '1.xhtml', data: page(prose(3)) }]),
    signedOut: true,
  });
  await silent.open();
  expect((await names(silent)).filter((name) => expected.some((one) => one === name))).toEqual([]);
  await pressed(silent, 'Escape', 'v');
  expect(bar()).toBeNull();
});
