// 繁體中文: the words of what is kept on the device, and of downloads.

import type { Strings } from '../english.ts';

export const storage: Strings['storage'] = {
  title: '儲存空間',
  books: '書籍',
  bookCount: (count) => `${count} 本書`,
  originals: '按原版頁面顯示的檔案',
  fonts: '自己的字型',
  dictionaries: '詞典',
  pictures: '封面和圖片',
  left: '剩餘空間',
  unknown: '未知',
  megabytes: (amount) => `${amount} MB`,
  gigabytes: (amount) => `${amount} GB`,
  full: '空間不足時，久未開啟的書會先從本機刪除，為新書騰出空間。筆記不會被清除。',
  kept: '系統不會自動清除',
  mayBeCleared: '系統可能會清除已有內容',
  freeable: { finished: '已讀完的書', unread: '三個月未讀的書' },
  none: '無',
  facts: (count, amount) => `${count} 本書，${amount}`,
  free: '釋放…',
  freeAsk: (amount) => `釋放 ${amount}？`,
  freeNote: (count) => `${count} 本書的檔案將從本機刪除。書仍在書架上，筆記和閱讀進度會保留，開啟時會重新下載。`,
  freeDo: '釋放',
};
