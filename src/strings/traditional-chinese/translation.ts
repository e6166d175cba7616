// Traditional Chinese: the words of translating.

import type { Strings } from '../english.ts';

export const translation: Strings['translation'] = {
  title: '翻譯',
  asking: '正在詢問翻譯服務',
  copy: '複製',
  keep: '存為想法',
  again: '重試',
  settings: '設定',
  setUp: '設定',
  save: '儲存',
  next: '下一步',
  key: '金鑰',
  keyKept: '金鑰（已儲存，輸入即取代）',
  wrong: '這樣無法使用：請檢查位址、範本和標頭。',
  kinds: { none: '無', libretranslate: 'LibreTranslate', deepl: 'DeepL', custom: '其他（JSON）', command: '命令' },
  fields: {
    address: '位址',
    target: '譯成（如 en 或 zh-Hant；留空為介面語言）',
    header: '標頭，如 Authorization: Bearer {key}',
    body: '請求內容，可用 {text}、{from}、{to}、{key}',
    result: '譯文所在位置，如 data.0.text',
    command: '程式和參數，可用 {from}、{to}',
  },
  help: {
    none: '不會傳送任何內容。',
    libretranslate: '只把你要翻譯的文字傳送到這個位址。',
    deepl: '只把你要翻譯的文字傳送到這個位址。',
    custom: '只把你要翻譯的文字傳送到這個位址。',
    command: '只把你要翻譯的文字交給這個程式，由它給出譯文。',
  },
  problems: {
    not_found: '還沒有設定翻譯服務，或找不到程式。',
    offline: '無法連線至翻譯服務。',
    timeout: '翻譯服務回應太慢。',
    no_permission: '翻譯服務不接受這個金鑰。',
    limit_reached: '翻譯服務的額度已用完。',
    upstream_unavailable: '翻譯服務出錯。',
    fetch_refused: '翻譯服務拒絕了請求。',
    fetch_failed: '無法讀懂翻譯服務的回答。',
    bad_argument: '翻譯服務的設定不正確。',
    too_large: '文字太長，無法一次翻譯。',
  },
};
