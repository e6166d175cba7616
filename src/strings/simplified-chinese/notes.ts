// 简体中文: the words of the notes.

import type { Strings } from '../english.ts';

export const notes: Strings['notes'] = {
  title: '笔记',
  none: '还没有笔记。在书中选中文字即可标注。',
  noneInBook: '这本书还没有笔记。',
  noneOfKind: '没有这类笔记。',
  count: (count) => `${count} 条笔记`,
  filter: '显示',
  filters: { all: '全部', line: '直线', wave: '波浪线', marker: '马克笔', thought: '想法', bookmark: '书签' },
  unplaced: '在这个版本的书中没有找到',
  bookmark: '书签',
  chapter: (uid) => `第 ${uid} 节`,
  open: '在书中打开',
  delete: '删除',
  copy: '复制',
  copyAll: '全部复制为 Markdown',
  copied: '已复制',
  copyFailed: '这里无法复制。',
  menuOf: '笔记的操作',
};
