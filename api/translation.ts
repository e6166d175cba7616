// A translation service of the reader's own choice: how it is spoken to, and what it answers. Its key never comes back
// out of the main process.

import { type Static, Type } from 'typebox';

export const TranslationKind = Type.Union([
  Type.Literal('none'),
  /** `POST {address}/translate` with `q`, `source`, `target`, `format`, `api_key`. */
  Type.Literal('libretranslate'),
  /** `POST {address}/v2/translate` with `text`, `target_lang`, and the key in `Authorization: DeepL-Auth-Key`. */
  Type.Literal('deepl'),
  /** Any service that takes and answers JSON: `body` is sent to `address`, `result` names where the answer stands. */
  Type.Literal('custom'),
  /** A program of this device: the text on standard input, the translation on standard output. */
  Type.Literal('command'),
]);
export type TranslationKind = Static<typeof TranslationKind>;

export const TranslationOptions = Type.Object({
  kind: TranslationKind,
  /** http(s); unused by a command. */
  address: Type.String({ maxLength: 2048 }),
  /** BCP 47; empty: as the interface. */
  target: Type.String({ maxLength: 35 }),
  /** JSON with `{text}`, `{from}`, `{to}` and `{key}` in its strings. */
  body: Type.String({ maxLength: 4096 }),
  /** One header line, such as `Authorization: Bearer {key}`; empty for none. */
  header: Type.String({ maxLength: 1024 }),
  /** Names and numbers between points, such as `data.0.text`. */
  result: Type.String({ maxLength: 256 }),
  /** Program and arguments, as in a shell but without one; `{from}` and `{to}` in the arguments. */
  command: Type.String({ maxLength: 1024 }),
});
export type TranslationOptions = Static<typeof TranslationOptions>;

export const TranslationState = Type.Object({ options: TranslationOptions, hasKey: Type.Boolean() });
export type TranslationState = Static<typeof TranslationState>;

/** Characters that are translated at once. */
export const translationLimit = 5000;

export const noTranslation: TranslationOptions = {
  kind: 'none',
  address: '',
  target: '',
  body: '{"text": "{text}", "source": "{from}", "target": "{to}"}',
  header: '',
  result: 'translation',
  command: '',
};
