// Settings: they are stored, they hold after a restart, and the language changes at once.

import { expect, it } from 'vitest';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { openSettings } from '../../../src/settings/store.ts';
import { nearestLanguage, stringsOf } from '../../../src/strings/languages.ts';
import { press, runApplication, until } from '../app/running-application.ts';

it('stores what was chosen for reading and for the screen', async () => {
  const { application, bridge } = await runApplication({});
  application.routes.go({ name: 'settings' });
  await press('Text size: More');
  await press('Screen');
  await press('Simulated');
  await press('Full refresh every: More');
  const { database } = application.state.getState().session;
  await until(() => bridge.calls.some(({ name }) => name === 'panel.setBackend'));
  const again = await openSettings(database);
  expect(again.state.getState()).toMatchObject({ reading: { fontSize: 120 }, screen: { refreshEvery: 8 } });
  expect(application.state.getState().panel.backend).toBe('simulated');
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
