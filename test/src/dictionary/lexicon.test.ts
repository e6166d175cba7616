// The lexicon of English base forms, which is fetched at the first question: where it cannot be, and when it can again.

import { expect, it, onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';
import { baseForms } from '../../../src/dictionary/base-forms.ts';

interface Devtools {
  send(method: 'Network.enable'): Promise<void>;
  send(method: 'Network.setBlockedURLs', options: { urls: string[] }): Promise<void>;
}

const devtools = cdp() as unknown as Devtools;
/** The browser fetches nothing from these addresses. */
const block = (urls: string[]) => devtools.send('Network.setBlockedURLs', { urls });

it('goes by endings without its lexicon, says so, and fetches it anew at the next question', async () => {
  const reported: string[] = [];
  // As the test listens to errors itself, Vitest writes the two into its log and goes on.
  const hear = (event: ErrorEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    reported.push(event.message);
  };
  window.addEventListener('error', hear, { capture: true });
  onTestFinished(() => window.removeEventListener('error', hear, { capture: true }));
  await devtools.send('Network.enable');
  onTestFinished(() => block([]));
  await block(['*wink-lemmatizer*']);
  expect(await baseForms('dogs', 'en')).toEqual(['dog']);
  expect(await baseForms('mice', 'en')).toEqual([]);
  expect(reported).toEqual([expect.stringContaining('wink-lemmatizer'), expect.stringContaining('wink-lemmatizer')]);
  await block([]);
  expect(await baseForms('mice', 'en')).toEqual(['mouse']);
  expect(reported).toHaveLength(2);
});
