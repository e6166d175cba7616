// The settings of this account as session facts, kept equal to the stored ones. The application reads them from here.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Database } from '../db/database.ts';
import { type ControlSettings, controlSettings } from '../db/settings/control-settings.ts';
import { type LanguageSetting, languageSetting } from '../db/settings/language-setting.ts';
import { type ReadingSettings, readingSettings } from '../db/settings/reading-settings.ts';
import { type ScreenSettings, screenSettings } from '../db/settings/screen-settings.ts';
import { readSetting, type Setting } from '../db/settings/settings.ts';
import { type BookReading, firstReading, openBookReadings } from './book-reading.ts';
import type { UnpackFont } from './fonts/font-tables.ts';
import { type Fonts, openFonts } from './fonts/fonts.ts';
import { type Change, keepSetting } from './kept-setting.ts';

export interface SettingsState {
  reading: ReadingSettings;
  screen: ScreenSettings;
  language: LanguageSetting;
  controls: ControlSettings;
}

export interface SettingsStore {
  state: StoreApi<SettingsState>;
  fonts: Fonts;
  /** Changes hold at once; their promises reject when the disk refuses them, and they are taken back then. */
  changeReading: (change: Change<ReadingSettings>) => Promise<void>;
  resetReading: () => Promise<void>;
  /** How one book is set. */
  readingOf: (bookId: string) => BookReading;
  rereadBook: (bookId: string) => Promise<void>;
  changeScreen: (change: Change<ScreenSettings>) => Promise<void>;
  changeLanguage: (change: LanguageSetting) => Promise<void>;
  changeControls: (change: Change<ControlSettings>) => Promise<void>;
}

export async function openSettings(database: Database, unpackFont: UnpackFont): Promise<SettingsStore> {
  const [reading, screen, language, controls] = await Promise.all([
    readSetting(database, readingSettings),
    readSetting(database, screenSettings),
    readSetting(database, languageSetting),
    readSetting(database, controlSettings),
  ]);
  const state = createStore<SettingsState>(() => ({ reading, screen, language, controls }));
  const keep = <K extends keyof SettingsState>(name: K, setting: Setting<SettingsState[K]>) =>
    keepSetting(database, setting, state.getState()[name], (value) =>
      state.setState({ [name]: value } as Pick<SettingsState, K>),
    ).change;
  const changeReading = keep('reading', readingSettings);
  const all = { reading: () => state.getState().reading, change: changeReading };
  const [books, fonts] = await Promise.all([openBookReadings(database, all), openFonts(database, unpackFont)]);
  return {
    state,
    fonts,
    changeReading,
    resetReading: () => changeReading(firstReading),
    readingOf: books.of,
    rereadBook: books.reread,
    changeScreen: keep('screen', screenSettings),
    changeLanguage: keep('language', languageSetting),
    changeControls: keep('controls', controlSettings),
  };
}
