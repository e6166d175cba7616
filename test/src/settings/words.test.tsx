// Dictionaries and the translation service in the settings: installed from files, ordered, removed; set up and kept.

import { expect, it } from 'vitest';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { keepLookup } from '../../../src/db/reading/dictionaries.ts';
import { press, runApplication, until } from '../app/running-application.ts';
import { buildDictionary, filesOf } from '../dictionary/build-dictionary.ts';

const shown = () => document.querySelector('#app')?.textContent ?? '';

async function addFiles(files: File[]): Promise<void> {
  const input = await until(() => document.querySelector<HTMLInputElement>('#app input[type=file]'));
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

it('installs, orders and removes dictionaries, says what is wrong, and forgets words', async () => {
  const { application } = await runApplication({});
  const { database } = application.state.getState().session;
  await keepLookup(database, { word: 'whale', at: 1, bookId: 'b' });
  await application.showSettings('words');
  const made = (name: string) => filesOf(buildDictionary([{ word: 'dog', data: name }], 'm', name), name);
  await addFiles([...made('First'), ...made('Second')]);
  await until(() => /First.*Second/.test(shown()));
  await press('Ask earlier: Second');
  await until(() => /Second.*First/.test(shown()));
  await press('Remove: First');
  await until(() => !shown().includes('First'));
  expect(await database.dictionaries.count()).toBe(1);
  await addFiles([new File(['no'], 'broken.zip')]);
  await until(() => shown().includes('The dictionary’s files are damaged.'));
  await press('Show');
  await press('Forget: whale');
  await until(() => !shown().includes('whale'));
  expect(await database.lookups.count()).toBe(0);
});

it('sets the translation service up, and never shows the key again', async () => {
  const { application, bridge } = await runApplication({});
  await application.showSettings('words');
  await press('Set up');
  await press('DeepL');
  const field = (name: string) =>
    [...document.querySelectorAll<HTMLElement>('.text-field')]
      .find((one) => one.textContent?.startsWith(name))
      ?.querySelector('input') as HTMLInputElement;
  const type = async (name: string, value: string) => {
    const input = await until(() => field(name));
    input.value = value;
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await afterPaint();
  };
  await type('Address', 'nonsense');
  await press('Save');
  await until(() => shown().includes('This cannot work'));
  await type('Address', 'https://translate.example.org');
  await type('Key', 'secret');
  await press('Save');
  await until(() => !document.querySelector('.dialog'));
  const { request } = bridge.calls.filter(({ name }) => name === 'translation.change').at(-1) ?? {};
  expect(request).toMatchObject({
    key: 'secret',
    options: { kind: 'deepl', address: 'https://translate.example.org' },
  });
  await until(() => shown().includes('DeepL'));
  await press('Set up');
  expect((await until(() => field('Key (kept'))).value).toBe('');

  await press('Other (JSON)');
  await press('Next');
  await type('Header', 'X-Key: {key}');
  const tap = (n: number) => document.querySelectorAll<HTMLElement>('.dialog-buttons button')[n]?.click();
  await expect.poll(() => tap(0) ?? field('Into')).toBeTruthy();
  // A second tap at once is none on what has come in its place.
  tap(0);
  await type('Into', 'fr');
  await expect.poll(() => tap(1) ?? field('Header')).toBeTruthy();
  tap(1);
  await afterPaint();
  expect(field('Header').value).toBe('X-Key: {key}');
  await expect.poll(() => tap(1) ?? document.querySelector('.dialog')).toBeNull();
  expect(bridge.calls.filter(({ name }) => name === 'translation.change').at(-1)?.request).toMatchObject({
    options: { kind: 'custom', address: 'https://translate.example.org', header: 'X-Key: {key}', target: 'fr' },
  });
});
