// Presses that come faster than the disk or the device, and changes that neither takes.

import { expect, it, vi } from 'vitest';
import type { Light } from '../../../api/panel.ts';
import { openSettings, type SettingsStore } from '../../../src/settings/store.ts';
import { buttonNamed, press, runApplication, until } from '../app/running-application.ts';
import { temporaryDatabase } from '../db/temporary-database.ts';
import { unpackFont } from './unpack-font.ts';

const dialog = () => document.querySelector('.dialog');
const shownValues = () => [...document.querySelectorAll('.stepper-value')].map(({ textContent }) => textContent);
/** A press of a finger: what it changes is rendered before the next one, but nothing else is waited for. */
async function pressQuickly(name: string): Promise<void> {
  const button = buttonNamed(name);
  if (!button) throw new Error(`There is no button ${name}.`);
  button.click();
  await Promise.resolve();
}
const fullDisk = () => new DOMException('The disk is full.', 'QuotaExceededError');

it('steps once for each press, however slow the disk', async () => {
  const { application } = await runApplication({});
  await application.showSettings();
  await until(() => buttonNamed('Text size: More'));
  const { settings, database } = application.state.getState().session;
  for (let presses = 0; presses < 3; presses++) await pressQuickly('Text size: More');
  expect(settings.state.getState().reading.fontSize).toBe(140);
  await press('Screen');
  for (let presses = 0; presses < 2; presses++) await pressQuickly('Full refresh every: More');
  const stored = async () => (await openSettings(database, unpackFont)).state.getState();
  await expect.poll(stored).toMatchObject({ reading: { fontSize: 140 }, screen: { refreshEvery: 12 } });
});

it('keeps both of two buttons that are learned and forgotten at once', async () => {
  const database = await temporaryDatabase();
  const settings = await openSettings(database, unpackFont);
  await settings.changeControls({ keys: { F1: 'b', F2: 'Home' } });
  const learn = (key: string) => settings.changeControls(({ keys }) => ({ keys: { ...keys, [key]: 'End' } }));
  const forget = settings.changeControls(({ keys }) => ({
    keys: Object.fromEntries(Object.entries(keys).filter(([, meant]) => meant !== 'b')),
  }));
  const all = Promise.all([learn('F3'), learn('F4'), forget]);
  const wanted = { F2: 'Home', F3: 'End', F4: 'End' };
  expect(settings.state.getState().controls.keys).toEqual(wanted);
  await all;
  expect(settings.state.getState().controls.keys).toEqual(wanted);
  expect((await openSettings(database, unpackFont)).state.getState().controls.keys).toEqual(wanted);
});

it('forgets no button that was learned since the row was shown', async () => {
  const { application } = await runApplication({});
  const { settings } = application.state.getState().session;
  await settings.changeControls({ keys: { F1: 'PageDown' } });
  await application.showSettings();
  await press('Buttons');
  const forget = await until(() => buttonNamed('Forget'));
  void settings.changeControls(({ keys }) => ({ keys: { ...keys, F9: 'Home' } }));
  forget.click();
  await expect.poll(() => settings.state.getState().controls.keys).toEqual({ F9: 'Home' });
});

it('takes back alone what the disk refuses, and says so', async () => {
  const { application, reported } = await runApplication({});
  await application.showSettings();
  await until(() => buttonNamed('Text size: More'));
  const { settings, database } = application.state.getState().session;
  const put = vi.spyOn(database.settings, 'put').mockRejectedValueOnce(fullDisk());
  const refused = settings.state.getState().reading.fontSize;
  await pressQuickly('Text size: More');
  await pressQuickly('Line spacing: More');
  expect(settings.state.getState().reading).toMatchObject({ fontSize: refused + 10, lineHeight: 1.6 });
  await until(() => dialog()?.textContent?.includes('This was not kept'));
  expect(settings.state.getState().reading).toMatchObject({ fontSize: refused, lineHeight: 1.6 });
  expect(shownValues()).toContain(`${refused} %`);
  expect(reported).toMatchObject([{ name: 'QuotaExceededError' }]);
  put.mockRestore();
  await press('Close');
  await until(() => !dialog());
});

it('sets a book of its own as quickly, and takes back what the disk refuses of that', async () => {
  const database = await temporaryDatabase();
  const book = (await openSettings(database, unpackFont)).readingOf('one');
  await book.setOwn(true);
  const kept = book.change({ fontSize: 150 });
  expect(book.reading().fontSize).toBe(150);
  await kept;
  vi.spyOn(database.settings, 'put').mockRejectedValueOnce(fullDisk());
  const refused = book.change({ fontSize: 200, indent: 2 });
  expect(book.reading()).toMatchObject({ fontSize: 200, indent: 2 });
  await expect(refused).rejects.toThrow('The disk is full.');
  expect(book.reading()).toMatchObject({ fontSize: 150, indent: -1 });
});

/** Lights whose every setting is answered by hand. */
async function heldLights() {
  const lights: Light[] = [{ name: 'front', kind: 'plain', percent: 20 }];
  const held: { percent: number; answer: PromiseWithResolvers<void> }[] = [];
  const { application, bridge, reported } = await runApplication({
    prepare(given) {
      given.lights = lights;
      const original = given.call;
      given.call = (async (name: never, request: { percent: number }) => {
        if (name !== 'power.setLight') return original(name, request as never);
        const answer = Promise.withResolvers<void>();
        held.push({ percent: request.percent, answer });
        await answer.promise;
        return { ok: true, value: {} };
      }) as typeof original;
    },
  });
  await application.showSettings();
  await press('Screen');
  const name = 'Light: More';
  await until(() => buttonNamed(name));
  return { application, bridge, reported, held, name };
}

it('steps a light once for each press, one after the other', async () => {
  const { held, name } = await heldLights();
  for (let presses = 0; presses < 3; presses++) await pressQuickly(name);
  await until(() => shownValues().includes('35 %'));
  expect(held.map(({ percent }) => percent)).toEqual([25]);
  held[0]?.answer.resolve();
  await until(() => held.length === 2);
  held[1]?.answer.resolve();
  await until(() => held.length === 3);
  held[2]?.answer.resolve();
  expect(held.map(({ percent }) => percent)).toEqual([25, 30, 35]);
  expect(shownValues()).toContain('35 %');
});

it('shows a light as it is when it cannot be set', async () => {
  const { held, name, reported, bridge } = await heldLights();
  await pressQuickly(name);
  await until(() => shownValues().includes('25 %'));
  bridge.lights = [{ name: 'front', kind: 'plain', percent: 10 }];
  const error = new Error('No.');
  held[0]?.answer.reject(error);
  await until(() => shownValues().includes('10 %'));
  expect(reported).toEqual([error]);
});

it('does not take the place of what was read anew from the store', async () => {
  const database = await temporaryDatabase();
  const settings: SettingsStore = await openSettings(database, unpackFont);
  await settings.readingOf('one').setOwn(true);
  await database.settings.put({ name: 'reading/one', value: { own: true, reading: { fontSize: 90 } } });
  await settings.rereadBook('one');
  await settings.readingOf('one').change({ indent: 2 });
  expect(settings.readingOf('one').reading()).toMatchObject({ fontSize: 90, indent: 2 });
});
