// 简体中文: going to a place in the book.

import type { Strings } from '../english.ts';

export const goTo: Strings['goTo'] = {
  title: '跳转',
  by: '跳转方式',
  scales: { percent: '百分比', page: '页码', print: '纸书页码', location: '位置' },
  type: '输入数字',
  go: '前往',
  chapterBefore: '上一章',
  chapterAfter: '下一章',
  back: '返回',
  forward: '前进',
  less: (step) => `后退 ${step}`,
  more: (step) => `前进 ${step}`,
};
