// Translation by a service of the reader's own: what is sent, what is read, and how each failure is told.

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { noTranslation, type TranslationOptions } from '../../../api/translation.ts';
import { createTranslation, type Translation } from '../../../electron/translation/translation.ts';

interface Seen {
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}

let answer: { status: number; body: string; headers?: Record<string, string> };
const seen: Seen[] = [];
const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    seen.push({ url: request.url, headers: request.headers, body: JSON.parse(Buffer.concat(pieces).toString()) });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
});
let address: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

let translation: Translation;
let values: { translation?: TranslationOptions };
const secrets = new Map<string, string>();

beforeEach(() => {
  values = {};
  translation = createTranslation({
    settings: {
      get values() {
        return { deviceId: 'device-one', ...values };
      },
      async change(part) {
        values = { ...values, ...part } as typeof values;
      },
      forget: () => Promise.resolve(),
    },
    vault: {
      read: async (name) => secrets.get(name),
      write: async (name, text) => void secrets.set(name, text),
      remove: async (name) => void secrets.delete(name),
    },
  });
});
afterEach(() => {
  seen.length = 0;
  secrets.clear();
});

const set = (change: Partial<TranslationOptions>, key?: string) =>
  translation.change({ ...noTranslation, address, ...change }, key);
const ask = (text = 'Ein Hund', from = 'de') => translation.translate({ text, from, to: 'en' });
const says = (body: unknown, status = 200) => {
  answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
};

it('speaks to LibreTranslate, with the key of the vault', async () => {
  says({ translatedText: 'A dog' });
  expect(await set({ kind: 'libretranslate' }, 'k-1')).toMatchObject({ hasKey: true });
  expect(JSON.stringify(values)).not.toContain('k-1');
  expect(await ask()).toEqual({ text: 'A dog' });
  expect(seen).toMatchObject([
    { url: '/translate', body: { q: 'Ein Hund', source: 'de', target: 'en', format: 'text', api_key: 'k-1' } },
  ]);
  await set({ kind: 'libretranslate', target: 'zh-Hant' }, '');
  await ask('Hund', '');
  expect(seen[1]?.body).toEqual({ q: 'Hund', source: 'auto', target: 'zt', format: 'text' });
});

it('speaks to DeepL', async () => {
  says({ translations: [{ text: '一只狗' }] });
  await set({ kind: 'deepl', target: 'zh-Hans' }, 'k-2');
  expect(await ask()).toEqual({ text: '一只狗' });
  expect(seen).toMatchObject([
    {
      url: '/v2/translate',
      headers: { authorization: 'DeepL-Auth-Key k-2' },
      body: { text: ['Ein Hund'], source_lang: 'DE', target_lang: 'ZH-HANS' },
    },
  ]);
});

it('speaks to any service by a template that no text can break out of', async () => {
  says({ data: [{ out: 'ok' }] });
  const body = '{"model": "m", "parts": [{"say": "Into {to}: {text}"}]}';
  await set({ kind: 'custom', address: `${address}/v1`, body, header: 'X-Key: s {key}', result: 'data.0.out' }, 'k-3');
  expect(await ask('"}, {"evil": "{key}')).toEqual({ text: 'ok' });
  expect(seen).toMatchObject([
    {
      url: '/v1',
      headers: { 'x-key': 's k-3' },
      body: { model: 'm', parts: [{ say: 'Into en: "}, {"evil": "{key}' }] },
    },
  ]);
});

it('runs a program of the device, without a shell', async () => {
  await set({
    kind: 'command',
    command: `${process.execPath} -e "process.stdin.on('data',d=>process.stdout.write('{to}:'+d))"`,
  });
  expect(await ask('$(touch x); Hund')).toEqual({ text: 'en:$(touch x); Hund' });
  await set({ kind: 'command', command: '/nowhere/at/all' });
  await expect(ask()).rejects.toMatchObject({ code: 'not_found' });
});

it('takes no header or key that a request cannot carry, and does not call that being offline', async () => {
  const custom = { kind: 'custom', body: '{"q":"{text}"}', result: 'a' } as const;
  await expect(set({ ...custom, header: 'X-Key: 钥匙' })).rejects.toMatchObject({ code: 'bad_argument' });
  await expect(set({ ...custom, header: 'Content-Length: 3' })).rejects.toMatchObject({ code: 'bad_argument' });
  await expect(set({ kind: 'deepl' }, '钥匙')).rejects.toMatchObject({ code: 'bad_argument' });
  expect([...secrets, values]).toEqual([{}]);
  await set({ ...custom, header: 'X-Text: {text}' });
  await expect(ask('漢字')).rejects.toMatchObject({ code: 'bad_argument' });
  expect(seen).toEqual([]);
});

it('says what is wrong', async () => {
  await expect(ask()).rejects.toMatchObject({ code: 'not_found' });
  expect(seen).toEqual([]);
  await expect(set({ kind: 'deepl', address: 'file:///etc/passwd' })).rejects.toMatchObject({ code: 'bad_argument' });
  await expect(set({ kind: 'custom', body: '{' })).rejects.toMatchObject({ code: 'bad_argument' });
  await expect(set({ kind: 'command', command: '"' })).rejects.toMatchObject({ code: 'bad_argument' });
  await set({ kind: 'libretranslate' });
  for (const [status, code] of [
    [403, 'no_permission'],
    [429, 'limit_reached'],
    [456, 'limit_reached'],
    [503, 'upstream_unavailable'],
    [400, 'fetch_refused'],
  ] as const) {
    says({ error: 'no' }, status);
    await expect(ask()).rejects.toMatchObject({ code });
  }
  says('<html>');
  await expect(ask()).rejects.toMatchObject({ code: 'fetch_failed' });
  says({ other: 1 });
  await expect(ask()).rejects.toMatchObject({ code: 'fetch_failed' });
  answer = { status: 302, body: '', headers: { location: `${address}/elsewhere` } };
  await expect(ask()).rejects.toMatchObject({ code: 'offline' });
  says('"'.padEnd((1 << 20) + 10, 'a'));
  await expect(ask()).rejects.toMatchObject({ code: 'too_large' });
  await set({ kind: 'libretranslate', address: 'http://127.0.0.1:1' });
  await expect(ask()).rejects.toMatchObject({ code: 'offline' });
});
