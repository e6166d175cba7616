// 繁體中文: searching in the open book.

import type { Strings } from '../english.ts';

export const bookSearch: Strings['bookSearch'] = {
  title: '在書中搜尋',
  query: '要尋找的文字',
  go: '搜尋',
  part: '比對方式',
  parts: { any: '任意位置', start: '詞首', whole: '整詞' },
  exact: '精確',
  recent: '最近搜尋',
  hint: '會搜尋所有章節，包括還沒打開過的。不區分大小寫和重音符號。',
  none: '沒有找到。',
  found: (count) => `${count} 處`,
  running: (count, percent) => `已找到 ${count} 處，搜尋了 ${percent}%`,
  limited: (count) => `前 ${count} 處`,
  more: '繼續搜尋',
  page: (page) => `第 ${page} 頁`,
  bar: '搜尋結果',
  previous: '上一處',
  next: '下一處',
  list: '結果列表',
  end: '結束搜尋',
};
