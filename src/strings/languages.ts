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
    const locale = localeOf(tag);
    if (!locale) continue;
    const { language, script, region } = locale;
    if (language === 'en') return 'en';
    if (language === 'zh') return script === 'Hant' || region === 'TW' || region === 'HK' ? 'zh-Hant' : 'zh-Hans';
  }
  return 'en';
}

/** Systems have been seen to name languages such as `en-US@posix`, which are none. */
function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag.replace(/[@.].*$/, '').replaceAll('_', '-')).maximize();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export const StringsContext = createContext<Strings>(english);

export function useStrings(): Strings {
  return useContext(StringsContext);
}
