// Simplified Chinese: the words of sharing a quotation as a picture.

import type { Strings } from '../english.ts';

export const share: Strings['share'] = {
  title: '分享图片',
  layout: '版式',
  layouts: { plain: '简洁', cover: '带封面', framed: '边框' },
  shades: '色调',
  greys: '16 级灰度',
  colours: '彩色',
  save: '保存',
  copy: '复制',
  saved: (path) => `已保存到 ${path}`,
  copied: '已复制。',
  failed: '这里无法完成。',
};
