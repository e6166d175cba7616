// Simplified Chinese: what an open book may load from the network.

import type { Strings } from '../english.ts';

export const network: Strings['network'] = {
  asks: (hosts) => `这本书的部分图片、声音或字体存放在 ${hosts}。`,
  asksNothing: '目前看过的章节没有要从网络载入的内容。',
  refused: '这些内容没有载入。如果允许，这些服务器会知道你正在打开这本书。',
  allowed: '这些内容会载入，这些服务器会知道你正在打开这本书。书中其他内容不能使用网络。',
  allow: '允许这本书从网络载入',
  revoke: '不再允许',
};
