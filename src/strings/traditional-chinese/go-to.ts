// 繁體中文: going to a place in the book.

import type { Strings } from '../english.ts';

export const goTo: Strings['goTo'] = {
  title: '跳轉',
  by: '跳轉方式',
  scales: { percent: '百分比', page: '頁碼', print: '紙書頁碼', location: '位置' },
  type: '輸入數字',
  go: '前往',
  chapterBefore: '上一章',
  chapterAfter: '下一章',
  back: '返回',
  forward: '前進',
  less: (step) => `後退 ${step}`,
  more: (step) => `前進 ${step}`,
};
