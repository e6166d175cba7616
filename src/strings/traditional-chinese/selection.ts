// Traditional Chinese: the words of selecting, and of what is done with what is selected.

import type { Strings } from '../english.ts';

export const selection: Strings['selection'] = {
  byKeys: '按鍵選詞：方向鍵移動，Enter 固定，再按 Enter 開啟選單',
  start: '選取範圍開頭',
  end: '選取範圍結尾',
  grey: (step) => `灰階 ${step}`,
  actions: {
    thought: '想法',
    dictionary: '詞典',
    translate: '翻譯',
    search: '搜尋',
    share: '圖片',
    copy: '複製',
    listen: '從此處聽',
  },
  select: '選取文字',
  pressable: '連結和標註',
};
