// 繁體中文: the words of the settings.

import type { Strings } from '../english.ts';

export const settings: Strings['settings'] = {
  title: '設定',
  reading: '閱讀',
  screen: '螢幕',
  language: '語言',
  about: '關於',
  fontSize: '字級',
  lineHeight: '行距',
  margins: '頁邊距',
  align: '對齊',
  aligns: { book: '按原書', left: '左對齊', justify: '兩端對齊' },
  hyphenate: '斷字',
  publisherStyles: '出版方樣式',
  night: '黑底白字',
  on: '開',
  off: '關',
  smaller: '減小',
  larger: '增大',
  refreshEvery: '全刷間隔',
  refreshTurns: (turns) => (turns === 0 ? '從不' : turns < 0 ? '每章' : `${turns} 頁`),
  avoidFlashing: '減少閃爍',
  systemLanguage: '跟隨系統',
  version: '版本',
  licence: '自由軟體，依 GNU 通用公共授權條款第 3 版或更新版本發布。',
};
