// 繁體中文: the words of imports.

import type { Strings } from '../english.ts';

export const imports: Strings['imports'] = {
  title: '加入的圖書',
  choose: '選擇檔案',
  none: '目前沒有正在加入的圖書。',
  stage: {
    reading: '正在讀取檔案',
    waiting: '等待服務',
    uploading: '正在上傳',
    parsing: '正在開啟圖書',
    done: '已上架',
    failed: '未能加入',
  },
  running: (count) => `正在加入 ${count} 本`,
  failed: (count) => `${count} 本未能加入`,
  dismiss: '知道了',
  stop: '停止',
  unreadable: '檔案沒能讀到結尾，請重新選擇。',
};
