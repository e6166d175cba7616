// Settings: they are stored, they hold after a restart, and the language changes at once.

import { expect, it } from 'vitest';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { openSettings } from '../../../src/settings/store.ts';
import { nearestLanguage, stringsOf } from '../../../src/strings/languages.ts';
import { press, runApplication, until } from '../app/running-application.ts';
import { unpackFont } from './unpack-font.ts';

it('stores what was chosen for reading and for the screen', async () => {
  const { application, bridge } = await runApplication({});
  await application.showSettings();
  await press('Text size: More');
  await press('Screen');
  await press('Choose…');
  await press('Simulated panel');
  await press('Full refresh every: More');
  const { database } = application.state.getState().session;
  await until(() => bridge.calls.some(({ name }) => name === 'panel.setBackend'));
  const again = await openSettings(database, unpackFont);
  expect(again.state.getState()).toMatchObject({ reading: { fontSize: 120 }, screen: { refreshEvery: 8 } });
  expect(application.state.getState().panel.backend).toBe('simulated');
});

it('shows which panels there are, and takes the commands for one of the reader’s own', async () => {
  const { application, bridge } = await runApplication({});
  await application.showSettings();
  await press('Screen');
  await press('Choose…');
  const choices = [...document.querySelectorAll('.panel-choice')].map((choice) => choice.textContent);
  expect(choices).toEqual([
    'Whatever is found',
    'PineNote, by its system service',
    'Simulated panel',
    'Commands of my own',
    'An ordinary screenin use',
  ]);
  await press('Commands of my own');
  await until(() => !document.querySelector('.dialog'));
  await press('Edit…');
  const [partial] = document.querySelectorAll<HTMLInputElement>('.dialog input');
  if (!partial) throw new Error('There is no field.');
  const say = (text: string) => {
    partial.value = text;
    partial.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  say('eips "');
  await afterPaint();
  await press('Save');
  await until(() => document.querySelector('.dialog')?.textContent?.includes('cannot be read'));
  say('eips -x {x}');
  await afterPaint();
  await press('Save');
  await until(() => !document.querySelector('.dialog'));
  expect(bridge.calls.findLast(({ name }) => name === 'panel.setOptions')?.request).toMatchObject({
    partialCommand: 'eips -x {x}',
  });
});

it('sets the lights that there are', async () => {
  const light = { name: 'backlight_warm', kind: 'warm' as const, percent: 20 };
  const { application, bridge } = await runApplication({ prepare: (given) => given.lights.push(light) });
  await application.showSettings();
  await press('Screen');
  await press('Warm light: More');
  await until(() => [...document.querySelectorAll('.stepper-value')].some((text) => text.textContent === '25 %'));
  const set = bridge.calls.filter(({ name }) => name === 'power.setLight').map(({ request }) => request);
  expect(set).toEqual([{ name: 'backlight_warm', percent: 25 }]);
});

it('learns a button, which then does it everywhere, and forgets it', async () => {
  const { application } = await runApplication({ size: { width: 480, height: 800, dpi: 96 } });
  const key = (name: string, code = '') => {
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new KeyboardEvent('keydown', { key: name, code, bubbles: true, cancelable: true }));
  };
  await application.showSettings();
  await press('Buttons');
  await press('Learn…');
  key('Shift');
  key('Unidentified', 'Lang5');
  await until(() => document.body.textContent?.includes('Lang5'));
  const position = () => document.querySelector('.page-bar-position')?.textContent;
  const first = position();
  key('Unidentified', 'Lang5');
  await until(() => position() !== first);
  key('PageUp');
  await until(() => position() === first);
  await press('Forget');
  await until(() => !document.body.textContent?.includes('Lang5'));
  key('Unidentified', 'Lang5');
  await afterPaint();
  expect(position()).toBe(first);
});

it('speaks the language that was chosen, at once', async () => {
  const { application } = await runApplication({});
  application.routes.go({ name: 'settings' });
  await press('Language');
  await press('简体中文');
  await until(() => document.querySelector('h1')?.textContent === '设置');
  expect(document.documentElement.lang).toBe('zh-Hans');
  await press('繁體中文');
  await until(() => document.querySelector('h1')?.textContent === '設定');
  await press('English');
  await afterPaint();
});

it.each([
  [['zh-TW', 'en'], 'zh-Hant'],
  [['zh-HK'], 'zh-Hant'],
  [['zh'], 'zh-Hans'],
  [['de-DE', 'zh-CN'], 'zh-Hans'],
  [['fr'], 'en'],
  [['zh_TW.UTF-8'], 'zh-Hant'],
  [['en-US@posix', 'zh'], 'en'],
  [['C', 'zh'], 'zh-Hans'],
  [[], 'en'],
] as const)('understands the system’s %s as %s', (wanted, language) => {
  expect(nearestLanguage(wanted)).toBe(language);
});

it('has every sentence in every language, and no Simplified form in the Traditional table', () => {
  const textsOf = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'function'
        ? [String((value as (...numbers: number[]) => unknown)(2, 3))]
        : Object.values(value as object).flatMap(textsOf);
  const simplified = textsOf(stringsOf('zh-Hans'));
  const traditional = textsOf(stringsOf('zh-Hant'));
  expect(simplified.every((text) => text.trim() !== '')).toBe(true);
  expect(traditional).toHaveLength(simplified.length);
  expect(traditional.join('').match(/[这个为书录笔设备页账户删还没开关显读进选项务错误时间与对话]/g) ?? []).toEqual([]);
});
