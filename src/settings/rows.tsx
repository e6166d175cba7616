// The rows of each section of the settings: a name and what changes it.

import type { ComponentChildren } from 'preact';
import type { LanguageSetting } from '../db/settings/language-setting.ts';
import { fontChoices, readingFields, readingValues } from '../db/settings/reading-choices.ts';
import type { ReadingSettings } from '../db/settings/reading-settings.ts';
import type { Strings } from '../strings/english.ts';
import { languageNames } from '../strings/languages.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { TypeControl } from '../ui/type-control.tsx';
import type { FontFamily } from './fonts/fonts.ts';

type Words = Strings['settings'];

export interface SettingsRow {
  name: string;
  /** What holds at the moment, where the control does not say it. */
  detail?: string;
  control: ComponentChildren;
}

export function readingRows(
  { typography, settings }: Strings,
  value: ReadingSettings,
  fonts: readonly FontFamily[],
  change: (change: Partial<ReadingSettings>) => void,
  reset: () => void,
): SettingsRow[] {
  const rows = readingFields.map((field) => ({
    name: typography.fields[field],
    control: (
      <TypeControl
        words={typography}
        labels={settings}
        field={field}
        values={field === 'fontFamily' ? fontChoices(fonts) : readingValues[field]}
        value={value[field]}
        onChange={(next) => change({ [field]: next } as Partial<ReadingSettings>)}
      />
    ),
  }));
  return [...rows, { name: typography.reset, control: <Button onPress={reset}>{typography.resetAction}</Button> }];
}

export function languageRows(
  words: Words,
  value: LanguageSetting,
  change: (change: LanguageSetting) => void,
): SettingsRow[] {
  const languages: [LanguageSetting['language'], string][] = [
    ['system', words.systemLanguage],
    ['en', languageNames.en],
    ['zh-Hans', languageNames['zh-Hans']],
    ['zh-Hant', languageNames['zh-Hant']],
  ];
  return languages.map(([language, name]) => ({
    name,
    control: (
      <Choice name={name} options={[[language, '']]} value={value.language} onChange={() => change({ language })} />
    ),
  }));
}

export function onOff(words: Words, name: string, value: boolean, change: (value: boolean) => void): ComponentChildren {
  const options: [boolean, string][] = [
    [false, words.off],
    [true, words.on],
  ];
  return <Choice name={name} options={options} value={value} onChange={change} />;
}
