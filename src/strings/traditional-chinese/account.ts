// 繁體中文: the words of the account.

import type { Strings } from '../english.ts';

export const account: Strings['account'] = {
  title: '帳號',
  signedInAs: '目前帳號',
  local: '你沒有登入。圖書和筆記只儲存在本機。',
  expired: '登入已失效，請重新登入。本機的內容都還在。',
  service: '閱讀服務',
  signIn: '登入',
  signOut: '登出…',
  signOutAsk: '在本機登出？',
  signOutUnsent: (count) => `還有 ${count} 項更改沒有上傳。`,
  keepData: '保留圖書和筆記',
  deleteData: '刪除圖書和筆記',
  sync: '同步',
  lastSync: '上次同步',
  never: '尚未同步',
  unsent: '未上傳的更改',
  refused: '被服務拒絕的更改',
  refusedNote: '它們會保留在這裡，由你決定。',
  retry: '重新傳送',
  discard: '放棄',
  change: {
    'mark.add': '標註',
    'mark.change': '修改的標註',
    'mark.remove': '刪除的標註',
    position: '閱讀進度',
    'shelf.add': '加入書架',
    'shelf.delete': '移出書架',
    'shelf.archive': '資料夾',
    'shelf.deleteArchive': '刪除的資料夾',
    'shelf.top': '置頂',
    'book.secret': '私密設定',
    'book.finished': '讀完標記',
  },
};
