// 繁體中文: notes that a link in the text asks for.

import type { Strings } from '../english.ts';

export const footnotes: Strings['footnotes'] = {
  title: '註釋',
  goThere: '前往原處',
};
