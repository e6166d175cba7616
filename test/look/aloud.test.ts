// A book read aloud: its bar, what the menu offers meanwhile, the keys of the voice, and buttons that are taught them.

import { afterEach, expect } from 'vitest';
import { afterPaint } from '../../src/app/after-paint.ts';
import { english } from '../../src/strings/english.ts';
import { spokenBook } from '../src/reader/narration/spoken-book.ts';
import { closeRooms, openRoom } from '../src/reader/reader-room.tsx';
import { beginLook, look } from './look.ts';

beginLook();
afterEach(closeRooms);

look('aloud', async (size, picture) => {
  const room = await openRoom({ ...size, title: 'Spoken', file: await spokenBook() });
  await room.open();
  const bar = () => document.querySelector('.narration-bar');
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      room.key(key);
      await afterPaint();
    }
  };
  // Paused: nothing moves on by itself.
  await press('v', 'v', '>');
  const spoken = () => room.frame().contentDocument?.querySelector('.now')?.id;
  await expect.poll(spoken).toBe('l1');
  await press('Tab', 'Tab');
  expect(bar()?.contains(document.activeElement)).toBe(true);
  await picture('bar');
  await press('m');
  await picture('menu');
  await press('Escape', '?');
  const heading = () =>
    [...document.querySelectorAll('.key-heading')].some(
      ({ textContent }) => textContent === english.keyHelp.groups.aloud,
    );
  for (let pages = 0; pages < 6 && !heading(); pages++) await press('PageDown');
  expect(heading()).toBe(true);
  await picture('keys');
  await press('Escape', 'Escape', 'Escape');
  await expect.poll(() => document.querySelector('.shelf')).toBeTruthy();
  room.application.routes.go({ name: 'settings' });
  await afterPaint();
  room.press(english.device.buttons);
  await afterPaint();
  await press('PageDown');
  await picture('buttons');
});
