// Simplified Chinese: the words of dictionaries.

import type { Strings } from '../english.ts';
import { grouped } from '../grouped.ts';

export const dictionary: Strings['dictionary'] = {
  title: '词典',
  hint: 'StarDict 格式的词典：同时选择 .ifo、.idx 和 .dict 文件，或它们的 .zip、.tar.gz 压缩包。',
  add: '添加词典',
  installing: '正在安装词典',
  problems: {
    incomplete: '词典文件不全：请同时选择 .ifo、.idx 和 .dict 文件。',
    damaged: '词典文件已损坏。',
    tooLarge: '词典太大，无法保存。',
    unsupported: '这不是 StarDict 词典。其他压缩包请先解压。',
    full: '存储空间已满。',
  },
  facts: (words, megabytes) => `${grouped(words)} 个词，${megabytes} MB`,
  raise: '提前查询',
  remove: '移除',
  lookups: '查过的词',
  count: (count) => `${count} 个词`,
  show: '查看',
  forget: '删除',
  forgetAll: '全部删除',
  notFound: '词典里没有这个词。',
  unreadable: (name) => `词典“${name}”无法读取，请在设置中移除后重新添加。`,
  noDictionary: '本机还没有词典。在设置中添加后，不联网也能查词。',
  settings: '设置',
};
