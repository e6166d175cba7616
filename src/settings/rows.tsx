// The rows of each section of the settings: a name and what changes it.

import type { ComponentChildren } from 'preact';
import type { LanguageSetting } from '../db/language-setting.ts';
import type { ReadingSettings } from '../db/reading-settings.ts';
import type { Strings } from '../strings/english.ts';
import { languageNames } from '../strings/languages.ts';
import { Choice } from '../ui/choice.tsx';
import { Stepper } from '../ui/stepper.tsx';

type Words = Strings['settings'];

export interface SettingsRow {
  name: string;
  /** What holds at the moment, where the control does not say it. */
  detail?: string;
  control: ComponentChildren;
}

export function readingRows(
  words: Words,
  value: ReadingSettings,
  change: (change: Partial<ReadingSettings>) => void,
): SettingsRow[] {
  const step = (
    name: string,
    field: 'fontSize' | 'lineHeight' | 'margin',
    range: { least: number; most: number; step: number },
    text: string,
  ): SettingsRow => ({
    name,
    control: (
      <Stepper
        {...range}
        name={name}
        value={value[field]}
        text={text}
        labels={words}
        onChange={(next) => change({ [field]: next })}
      />
    ),
  });
  const flag = (name: string, field: 'hyphenate' | 'publisherStyles' | 'night'): SettingsRow => ({
    name,
    control: onOff(words, name, value[field], (next) => change({ [field]: next })),
  });
  const aligns: [ReadingSettings['align'], string][] = [
    ['book', words.aligns.book],
    ['left', words.aligns.left],
    ['justify', words.aligns.justify],
  ];
  return [
    step(words.fontSize, 'fontSize', { least: 60, most: 260, step: 10 }, `${value.fontSize} %`),
    step(words.lineHeight, 'lineHeight', { least: 1.1, most: 2.4, step: 0.1 }, value.lineHeight.toFixed(1)),
    step(words.margins, 'margin', { least: 0, most: 4, step: 1 }, String(value.margin + 1)),
    {
      name: words.align,
      control: (
        <Choice name={words.align} options={aligns} value={value.align} onChange={(align) => change({ align })} />
      ),
    },
    flag(words.hyphenate, 'hyphenate'),
    flag(words.publisherStyles, 'publisherStyles'),
    flag(words.night, 'night'),
  ];
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
