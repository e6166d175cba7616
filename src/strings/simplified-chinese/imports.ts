// 简体中文: the words of imports.

import type { Strings } from '../english.ts';

export const imports: Strings['imports'] = {
  title: '添加的图书',
  choose: '选择文件',
  none: '当前没有正在添加的图书。',
  stage: {
    reading: '正在读取文件',
    waiting: '等待服务',
    uploading: '正在上传',
    parsing: '正在打开图书',
    done: '已上架',
    failed: '未能添加',
  },
  running: (count) => `正在添加 ${count} 本`,
  failed: (count) => `${count} 本未能添加`,
  dismiss: '知道了',
  stop: '停止',
  unreadable: '文件没能读到结尾，请重新选择。',
};
