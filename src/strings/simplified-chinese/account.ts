// 简体中文: the words of the account.

import type { Strings } from '../english.ts';

export const account: Strings['account'] = {
  title: '账户',
  signedInAs: '当前账户',
  local: '你没有登录。图书和笔记只保存在本机。',
  expired: '登录已失效，请重新登录。本机的内容都还在。',
  service: '阅读服务',
  signIn: '登录',
  signOut: '退出登录…',
  signOutAsk: '在本机退出登录？',
  signOutUnsent: (count) => `还有 ${count} 项更改没有上传。`,
  keepData: '保留图书和笔记',
  deleteData: '删除图书和笔记',
  sync: '同步',
  lastSync: '上次同步',
  never: '尚未同步',
  unsent: '未上传的更改',
  refused: '被服务拒绝的更改',
  refusedNote: '它们会保留在这里，由你决定。',
  retry: '重新发送',
  discard: '放弃',
  change: {
    'mark.add': '标注',
    'mark.change': '修改的标注',
    'mark.remove': '删除的标注',
    position: '阅读进度',
    'shelf.add': '加入书架',
    'shelf.delete': '移出书架',
    'shelf.archive': '文件夹',
    'shelf.deleteArchive': '删除的文件夹',
    'shelf.top': '置顶',
    'book.secret': '私密设置',
    'book.finished': '读完标记',
  },
};
