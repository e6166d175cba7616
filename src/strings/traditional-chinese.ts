// 繁體中文.

import type { Strings } from './english.ts';
import { account } from './traditional-chinese/account.ts';
import { bookPages } from './traditional-chinese/book-pages.ts';
import { bookSearch } from './traditional-chinese/book-search.ts';
import { device } from './traditional-chinese/device.ts';
import { dictionary } from './traditional-chinese/dictionary.ts';
import { drawnPages } from './traditional-chinese/drawn-pages.ts';
import { footer } from './traditional-chinese/footer.ts';
import { footnotes } from './traditional-chinese/footnotes.ts';
import { goTo } from './traditional-chinese/go-to.ts';
import { imports } from './traditional-chinese/imports.ts';
import { keyHelp } from './traditional-chinese/key-help.ts';
import { narration } from './traditional-chinese/narration.ts';
import { navigation } from './traditional-chinese/navigation.ts';
import { network } from './traditional-chinese/network.ts';
import { notes } from './traditional-chinese/notes.ts';
import { pictures } from './traditional-chinese/pictures.ts';
import { reader } from './traditional-chinese/reader.ts';
import { selection } from './traditional-chinese/selection.ts';
import { settings } from './traditional-chinese/settings.ts';
import { share } from './traditional-chinese/share.ts';
import { shelf } from './traditional-chinese/shelf.ts';
import { signIn } from './traditional-chinese/sign-in.ts';
import { storage } from './traditional-chinese/storage.ts';
import { sync } from './traditional-chinese/sync.ts';
import { thoughts } from './traditional-chinese/thoughts.ts';
import { translation } from './traditional-chinese/translation.ts';
import { typography } from './traditional-chinese/typography.ts';

export const traditionalChinese: Strings = {
  close: '關閉',
  unkept: {
    title: '沒有儲存',
    text: '本機儲存空間不足。請騰出空間後重試。',
  },
  cancel: '取消',
  back: '返回',
  done: '完成',
  pages: {
    previous: '上一頁',
    next: '下一頁',
    position: (page, pages) => `${page} / ${pages}`,
  },
  signIn,
  shelf,
  imports,
  sync,
  account,
  settings,
  storage,
  typography,
  device,
  reader,
  notes,
  drawnPages,
  narration,
  footnotes,
  selection,
  thoughts,
  dictionary,
  share,
  translation,
  bookPages,
  bookSearch,
  keyHelp,
  pictures,
  footer,
  navigation,
  network,
  goTo,
  errors: {
    offline: '沒有連線到服務。',
    timeout: '服務回應太慢，請稍後再試。',
    not_signed_in: '請先登入。',
    session_expired: '登入已失效，請重新登入。',
    unsupported_format: '無法讀取這種格式的檔案。',
    bad_book: '圖書檔案已損壞。',
    unsafe_book: '圖書檔案不安全，已拒絕。',
    disk_full: '儲存空間不足，沒有任何改動。',
    quota_exceeded: '帳號的儲存空間已用完。',
    too_large: '檔案太大。',
    checksum_mismatch: '傳輸的內容與檔案不一致，請重試。',
    upstream_unavailable: '相關服務沒有回應。',
    expired_token: '代碼已過期，請重新獲取。',
    access_denied: '登入被拒絕。',
    not_found: '沒有找到。',
    internal: '服務出錯了。',
  },
  heldUp: {
    title: '有一本書讓閱讀器停住了',
    text: (title) => `《${title}》沒有回應，閱讀器只好重新開始。閱讀進度和筆記都已儲存。`,
  },
  problem: {
    title: '出了點問題',
    text: '這一頁無法顯示。你的圖書和筆記都是安全的。',
    reload: '重新開始',
  },
};
