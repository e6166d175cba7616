// Simplified Chinese: the words of thoughts, one's own and others'.

import type { Strings } from '../english.ts';

export const thoughts: Strings['thoughts'] = {
  title: '想法',
  titleOf: (at, count) => `想法 ${at} / ${count}`,
  write: '写想法',
  change: '修改',
  text: '你的想法',
  visibility: '谁可以看',
  visibilities: { private: '仅自己', friends: '好友', public: '所有人' },
  keep: '保存',
  delete: '删除',
  reallyDelete: '确认删除',
  atRisk: '存储空间已满：正在写的内容只留在当前窗口里。',
  before: '上一条',
  after: '下一条',
  own: (count) => `你的 ${count} 条想法`,
  readers: (count) => `${count} 位读者划线`,
  others: '其他读者',
  show: '他人的划线',
  noThoughts: '还没有人写下关于这段文字的想法。',
  offline: '无法连接服务，他人的想法不在本机上。',
  loading: '正在询问服务',
  byPerson: (name, date) => `${name}，${date}`,
};
