// The sheet about a word, asked for by a reader who does not wait for the answer.

import { expect, it, onTestFinished, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { readingSettings } from '../../../../src/db/settings/reading-settings.ts';
import { Dictionaries, type Found } from '../../../../src/dictionary/look-up.ts';
import { LookingUp } from '../../../../src/reader/dictionary/looking-up.ts';
import type { FeatureParts } from '../../../../src/reader/feature.ts';
import { loadingState, type ReadingState } from '../../../../src/reader/reading-state.ts';
import type { Subject } from '../../../../src/reader/selection/subject.ts';
import { temporaryDatabase } from '../../db/temporary-database.ts';

const entry = (word: string): Found => ({ dictionaryId: 'd', dictionary: 'Dictionary', word, entry: [] });

it('opens the sheet with the answer to the last of two presses, not over what was there before', async () => {
  const answers = [Promise.withResolvers<Found[]>(), Promise.withResolvers<Found[]>()];
  const asked = vi.spyOn(Dictionaries.prototype, 'lookUp');
  onTestFinished(() => asked.mockRestore());
  for (const { promise } of answers) asked.mockImplementationOnce(() => promise);
  const state = createStore<ReadingState>(() => loadingState(readingSettings.initial));
  const works: Promise<unknown>[] = [];
  const parts = {
    ...{ database: await temporaryDatabase(), bookId: 'b', book: { facts: { language: 'en' } }, state },
    view: { text: () => undefined },
    signal: new AbortController().signal,
    report: (error: unknown) => expect.unreachable(String(error)),
    now: () => 1_800_000_000,
    later: (work: Promise<unknown>) => works.push(work),
  } as unknown as FeatureParts;
  const lookingUp = new LookingUp(parts);
  const about = { chapterUid: 1, start: 4, end: 9, words: 'quick' } as Subject;
  const [first, second] = [lookingUp.open(about), lookingUp.open(about)];
  answers[0]?.resolve([entry('quick')]);
  await first;
  expect(state.getState().panel).toBeUndefined();
  answers[1]?.resolve([entry('quick')]);
  await second;
  expect(state.getState()).toMatchObject({ panel: 'dictionary', about });
  expect(lookingUp.state.getState()).toMatchObject({ word: 'quick', found: [entry('quick')] });
  await Promise.all(works);
});
