// 繁體中文: the words of the notes.

import type { Strings } from '../english.ts';

export const notes: Strings['notes'] = {
  title: '筆記',
  none: '還沒有筆記。在書中選取文字即可標註。',
  noneInBook: '這本書還沒有筆記。',
  noneOfKind: '沒有這類筆記。',
  count: (count) => `${count} 則筆記`,
  filter: '顯示',
  filters: { all: '全部', line: '直線', wave: '波浪線', marker: '螢光筆', thought: '想法', bookmark: '書籤' },
  unplaced: '在這個版本的書中沒有找到',
  bookmark: '書籤',
  chapter: (uid) => `第 ${uid} 節`,
  open: '在書中開啟',
  delete: '刪除',
  copy: '複製',
  copyAll: '全部複製為 Markdown',
  copied: '已複製',
  copyFailed: '這裡無法複製。',
  menuOf: '筆記的操作',
};
