// Which language the interface speaks on this device; the system's unless one was chosen.

import { setting } from './settings.ts';

export interface LanguageSetting {
  language: 'system' | 'en' | 'zh-Hans' | 'zh-Hant';
}

export const languageSetting = setting<LanguageSetting>('language', { language: 'system' });
