// 简体中文: the words of what waits to be sent.

import type { Strings } from '../english.ts';

export const sync: Strings['sync'] = {
  now: '立即同步',
  running: '同步中',
  done: '已同步',
  offline: '离线',
  signedOut: '仅在本机',
  expired: '请重新登录',
  failed: '同步中断',
};
