// Turns a text into the request that a translation service understands, and its answer into the translation. Pure; every
// kind of service is one entry.

import { AppError } from '../../api/errors.ts';
import type { TranslationKind, TranslationOptions } from '../../api/translation.ts';

export interface Question {
  text: string;
  /** BCP 47; empty: the service finds out. */
  from: string;
  to: string;
  key: string;
}

export interface ServiceRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface ServiceKind {
  build(options: TranslationOptions, question: Question): ServiceRequest;
  /** `undefined` when the answer holds no translation. */
  read(options: TranslationOptions, answer: unknown): string | undefined;
}

type Spoken = Exclude<TranslationKind, 'none' | 'command'>;

export const serviceKinds: Readonly<Record<Spoken, ServiceKind>> = {
  libretranslate: {
    build: ({ address }, { text, from, to, key }) => ({
      url: below(address, 'translate'),
      headers: {},
      body: JSON.stringify({
        q: text,
        source: from === '' ? 'auto' : chineseScript(from, 'zh', 'zt'),
        target: chineseScript(to, 'zh', 'zt'),
        format: 'text',
        ...(key === '' ? {} : { api_key: key }),
      }),
    }),
    read: (_, answer) => textAt(answer, ['translatedText']),
  },
  deepl: {
    build: ({ address }, { text, from, to, key }) => ({
      url: below(address, 'v2/translate'),
      headers: key === '' ? {} : { authorization: `DeepL-Auth-Key ${key}` },
      body: JSON.stringify({
        text: [text],
        target_lang: chineseScript(to, 'ZH-HANS', 'ZH-HANT').toUpperCase(),
        // Only targets come in variants.
        ...(from === '' ? {} : { source_lang: primary(from).toUpperCase() }),
      }),
    }),
    read: (_, answer) => textAt(answer, ['translations', '0', 'text']),
  },
  custom: {
    build({ address, body, header }, question) {
      const colon = header.indexOf(':');
      const name = header.slice(0, colon).trim().toLowerCase();
      if (header.trim() !== '' && !/^[a-z0-9-]+$/.test(name)) {
        throw new AppError('bad_argument', 'The header has to be a name, a colon and a value.');
      }
      const value = fillText(header.slice(colon + 1).trim(), question);
      return {
        url: webAddress(address),
        headers: name === '' ? {} : { [name]: value },
        body: fillBody(body, question),
      };
    },
    read: ({ result }, answer) => textAt(answer, result.split('.').filter(Boolean)),
  },
};

function below(address: string, path: string): string {
  return `${webAddress(address).replace(/\/+$/, '')}/${path}`;
}

/** Throws `bad_argument` for what is no web address. */
export function webAddress(address: string): string {
  const url = URL.parse(address.trim());
  if (url && (url.protocol === 'http:' || url.protocol === 'https:') && !url.username && !url.password) return url.href;
  throw new AppError('bad_argument', 'The address of the translation service has to begin with http:// or https://.');
}

/** Placeholders stand in the strings of the template, so that a text can never become another part of it. */
function fillBody(template: string, question: Question): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(template);
  } catch (cause) {
    throw new AppError('bad_argument', 'The template of the request is no JSON.', undefined, { cause });
  }
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return fillText(value, question);
    if (Array.isArray(value)) return value.map(fill);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, fill(inside)]));
  };
  return JSON.stringify(fill(parsed));
}

function fillText(text: string, question: Question): string {
  return text.replaceAll(/\{(text|from|to|key)\}/g, (_, name: keyof Question) => question[name]);
}

function textAt(answer: unknown, path: readonly string[]): string | undefined {
  let at = answer;
  for (const name of path) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return typeof at === 'string' && at.trim() !== '' ? at : undefined;
}

function primary(tag: string): string {
  return tag.split('-')[0]?.toLowerCase() ?? '';
}

/** Services name the two scripts of Chinese each in their own way, and no other region. */
function chineseScript(tag: string, simplified: string, traditional: string): string {
  if (primary(tag) !== 'zh') return primary(tag);
  return /hant|tw|hk|mo/i.test(tag) ? traditional : simplified;
}
