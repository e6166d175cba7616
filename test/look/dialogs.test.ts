// What the settings ask in dialogs: panels, commands, buttons, dictionaries, words that were looked up, translation.

import { expect } from 'vitest';
import { afterPaint } from '../../src/app/after-paint.ts';
import type { Database } from '../../src/db/database.ts';
import { english } from '../../src/strings/english.ts';
import { press, runApplication, until } from '../src/app/running-application.ts';
import { beginLook, look } from './look.ts';

beginLook();

const at = 1_770_000_000;

async function fillWords(database: Database): Promise<void> {
  const row = { types: 'm', ready: 1 as const, addedAt: at };
  await database.dictionaries.bulkPut([
    {
      ...row,
      dictionaryId: 'd_1',
      name: 'Webster’s Revised Unabridged Dictionary',
      words: 98_730,
      size: 29e6,
      rank: 1,
    },
    { ...row, dictionaryId: 'd_2', name: '汉语大词典', words: 365_204, size: 81e6, rank: 2 },
  ]);
  const words = [
    'rabbit-hole',
    'peeped',
    'daisy-chain',
    'waistcoat-pocket',
    'remarkable',
    'hedge',
    '兔子',
    'curtseying',
  ];
  const lookups = [...words, 'marmalade', 'antipathies', 'draught', 'telescope', 'fountains', 'toffee', 'poison'];
  await database.lookups.bulkPut(lookups.map((word, n) => ({ word, at: at - n * 40_000, bookId: 'b_1' })));
}

/** Also where Escape leads a step back first. */
async function close(): Promise<void> {
  const escapeKey = () => new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
  const dialog = () => document.querySelector('[role=dialog]');
  await expect.poll(() => dialog() && !document.activeElement?.dispatchEvent(escapeKey()) && dialog()).toBeNull();
}

const asked = () => until(() => document.querySelector('[role=dialog]'));

/** The first button whose words begin so, on the page of the list where it stands. */
async function pressFirst(name: string): Promise<void> {
  const found = () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith(name));
  if (!found()) {
    document.querySelector('.settings-body')?.closest('.screen')?.dispatchEvent(pageDown());
    await afterPaint();
  }
  (await until(found)).click();
  await afterPaint();
}

const pageDown = () => new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true, cancelable: true });

look('dialogs', async (size, picture) => {
  const { application, bridge } = await runApplication({ size });
  const { session } = application.state.getState();
  await session.syncNow();
  await fillWords(session.database);
  await application.showSettings();
  await afterPaint();

  await press(english.dictionary.title);
  await until(() => document.querySelector('.dictionary-name'));
  await picture('dictionaries');
  await pressFirst(english.dictionary.show);
  await asked();
  await picture('lookups');
  await close();
  await pressFirst(english.translation.setUp);
  await asked();
  for (const kind of ['deepl', 'custom', 'command'] as const) {
    await press(english.translation.kinds[kind]);
    await picture(`translation-${kind}`);
  }
  await press(english.translation.kinds.custom);
  await press(english.translation.next);
  await picture('translation-request');
  await close();

  await press(english.settings.screen);
  await press(english.device.choose);
  await until(() => document.querySelectorAll('.panel-choice').length > 1);
  await picture('panel');
  await pressFirst(english.device.panels.command);
  await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull();
  await pressFirst(english.device.edit);
  await asked();
  await picture('commands');
  await close();

  await press(english.device.buttons);
  await pressFirst(english.device.learn);
  await asked();
  await picture('learn');
  expect(bridge.logged).toEqual([]);
});
