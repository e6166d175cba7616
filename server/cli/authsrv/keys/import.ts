// `authsrv keys import`: puts keys from JWK and PEM files into a set; the same key again changes nothing.

import { callAdmin } from '../call-admin.ts';
import type { Command } from '../command.ts';
import { print } from '../print.ts';
import { readFileOrInput } from '../read-input.ts';
import { keyUse } from './create.ts';
import { keyColumns, keysOf, setArgument, setPath } from './key-paths.ts';
import { readKeys } from './read-keys.ts';

export const keysImport: Command = {
  words: ['keys', 'import'],
  summary: 'put keys from JWK or PEM files into a set',
  details:
    'A file holds a JSON Web Key, a set of them, or PEM. A key without kid gets its thumbprint (RFC 7638) as kid, so ' +
    'that importing it again changes nothing.',
  arguments: [setArgument, { name: 'FILE', several: true, help: 'JWK, JWKS or PEM file; - is standard input' }],
  flags: [
    { name: 'alg', short: 'a', value: 'ALG', help: 'algorithm of keys that do not say one; the usual one otherwise' },
    keyUse,
    { name: 'kid', value: 'KID', help: 'key identifier, where there is one key' },
    {
      name: 'passphrase',
      value: 'TEXT',
      help: 'opens an encrypted PEM file',
      environment: 'AUTHSRV_KEY_PASSPHRASE',
      secret: true,
    },
  ],
  endpoint: 'admin',
  examples: ['authsrv keys import billing private.pem --alg PS256', 'authsrv keys import billing - < keys.json'],
  async run(call) {
    const [set = '', ...paths] = call.arguments;
    const texts: { where: string; text: string }[] = [];
    for (const path of paths) {
      texts.push({
        where: path === '-' ? 'Standard input' : path,
        text: await readFileOrInput(path, call.terminal.input),
      });
    }
    const keys = await readKeys(texts, {
      alg: call.text('alg'),
      use: call.text('use') ?? 'sig',
      kid: call.text('kid'),
      passphrase: call.text('passphrase'),
    });
    const stored: unknown[] = [];
    for (const key of keys) {
      const { value } = await callAdmin(call, 'PUT', setPath(set, String(key.kid)), key);
      const replied = keysOf(value);
      stored.push(...(replied.length > 0 ? replied : [value]).map((one) => withoutPrivate(one as object)));
    }
    print(call, { keys: stored }, { columns: keyColumns });
  },
};

/** Whoever imports a key has it; it need not be shown again. */
function withoutPrivate(key: object): object {
  const { d, p, q, dp, dq, qi, k, oth, ...shown } = key as Record<string, unknown>;
  return shown;
}
