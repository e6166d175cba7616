// Which table speaks: the one that was chosen, else the one nearest to the system's languages.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { english, type Strings } from './english.ts';
import { simplifiedChinese } from './simplified-chinese.ts';
import { traditionalChinese } from './traditional-chinese.ts';

export type Language = 'en' | 'zh-Hans' | 'zh-Hant';

const tables: Record<Language, Strings> = { en: english, 'zh-Hans': simplifiedChinese, 'zh-Hant': traditionalChinese };

/** Each language in its own words. */
export const languageNames: Record<Language, string> = { en: 'English', 'zh-Hans': '简体中文', 'zh-Hant': '繁體中文' };

export function stringsOf(language: Language): Strings {
  return tables[language];
}

/** The first of the system's languages (BCP 47) that there is a table for; English where there is none. */
export function nearestLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const { language, script, region } = new Intl.Locale(tag).maximize();
    if (language === 'en') return 'en';
    if (language === 'zh') return script === 'Hant' || region === 'TW' || region === 'HK' ? 'zh-Hant' : 'zh-Hans';
  }
  return 'en';
}

export const StringsContext = createContext<Strings>(english);

export function useStrings(): Strings {
  return useContext(StringsContext);
}
