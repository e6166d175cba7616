// Simplified Chinese: the words of selecting, and of what is done with what is selected.

import type { Strings } from '../english.ts';

export const selection: Strings['selection'] = {
  byKeys: '按键选词：方向键移动，回车固定，再按回车打开菜单',
  start: '选区开头',
  end: '选区结尾',
  grey: (step) => `灰度 ${step}`,
  actions: {
    thought: '想法',
    dictionary: '词典',
    translate: '翻译',
    search: '搜索',
    share: '图片',
    copy: '复制',
    listen: '从此处听',
  },
  select: '选择文字',
  pressable: '链接和标注',
};
