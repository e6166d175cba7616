// Simplified Chinese: the words of translating.

import type { Strings } from '../english.ts';

export const translation: Strings['translation'] = {
  title: '翻译',
  asking: '正在询问翻译服务',
  copy: '复制',
  keep: '保存为想法',
  again: '重试',
  settings: '设置',
  setUp: '设置',
  save: '保存',
  next: '下一步',
  key: '密钥',
  keyKept: '密钥（已保存，输入即替换）',
  wrong: '这样无法使用：请检查地址、模板和请求头。',
  kinds: { none: '无', libretranslate: 'LibreTranslate', deepl: 'DeepL', custom: '其他（JSON）', command: '命令' },
  fields: {
    address: '地址',
    target: '译成（如 en 或 zh-Hans；留空为界面语言）',
    header: '请求头，如 Authorization: Bearer {key}',
    body: '请求内容，可用 {text}、{from}、{to}、{key}',
    result: '译文所在位置，如 data.0.text',
    command: '程序和参数，可用 {from}、{to}',
  },
  help: {
    none: '不会发送任何内容。',
    libretranslate: '只把你要翻译的文字发送到这个地址。',
    deepl: '只把你要翻译的文字发送到这个地址。',
    custom: '只把你要翻译的文字发送到这个地址。',
    command: '只把你要翻译的文字交给这个程序，由它给出译文。',
  },
  problems: {
    not_found: '还没有设置翻译服务，或找不到程序。',
    offline: '无法连接翻译服务。',
    timeout: '翻译服务响应太慢。',
    no_permission: '翻译服务不接受这个密钥。',
    limit_reached: '翻译服务的额度已用完。',
    upstream_unavailable: '翻译服务出错。',
    fetch_refused: '翻译服务拒绝了请求。',
    fetch_failed: '无法读懂翻译服务的回答。',
    bad_argument: '翻译服务的设置不正确。',
    too_large: '文字太长，无法一次翻译。',
  },
};
