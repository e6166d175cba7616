// Settings: where they come from, what is said about wrong ones, and what is hidden when they are printed.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configReference, printConfig, readConfig, setting } from '../../../../server/base/config/config.ts';
import { StartError } from '../../../../server/base/start-error.ts';

const schema = Type.Object({
  port: setting(Type.Integer({ minimum: 0, maximum: 65535, default: 8080 }), {
    env: 'OCTAVO_PORT',
    flag: 'port',
    short: 'p',
    description: 'Port to listen on',
  }),
  database: setting(Type.String({ default: 'memory' }), { env: 'OCTAVO_DATABASE_URL', description: 'Database' }),
  secret: setting(Type.String({ minLength: 16 }), { env: 'OCTAVO_SECRET', description: 'Signs', secret: true }),
  format: setting(Type.Union([Type.Literal('json'), Type.Literal('text')], { default: 'json' }), {
    env: 'LOG_FORMAT',
    description: 'How the log is written',
  }),
  proxy: setting(Type.Optional(Type.Boolean()), {
    env: 'OCTAVO_TRUST_PROXY',
    flag: 'proxy',
    description: 'Behind a proxy',
  }),
});

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-config-'));
  file = join(folder, 'octavo.env');
  await writeFile(file, '# ours\nOCTAVO_PORT=1\nOCTAVO_SECRET="from the settings file"\nexport LOG_FORMAT=text\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const secret = { OCTAVO_SECRET: 'sixteen characters' };
const failure = (source: Parameters<typeof readConfig>[1]): string => {
  try {
    readConfig(schema, source);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  throw new Error('These settings were taken.');
};

test('flags go before the environment, which goes before the file, which goes before defaults', () => {
  const env = { OCTAVO_PORT: '2', UNRELATED: 'x' };
  expect(readConfig(schema, { args: ['serve', '--port', '3', '--proxy'], env, file })).toEqual({
    values: { port: 3, database: 'memory', secret: 'from the settings file', format: 'text', proxy: true },
    positionals: ['serve'],
    notes: [],
  });
  expect(readConfig(schema, { env, file }).values.port).toBe(2);
  expect(readConfig(schema, { env: { OCTAVO_PORT: '' }, file }).values.port).toBe(1);
  expect(readConfig(schema, { env: secret }).values).toEqual({
    port: 8080,
    database: 'memory',
    secret: 'sixteen characters',
    format: 'json',
  });
});

test('every wrong setting is named at once, and secrets are not repeated', () => {
  const said = failure({
    env: { OCTAVO_PORT: '99999', OCTAVO_SECRET: 'short', LOG_FORMAT: 'xml', OCTAVO_TRUST_PROXY: 'maybe' },
  });
  for (const name of [
    'OCTAVO_PORT (--port)',
    'OCTAVO_SECRET',
    'LOG_FORMAT must be one of json, text',
    'OCTAVO_TRUST_PROXY',
  ]) {
    expect(said).toContain(name);
  }
  expect(said).not.toContain('short');
  expect(failure({})).toContain('OCTAVO_SECRET is missing');
});

test('misspelt names are told for flags and for the file', async () => {
  expect(failure({ args: ['--prot', '1'], env: secret })).toContain('--prot');
  const wrong = join(folder, 'wrong.env');
  await writeFile(wrong, 'OCTAVO_PROT=1\n');
  expect(failure({ env: secret, file: wrong })).toContain('OCTAVO_PROT');
  await writeFile(wrong, 'this is no setting\n');
  expect(failure({ env: secret, file: wrong })).toContain('Line 1');
  await writeFile(wrong, '{"OCTAVO_PORT": 5');
  expect(failure({ env: secret, file: wrong })).toContain('not valid JSON');
  expect(failure({ env: secret, file: join(folder, 'absent') })).toContain('ENOENT');
});

test('a file may be YAML, with lists; former names are told of', async () => {
  const lists = Type.Object({
    secrets: setting(Type.Array(Type.String(), { default: [] }), { env: 'SECRETS', also: ['SECRET'], description: '' }),
    span: setting(Type.String({ pattern: '^-1$', default: 'x' }), { env: 'SPAN', description: '', form: 'never' }),
  });
  const gone = { ROTATED: 'put it into SECRETS.' };
  const yaml = join(folder, 'settings.yaml');
  await writeFile(yaml, 'SECRETS: [one, "two words"]\nSPAN: -1\n');
  expect(readConfig(lists, { file: yaml }).values).toEqual({ secrets: ['one', 'two words'], span: '-1' });
  expect(readConfig(lists, { file: yaml, env: { SECRET: 'a, b', ROTATED: 'c' }, gone })).toMatchObject({
    values: { secrets: ['a', 'b'] },
    notes: ['ROTATED does nothing: put it into SECRETS.'],
  });
  const wrong: [string, string][] = [
    ['SPAN: soon\n', 'SPAN must be never, not "soon"'],
    ['ROTATED: c\nSECRTS: d\n', 'SECRTS in '],
    ['ROTATED: c\n', 'does nothing: put it into SECRETS.'],
    ['SPAN: -1\nSPAN: -1\n', 'line 2'],
    ['- SPAN\n', 'names with their values'],
  ];
  for (const [text, sentence] of wrong) {
    await writeFile(yaml, text);
    expect(() => readConfig(lists, { file: yaml, gone })).toThrow(sentence);
  }
});

test('a printed configuration hides secrets and passwords', () => {
  const { values } = readConfig(schema, { env: { ...secret, OCTAVO_DATABASE_URL: 'postgres://u:hunter2@h/d' } });
  const printed = printConfig(schema, values);
  expect(printed).toContain('OCTAVO_SECRET=[hidden]');
  expect(printed).toContain('OCTAVO_DATABASE_URL=postgres://u:[hidden]@h/d');
  expect(printed).not.toMatch(/sixteen|hunter2/);
  expect(configReference(schema)).toContain('| `OCTAVO_PORT` | `--port` | `8080` | Port to listen on |');
});
