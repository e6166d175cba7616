// 简体中文: the line below the text.

import type { Strings } from '../english.ts';

export const footer: Strings['footer'] = {
  title: '正文下方的信息行',
  items: {
    chapter: '章节',
    chapterPage: '本章页码',
    bookPage: '全书页码',
    printPage: '纸书页码',
    percent: '百分比',
    chapterTime: '本章剩余时间',
    bookTime: '全书剩余时间',
    clock: '时钟',
    battery: '电量',
  },
  absent: '本书没有',
  unmeasured: '剩余时间按你读这本书的速度测算，读几页之后才知道。',
  printPage: (page) => `纸书 ${page}`,
  chapterLeft: (time) => `本章 ${time}`,
  bookLeft: (time) => `全书 ${time}`,
  minutes: (minutes) => `${minutes} 分钟`,
  hours: (hours, minutes) => (minutes === 0 ? `${hours} 小时` : `${hours} 小时 ${minutes} 分`),
  battery: (percent) => `电量 ${percent}%`,
};
