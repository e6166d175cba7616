// 简体中文: searching in the open book.

import type { Strings } from '../english.ts';

export const bookSearch: Strings['bookSearch'] = {
  title: '在书中搜索',
  query: '要查找的文字',
  go: '搜索',
  part: '匹配方式',
  parts: { any: '任意位置', start: '词首', whole: '整词' },
  exact: '精确',
  recent: '最近搜索',
  hint: '会搜索所有章节，包括还没打开过的。不区分大小写和重音符号。',
  none: '没有找到。',
  found: (count) => `${count} 处`,
  running: (count, percent) => `已找到 ${count} 处，搜索了 ${percent}%`,
  limited: (count) => `前 ${count} 处`,
  more: '继续搜索',
  page: (page) => `第 ${page} 页`,
  bar: '搜索结果',
  previous: '上一处',
  next: '下一处',
  list: '结果列表',
  end: '结束搜索',
};
