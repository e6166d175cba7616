// 简体中文: the words of signing in.

import type { Strings } from '../english.ts';

export const signIn: Strings['signIn'] = {
  title: '登录',
  intro: '书籍、进度和笔记，在每台设备上都跟着你。',
  scan: '用手机扫描二维码，',
  orVisit: '或打开下面的网址并输入代码：',
  qr: '登录网址的二维码',
  waiting: '请在另一台设备上确认登录。',
  here: '在本机登录',
  hereOpened: '登录页面已在浏览器中打开。',
  without: '不登录，直接使用',
  again: '重试',
  noService: '登录服务没有响应。请检查网络后重试。',
  getting: '正在获取代码…',
  notNow: '暂不登录',
};
