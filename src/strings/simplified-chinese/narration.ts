// Simplified Chinese: the book read aloud by its own recordings.

import type { Strings } from '../english.ts';

export const narration: Strings['narration'] = {
  bar: '朗读',
  begin: '朗读',
  play: '继续朗读',
  pause: '暂停',
  previous: '上一句',
  next: '下一句',
  rate: (rate) => `语速：${rate} 倍`,
  skip: '跳过注释',
  leave: '离开列表',
  end: '停止朗读',
};
