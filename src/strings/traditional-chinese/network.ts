// Traditional Chinese: what an open book may load from the network.

import type { Strings } from '../english.ts';

export const network: Strings['network'] = {
  asks: (hosts) => `這本書的部分圖片、聲音或字型存放在 ${hosts}。`,
  asksNothing: '目前看過的章節沒有要從網路載入的內容。',
  refused: '這些內容沒有載入。如果允許，這些伺服器會知道你正在開啟這本書。',
  allowed: '這些內容會載入，這些伺服器會知道你正在開啟這本書。書中其他內容不能使用網路。',
  allow: '允許這本書從網路載入',
  revoke: '不再允許',
};
