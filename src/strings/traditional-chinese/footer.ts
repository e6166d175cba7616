// 繁體中文: the line below the text.

import type { Strings } from '../english.ts';

export const footer: Strings['footer'] = {
  title: '正文下方的資訊行',
  items: {
    chapter: '章節',
    chapterPage: '本章頁碼',
    bookPage: '全書頁碼',
    printPage: '紙書頁碼',
    percent: '百分比',
    chapterTime: '本章剩餘時間',
    bookTime: '全書剩餘時間',
    clock: '時鐘',
    battery: '電量',
  },
  absent: '本書沒有',
  unmeasured: '剩餘時間按你讀這本書的速度測算，讀幾頁之後才知道。',
  printPage: (page) => `紙書 ${page}`,
  chapterLeft: (time) => `本章 ${time}`,
  bookLeft: (time) => `全書 ${time}`,
  minutes: (minutes) => `${minutes} 分鐘`,
  hours: (hours, minutes) => (minutes === 0 ? `${hours} 小時` : `${hours} 小時 ${minutes} 分`),
  battery: (percent) => `電量 ${percent}%`,
};
