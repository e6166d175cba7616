// The lexicon of English base forms, which is fetched at the first question: where it cannot be, and when it can again.
// What it and the endings of other languages say of words that are headwords themselves.

import { expect, it, onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';
import { baseForms, formsOfHeadword } from '../../../src/dictionary/base-forms.ts';

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
  expect(await baseForms('dogs', 'en')).toEqual({ known: [], guessed: ['dog'] });
  expect(await baseForms('mice', 'en')).toEqual({ known: [], guessed: [] });
  expect(reported).toEqual([expect.stringContaining('wink-lemmatizer'), expect.stringContaining('wink-lemmatizer')]);
  await block([]);
  expect(await baseForms('mice', 'en')).toEqual({ known: ['mouse'], guessed: [] });
  expect(reported).toHaveLength(2);
});

it('knows of which words a headword is a form for certain, and makes none up', async () => {
  const english = async (word: string) => formsOfHeadword(word, 'en-GB');
  expect(await english('found')).toEqual(['find']);
  expect(await english('Left')).toEqual(['leave']);
  expect(await english('saw')).toEqual(['see']);
  expect(await english('lay')).toEqual(['lie']);
  expect(await english('leaves')).toEqual(['leave', 'leaf']);
  expect(await english('meeting,')).toEqual(['meet']);
  expect(await english('better')).toEqual(['good']);
  const none = 'constructor corner early class during morning hundred bed thing this number forest news table';
  for (const word of none.split(' ')) expect(await english(word), word).toEqual([]);
});

it('takes only forms of verbs for certain in other languages, and no word of theirs for English', async () => {
  expect(await formsOfHeadword('porte', 'fr')).toEqual(['porter']);
  expect(await formsOfHeadword('content', 'fr')).toEqual(['conter']);
  expect(await formsOfHeadword('macht', 'de')).toEqual(['machen']);
  expect(await formsOfHeadword('Macht', 'de')).toEqual([]);
  expect(await formsOfHeadword('fell', 'de')).toEqual([]);
  expect(await formsOfHeadword('como', 'es')).toEqual(['comar', 'comer', 'comir']);
  expect(await formsOfHeadword('рука', 'ru')).toEqual([]);
  expect(await formsOfHeadword('saw', 'zh')).toEqual(['see']);
});
