// The settings of this account as session facts, kept equal to the stored ones. The application reads them from here.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { type ControlSettings, controlSettings } from '../db/control-settings.ts';
import type { Database } from '../db/database.ts';
import { type LanguageSetting, languageSetting } from '../db/language-setting.ts';
import { type ReadingSettings, readingSettings } from '../db/reading-settings.ts';
import { type ScreenSettings, screenSettings } from '../db/screen-settings.ts';
import { changeSetting, readSetting } from '../db/settings.ts';

export interface SettingsState {
  reading: ReadingSettings;
  screen: ScreenSettings;
  language: LanguageSetting;
  controls: ControlSettings;
}

export interface SettingsStore {
  state: StoreApi<SettingsState>;
  changeReading: (change: Partial<ReadingSettings>) => Promise<void>;
  changeScreen: (change: Partial<ScreenSettings>) => Promise<void>;
  changeLanguage: (change: LanguageSetting) => Promise<void>;
  changeControls: (change: Partial<ControlSettings>) => Promise<void>;
}

export async function openSettings(database: Database): Promise<SettingsStore> {
  const [reading, screen, language, controls] = await Promise.all([
    readSetting(database, readingSettings),
    readSetting(database, screenSettings),
    readSetting(database, languageSetting),
    readSetting(database, controlSettings),
  ]);
  const state = createStore<SettingsState>(() => ({ reading, screen, language, controls }));
  return {
    state,
    changeReading: async (change) =>
      state.setState({ reading: await changeSetting(database, readingSettings, change) }),
    changeScreen: async (change) => state.setState({ screen: await changeSetting(database, screenSettings, change) }),
    changeLanguage: async (change) =>
      state.setState({ language: await changeSetting(database, languageSetting, change) }),
    changeControls: async (change) =>
      state.setState({ controls: await changeSetting(database, controlSettings, change) }),
  };
}
