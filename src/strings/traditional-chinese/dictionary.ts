// Traditional Chinese: the words of dictionaries.

import type { Strings } from '../english.ts';
import { grouped } from '../grouped.ts';

export const dictionary: Strings['dictionary'] = {
  title: '詞典',
  hint: 'StarDict 格式的詞典：同時選擇 .ifo、.idx 和 .dict 檔案，或它們的 .zip、.tar.gz 壓縮檔。',
  add: '加入詞典',
  installing: '正在安裝詞典',
  problems: {
    incomplete: '詞典檔案不齊全：請同時選擇 .ifo、.idx 和 .dict 檔案。',
    damaged: '詞典檔案已損壞。',
    tooLarge: '詞典太大，無法儲存。',
    unsupported: '這不是 StarDict 詞典。其他壓縮檔請先解壓縮。',
    full: '儲存空間已滿。',
  },
  facts: (words, megabytes) => `${grouped(words)} 個詞，${megabytes} MB`,
  raise: '提前查詢',
  remove: '移除',
  lookups: '查過的詞',
  count: (count) => `${count} 個詞`,
  show: '檢視',
  forget: '刪除',
  forgetAll: '全部刪除',
  notFound: '詞典裡沒有這個詞。',
  unreadable: (name) => `詞典「${name}」無法讀取，請在設定中移除後重新加入。`,
  noDictionary: '本機還沒有詞典。在設定中加入後，不連網也能查詞。',
  settings: '設定',
};
