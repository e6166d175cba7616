// Settings of the `octavo` program: names, defaults and meanings. Read from flags, environment and a file.

import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Static, Type } from 'typebox';
import { byteSizePattern, readByteSize } from './base/config/byte-size.ts';
import { readConfig, setting } from './base/config/config.ts';
import { sqliteUrl } from './base/database/database.ts';
import { StartError } from './base/start-error.ts';

const Port = Type.Integer({ minimum: 0, maximum: 65535, default: 8080 });
const Address = Type.String({ pattern: '^https?://[^/]' });
const Choice = <const W extends string[]>(words: readonly [...W], fallback: W[number]) =>
  Type.Enum(words, { type: 'string', default: fallback });

export const settingsSchema = Type.Object({
  data: Type.Optional(
    setting(Type.String(), {
      env: 'OCTAVO_DATA',
      flag: 'data',
      description: 'Folder of database and books; ~/.local/share/octavo/service, as npm start has it, unless told',
    }),
  ),
  databaseUrl: Type.Optional(
    setting(Type.String(), {
      env: 'OCTAVO_DATABASE_URL',
      description: 'sqlite:///file or postgres://…; octavo.sqlite in the data folder unless told',
    }),
  ),
  blobsUrl: Type.Optional(
    setting(Type.String(), {
      env: 'OCTAVO_BLOBS_URL',
      description: 'file:///folder or s3://bucket?endpoint=…; blobs in the data folder unless told',
    }),
  ),
  host: setting(Type.String({ default: '127.0.0.1' }), {
    env: 'OCTAVO_HOST',
    flag: 'host',
    description: 'Where it listens',
  }),
  port: setting(Port, { env: 'OCTAVO_PORT', flag: 'port', description: 'Port; 0 takes a free one' }),
  publicUrl: Type.Optional(
    setting(Address, { env: 'OCTAVO_PUBLIC_URL', description: 'Address under which devices reach the service' }),
  ),
  issuerUrl: setting(Type.String({ pattern: '^https?://[^/]', default: 'http://127.0.0.1:4444/' }), {
    env: 'OCTAVO_ISSUER_URL',
    description: 'OpenID provider that people sign in at',
  }),
  authAdminUrl: setting(Type.String({ pattern: '^(none|https?://[^/].*)$', default: 'http://127.0.0.1:4445' }), {
    env: 'OCTAVO_AUTH_ADMIN_URL',
    description: 'Administrative address of our authorization server; none for another provider',
  }),
  watch: Type.Optional(
    setting(Type.String(), {
      env: 'OCTAVO_WATCH',
      description: 'Folder whose books are brought in as they appear; its folders become folders of the shelf',
    }),
  ),
  watchUser: Type.Optional(
    setting(Type.String(), { env: 'OCTAVO_WATCH_USER', description: 'Account on whose shelf those books are put' }),
  ),
  watchRemove: setting(Type.Boolean({ default: false }), {
    env: 'OCTAVO_WATCH_REMOVE',
    description: 'true: remove a file from the watched folder once its book is stored',
  }),
  quota: setting(Type.String({ pattern: byteSizePattern, default: '0' }), {
    env: 'OCTAVO_QUOTA',
    form: 'a size such as 5GB, or 0',
    description: 'What each reader may keep, such as 5GB, unless told otherwise; 0 sets no limit',
  }),
  popularReaders: setting(Type.Integer({ minimum: 2, maximum: 1000, default: 3 }), {
    env: 'OCTAVO_POPULAR_READERS',
    description: 'How many readers must have underlined a passage before others see that it is popular',
  }),
  outgoingAddresses: setting(Type.Array(Type.String({ maxLength: 2048 }), { default: [] }), {
    env: 'OUTGOING_ALLOWED_ADDRESSES',
    description: 'Private addresses and networks that linked documents may be fetched from all the same',
  }),
  migrate: setting(Choice(['ask', 'auto'], 'ask'), {
    env: 'OCTAVO_MIGRATE',
    description: 'auto: bring PostgreSQL up to date at start; SQLite always is',
  }),
  trustProxy: setting(Type.Boolean({ default: false }), {
    env: 'OCTAVO_TRUST_PROXY',
    description: 'true: believe X-Forwarded-For; only behind a proxy that sets it',
  }),
  logLevel: setting(Choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'), {
    env: 'LOG_LEVEL',
    description: 'How much is logged',
  }),
  logFormat: setting(Choice(['json', 'text'], 'text'), { env: 'LOG_FORMAT', description: 'Form of the log' }),
});

/** Everything that the program needs, with addresses made from the data folder where they were not given. */
export interface Settings
  extends Omit<Static<typeof settingsSchema>, 'data' | 'databaseUrl' | 'blobsUrl' | 'authAdminUrl' | 'quota'> {
  databaseUrl: string;
  blobsUrl: string;
  /** Bytes; 0 without limit. */
  quota: number;
  /** Undefined with another OpenID provider, which has no accounts here. */
  authAdminUrl: string | undefined;
}

type Environment = Record<string, string | undefined>;

export function readSettings(args: readonly string[], env: Environment): { settings: Settings; positionals: string[] } {
  const { values, positionals } = readConfig(settingsSchema, { args, env, file: env.OCTAVO_CONFIG });
  // The folder in which `npm start` keeps the service, so that the verbs reach what it runs.
  const shared = env.XDG_DATA_HOME || join(homedir(), '.local', 'share');
  const data = resolve(values.data ?? join(shared, 'octavo', 'service'));
  const settings: Settings = {
    ...values,
    databaseUrl: values.databaseUrl ?? sqliteUrl(join(data, 'octavo.sqlite')),
    blobsUrl: values.blobsUrl ?? pathToFileURL(join(data, 'blobs')).href,
    quota: readByteSize(values.quota) ?? 0,
    authAdminUrl: values.authAdminUrl === 'none' ? undefined : values.authAdminUrl,
  };
  return { settings, positionals };
}

/** For verbs that take words of their own. */
export function refuseWords(words: readonly string[]): void {
  if (words.length > 0) throw new StartError(`"${words[0]}" is not understood here; try octavo help.`);
}
