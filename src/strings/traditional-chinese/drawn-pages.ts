// Traditional Chinese: how drawn pages are shown, and documents that are locked.

import type { Strings } from '../english.ts';

export const drawnPages: Strings['drawnPages'] = {
  title: '頁面',
  fit: '適應',
  fits: { page: '整頁', width: '頁寬' },
  zoom: '縮放',
  crop: '頁邊空白',
  crops: { off: '保留', auto: '裁掉', own: '自訂' },
  edges: { top: '上', right: '外側', bottom: '下', left: '內側' },
  spread: '橫向顯示兩頁',
  halves: '寬頁分成兩半',
  darken: '加深',
  turnTo: { landscape: '請轉動螢幕：本頁為橫向設計', portrait: '請轉動螢幕：本頁為直向設計' },
  forms: { text: '原始頁面', pages: '文字版' },
  locked: {
    title: '此文件已加鎖',
    text: '請輸入密碼。密碼不會儲存。',
    again: '密碼不對，請再試一次。',
    password: '密碼',
    open: '開啟',
  },
};
