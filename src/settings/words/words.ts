// The dictionaries and the translation service as the settings show them: installed, ordered, removed, set up.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TranslationOptions, TranslationState } from '../../../api/translation.ts';
import type { Database } from '../../db/database.ts';
import { unixSeconds } from '../../db/outbox/service-time.ts';
import {
  type DictionaryRow,
  forgetLookups,
  installedDictionaries,
  type LookupRow,
  lookedUp,
  raiseDictionary,
  removeDictionary,
  removeUnfinished,
} from '../../db/reading/dictionaries.ts';
import { DictionaryError, type DictionaryProblem } from '../../dictionary/dictionary-error.ts';
import { findDictionaries } from '../../dictionary/dictionary-files.ts';
import { installDictionary } from '../../dictionary/install.ts';

export interface WordsState {
  dictionaries: readonly DictionaryRow[];
  lookups: readonly LookupRow[];
  translation: TranslationState | undefined;
  /** Tenths of the installation that is under way. */
  installing: number | undefined;
  problem: DictionaryProblem | undefined;
}

/** What the application asks the main process for. */
export interface TranslationSetup {
  state(): Promise<TranslationState>;
  /** Rejects with an AppError for what cannot work. */
  change(options: TranslationOptions, key?: string): Promise<TranslationState>;
}

export interface Words {
  state: StoreApi<WordsState>;
  /** Call before the section is shown. */
  load(): Promise<void>;
  install(files: readonly File[]): Promise<void>;
  remove(dictionaryId: string): Promise<void>;
  raise(dictionaryId: string): Promise<void>;
  forget(words?: readonly string[]): Promise<void>;
  setUp(options: TranslationOptions, key?: string): Promise<void>;
}

export function createWords(database: Database, translation: TranslationSetup): Words {
  const state = createStore<WordsState>(() => ({
    dictionaries: [],
    lookups: [],
    translation: undefined,
    installing: undefined,
    problem: undefined,
  }));
  const running = new Set<string>();
  const read = async () => {
    await removeUnfinished(database, running);
    const [dictionaries, lookups] = await Promise.all([installedDictionaries(database), lookedUp(database)]);
    state.setState({ dictionaries, lookups });
  };
  const installOne = async (files: Awaited<ReturnType<typeof findDictionaries>>[number]) => {
    let begun = '';
    try {
      await installDictionary(database, files, {
        now: unixSeconds(),
        onProgress: (installing) => state.setState({ installing }),
        onBegin(id) {
          begun = id;
          running.add(id);
        },
      });
    } finally {
      running.delete(begun);
    }
  };
  return {
    state,
    async load() {
      await read();
      state.setState({ translation: await translation.state(), problem: undefined });
    },
    async install(files) {
      if (state.getState().installing !== undefined) return;
      state.setState({ installing: 0, problem: undefined });
      try {
        for (const found of await findDictionaries(files)) await installOne(found);
      } catch (error) {
        if (!(error instanceof DictionaryError)) throw error;
        state.setState({ problem: error.problem });
      } finally {
        await read();
        state.setState({ installing: undefined });
      }
    },
    async remove(dictionaryId) {
      await removeDictionary(database, dictionaryId);
      await read();
    },
    async raise(dictionaryId) {
      await raiseDictionary(database, dictionaryId);
      await read();
    },
    async forget(words) {
      await forgetLookups(database, words);
      await read();
    },
    async setUp(options, key) {
      state.setState({ translation: await translation.change(options, key) });
    },
  };
}
