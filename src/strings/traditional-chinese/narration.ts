// Traditional Chinese: the book read aloud by its own recordings.

import type { Strings } from '../english.ts';

export const narration: Strings['narration'] = {
  bar: '朗讀',
  begin: '朗讀',
  play: '繼續朗讀',
  pause: '暫停',
  previous: '上一句',
  next: '下一句',
  rate: (rate) => `語速：${rate} 倍`,
  skip: '略過註釋',
  leave: '離開列表',
  end: '停止朗讀',
};
