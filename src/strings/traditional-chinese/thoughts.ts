// Traditional Chinese: the words of thoughts, one's own and others'.

import type { Strings } from '../english.ts';

export const thoughts: Strings['thoughts'] = {
  title: '想法',
  titleOf: (at, count) => `想法 ${at} / ${count}`,
  write: '寫想法',
  change: '修改',
  text: '你的想法',
  visibility: '誰可以看',
  visibilities: { private: '僅自己', friends: '好友', public: '所有人' },
  keep: '儲存',
  delete: '刪除',
  reallyDelete: '確認刪除',
  atRisk: '儲存空間已滿：正在寫的內容只留在目前視窗裡。',
  before: '上一則',
  after: '下一則',
  own: (count) => `你的 ${count} 則想法`,
  readers: (count) => `${count} 位讀者劃線`,
  others: '其他讀者',
  show: '他人的劃線',
  noThoughts: '還沒有人寫下關於這段文字的想法。',
  offline: '無法連線至服務，他人的想法不在本機上。',
  loading: '正在詢問服務',
  byPerson: (name, date) => `${name}，${date}`,
};
