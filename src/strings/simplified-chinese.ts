// 简体中文.

import type { Strings } from './english.ts';
import { account } from './simplified-chinese/account.ts';
import { bookPages } from './simplified-chinese/book-pages.ts';
import { bookSearch } from './simplified-chinese/book-search.ts';
import { device } from './simplified-chinese/device.ts';
import { dictionary } from './simplified-chinese/dictionary.ts';
import { drawnPages } from './simplified-chinese/drawn-pages.ts';
import { footer } from './simplified-chinese/footer.ts';
import { footnotes } from './simplified-chinese/footnotes.ts';
import { goTo } from './simplified-chinese/go-to.ts';
import { imports } from './simplified-chinese/imports.ts';
import { keyHelp } from './simplified-chinese/key-help.ts';
import { narration } from './simplified-chinese/narration.ts';
import { navigation } from './simplified-chinese/navigation.ts';
import { network } from './simplified-chinese/network.ts';
import { notes } from './simplified-chinese/notes.ts';
import { pictures } from './simplified-chinese/pictures.ts';
import { reader } from './simplified-chinese/reader.ts';
import { selection } from './simplified-chinese/selection.ts';
import { settings } from './simplified-chinese/settings.ts';
import { share } from './simplified-chinese/share.ts';
import { shelf } from './simplified-chinese/shelf.ts';
import { signIn } from './simplified-chinese/sign-in.ts';
import { storage } from './simplified-chinese/storage.ts';
import { sync } from './simplified-chinese/sync.ts';
import { thoughts } from './simplified-chinese/thoughts.ts';
import { translation } from './simplified-chinese/translation.ts';
import { typography } from './simplified-chinese/typography.ts';

export const simplifiedChinese: Strings = {
  close: '关闭',
  unkept: {
    title: '没有保存',
    text: '本机存储空间不足。请腾出空间后重试。',
  },
  cancel: '取消',
  back: '返回',
  done: '完成',
  pages: {
    previous: '上一页',
    next: '下一页',
    position: (page, pages) => `${page} / ${pages}`,
  },
  signIn,
  shelf,
  imports,
  sync,
  account,
  settings,
  storage,
  typography,
  device,
  reader,
  notes,
  drawnPages,
  narration,
  footnotes,
  selection,
  thoughts,
  dictionary,
  share,
  translation,
  bookPages,
  bookSearch,
  keyHelp,
  pictures,
  footer,
  navigation,
  network,
  goTo,
  errors: {
    offline: '没有连接到服务。',
    timeout: '服务响应太慢，请稍后再试。',
    not_signed_in: '请先登录。',
    session_expired: '登录已失效，请重新登录。',
    unsupported_format: '无法读取这种格式的文件。',
    bad_book: '图书文件已损坏。',
    unsafe_book: '图书文件不安全，已拒绝。',
    disk_full: '存储空间不足，没有任何改动。',
    quota_exceeded: '账户的存储空间已用完。',
    too_large: '文件太大。',
    checksum_mismatch: '传输的内容与文件不一致，请重试。',
    upstream_unavailable: '相关服务没有响应。',
    expired_token: '代码已过期，请重新获取。',
    access_denied: '登录被拒绝。',
    not_found: '没有找到。',
    internal: '服务出错了。',
  },
  heldUp: {
    title: '有一本书让阅读器停住了',
    text: (title) => `《${title}》没有响应，阅读器只好重新开始。阅读进度和笔记都已保存。`,
  },
  problem: {
    title: '出了点问题',
    text: '这一页无法显示。你的图书和笔记都是安全的。',
    reload: '重新开始',
  },
};
