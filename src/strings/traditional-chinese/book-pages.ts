// Traditional Chinese: sentences that stand on pages of a book without being the book's.

import type { BookPages } from '../english/book-pages.ts';

export const bookPages: BookPages = {
  failed: '無法顯示這一章',
  goOn: '繼續看下一章',
  reasons: {
    'not-a-book': '這裡不是書的內容。',
    damaged: '這一部分已損壞或缺失。',
    protected: '這一部分受到保護，無法在此開啟。',
    unsupported: '這裡不能顯示這種內容，或者它太大。',
    timeout: '載入這一章的時間太長。',
  },
  brokenMarkup: '這一章的標記已損壞。',
  damaged: '這一章的標記已損壞，內容可能有缺失，或顯示不正確。',
};
