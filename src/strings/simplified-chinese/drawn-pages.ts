// Simplified Chinese: how drawn pages are shown, and documents that are locked.

import type { Strings } from '../english.ts';

export const drawnPages: Strings['drawnPages'] = {
  title: '页面',
  fit: '适应',
  fits: { page: '整页', width: '页宽' },
  zoom: '缩放',
  crop: '页边空白',
  crops: { off: '保留', auto: '裁掉', own: '自定' },
  edges: { top: '上', right: '外侧', bottom: '下', left: '内侧' },
  spread: '横屏显示两页',
  halves: '宽页分成两半',
  darken: '加深',
  turnTo: { landscape: '请转动屏幕：本页为横向设计', portrait: '请转动屏幕：本页为纵向设计' },
  forms: { text: '原始页面', pages: '文字版' },
  locked: {
    title: '此文档已加锁',
    text: '请输入密码。密码不会保存。',
    again: '密码不对，请再试一次。',
    password: '密码',
    open: '打开',
  },
};
