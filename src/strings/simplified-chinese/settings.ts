// 简体中文: the words of the settings.

import type { Strings } from '../english.ts';

export const settings: Strings['settings'] = {
  title: '设置',
  reading: '阅读',
  screen: '屏幕',
  language: '语言',
  about: '关于',
  fontSize: '字号',
  lineHeight: '行距',
  margins: '页边距',
  align: '对齐',
  aligns: { book: '按原书', left: '左对齐', justify: '两端对齐' },
  hyphenate: '断词',
  publisherStyles: '出版方样式',
  night: '黑底白字',
  on: '开',
  off: '关',
  smaller: '减小',
  larger: '增大',
  refreshEvery: '全刷间隔',
  refreshTurns: (turns) => (turns === 0 ? '从不' : turns < 0 ? '每章' : `${turns} 页`),
  avoidFlashing: '减少闪烁',
  systemLanguage: '跟随系统',
  version: '版本',
  licence: '自由软件，依 GNU 通用公共许可证第 3 版或更新版本发布。',
};
