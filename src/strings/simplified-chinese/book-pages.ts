// Simplified Chinese: sentences that stand on pages of a book without being the book's.

import type { BookPages } from '../english/book-pages.ts';

export const bookPages: BookPages = {
  failed: '无法显示这一章',
  goOn: '继续看下一章',
  reasons: {
    'not-a-book': '这里不是书的内容。',
    damaged: '这一部分已损坏或缺失。',
    protected: '这一部分受到保护，无法在此打开。',
    unsupported: '这里不能显示这种内容，或者它太大。',
    timeout: '载入这一章的时间太长。',
  },
  brokenMarkup: '这一章的标记已损坏。',
  damaged: '这一章的标记已损坏，内容可能有缺失，或显示不正确。',
};
