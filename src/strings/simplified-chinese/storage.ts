// 简体中文: the words of what is kept on the device, and of downloads.

import type { Strings } from '../english.ts';

export const storage: Strings['storage'] = {
  title: '存储',
  books: '书籍',
  bookCount: (count) => `${count} 本书`,
  originals: '按原版页面显示的文件',
  fonts: '自己的字体',
  dictionaries: '词典',
  pictures: '封面和图片',
  left: '剩余空间',
  unknown: '未知',
  megabytes: (amount) => `${amount} MB`,
  gigabytes: (amount) => `${amount} GB`,
  full: '空间不足时，久未打开的书会先从本机删除，为新书腾出空间。笔记不会被清除。',
  kept: '系统不会自动清除',
  mayBeCleared: '系统可能会清除已有内容',
  freeable: { finished: '已读完的书', unread: '三个月未读的书' },
  none: '无',
  facts: (count, amount) => `${count} 本书，${amount}`,
  free: '释放…',
  freeAsk: (amount) => `释放 ${amount}？`,
  freeNote: (count) => `${count} 本书的文件将从本机删除。书仍在书架上，笔记和阅读进度会保留，打开时会重新下载。`,
  freeDo: '释放',
};
