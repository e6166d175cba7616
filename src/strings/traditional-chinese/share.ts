// Traditional Chinese: the words of sharing a quotation as a picture.

import type { Strings } from '../english.ts';

export const share: Strings['share'] = {
  title: '分享圖片',
  layout: '版式',
  layouts: { plain: '簡潔', cover: '帶封面', framed: '邊框' },
  shades: '色調',
  greys: '16 級灰階',
  colours: '彩色',
  save: '儲存',
  copy: '複製',
  saved: (path) => `已儲存至 ${path}`,
  copied: '已複製。',
  failed: '這裡無法完成。',
};
