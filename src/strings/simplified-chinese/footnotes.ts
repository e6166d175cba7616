// 简体中文: notes that a link in the text asks for.

import type { Strings } from '../english.ts';

export const footnotes: Strings['footnotes'] = {
  title: '注释',
  goThere: '转到原处',
};
