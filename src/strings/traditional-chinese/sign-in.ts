// 繁體中文: the words of signing in.

import type { Strings } from '../english.ts';

export const signIn: Strings['signIn'] = {
  title: '登入',
  intro: '書籍、進度和筆記，在每部裝置上都跟著你。',
  scan: '用手機掃描QR 碼，',
  orVisit: '或開啟下面的網址並輸入代碼：',
  qr: '登入網址的QR 碼',
  waiting: '請在另一部裝置上確認登入。',
  here: '在本機登入',
  hereOpened: '登入頁面已在瀏覽器中開啟。',
  without: '不登入，直接使用',
  again: '重試',
  noService: '登入服務沒有回應。請檢查網路後重試。',
  getting: '正在獲取代碼…',
  notNow: '暫不登入',
};
