// Sleep: the book's page is painted and refreshed fully before the device is let go, and gone when it wakes.

import { expect, it } from 'vitest';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { runApplication, until } from './running-application.ts';

it('shows the last book, cleans the panel, says so, and goes away', async () => {
  const { application, bridge } = await runApplication({ books: [{ title: 'Moby-Dick', author: 'Herman Melville' }] });
  await until(() => document.querySelector('.entry-title'));
  const calls = () => bridge.calls.filter(({ name }) => /^panel.refresh|^power.sleep/.test(name));
  await expect.poll(() => calls().length).toBeGreaterThan(0);
  const before = calls().length;
  bridge.emit('power.sleep', {});
  await until(() => document.querySelector('.sleep-page'));
  expect(document.querySelector('.sleep-page')?.textContent).toContain('Herman Melville');
  await until(() => calls().at(-1)?.name === 'power.sleepPainted');
  const [refresh, painted] = calls().slice(before).slice(-2);
  const whole = { x: 0, y: 0, width: 480, height: 800 };
  expect(refresh?.request.plan).toEqual([{ strength: 'full', ...whole, dither: false }]);
  expect(painted?.request).toEqual({});
  bridge.emit('power.wake', {});
  await afterPaint();
  expect(document.querySelector('.sleep-page')).toBeNull();
  await until(() => application.screen.log().at(-1)?.plan[0]?.strength === 'full');
});

it('shows a passage that the reader marked, where one is wanted and there', async () => {
  const { application, bridge } = await runApplication({ books: [{ title: 'Moby-Dick', author: 'Herman Melville' }] });
  await until(() => document.querySelector('.entry-title'));
  const { database, settings } = application.state.getState().session;
  await settings.changeScreen({ sleepPage: 'passage' });
  const sleep = async () => {
    bridge.emit('power.sleep', {});
    const page = await until(() => document.querySelector('.sleep-page'));
    const text = page.textContent;
    bridge.emit('power.wake', {});
    await until(() => !document.querySelector('.sleep-page'));
    return text;
  };
  expect(await sleep()).toContain('Asleep');
  const markText = 'It is not down in any map; true places never are.';
  const place = { bookId: 'b_0', bookVersion: 1, chapterUid: 3, start: 10, end: 60 };
  const look = { type: 1, style: 0, colorStyle: 0, createTime: 1, editTimes: { style: 1, colorStyle: 1 } } as const;
  await database.marks.put({ bookmarkId: 'b_0_3_10-60', ...place, ...look, markText });
  await database.marks.put({ bookmarkId: 'b_0_3_70-72', ...place, start: 70, end: 72, ...look, markText: 'it' });
  expect(await sleep()).toBe(`${markText}Herman Melville · Moby-Dick`);
});

it('says at once that it is awake again, and lets go when no page can be made', async () => {
  const { bridge } = await runApplication({
    prepare: (given) => {
      given.keepsPicture = true;
    },
  });
  bridge.emit('power.sleep', {});
  // The tests' bridge has no window to take a picture of.
  await until(() => bridge.calls.some(({ name }) => name === 'power.sleepPainted'));
  bridge.emit('power.wake', {});
  bridge.emit('power.sleep', {});
  bridge.emit('power.wake', {});
  await afterPaint();
  await afterPaint();
  expect(document.querySelector('.sleep-page')).toBeNull();
});
