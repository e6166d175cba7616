// 繁體中文: the words of what waits to be sent.

import type { Strings } from '../english.ts';

export const sync: Strings['sync'] = {
  now: '立即同步',
  running: '同步中',
  done: '已同步',
  offline: '離線',
  signedOut: '僅在本機',
  expired: '請重新登入',
  failed: '同步中斷',
};
