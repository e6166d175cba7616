// `authsrv keys import`: puts keys from JWK and PEM files into a set; the same key again changes nothing.

import { calculateJwkThumbprint, type JWK } from 'jose';
import { idTokenSet } from '../../../auth/keys/key-names.ts';
import type { Call, Command } from '../../commands/command.ts';
import { note, print } from '../../commands/print.ts';
import { readFileOrInput } from '../../commands/read-input.ts';
import { Refused } from '../../commands/refused.ts';
import { callAdmin } from '../call-admin.ts';
import { keyUse } from './create.ts';
import { keyColumns, keysOf, setArgument, setPath, withoutPrivate } from './key-paths.ts';
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
    const present = await keysPresent(call, set);
    const stored: unknown[] = [];
    // Sets are printed newest first, and what is stored last is the newest.
    for (const key of keys.reverse()) {
      if (await isPresent(set, key, present)) {
        note(call, `${key.kid} is in the set already.`);
        continue;
      }
      const { value } = await callAdmin(call, 'PUT', setPath(set, String(key.kid)), key);
      const replied = keysOf(value);
      stored.push(...replied.map(withoutPrivate));
    }
    print(call, { keys: stored }, { columns: keyColumns });
  },
};

async function keysPresent(call: Call, set: string): Promise<Map<string, JWK>> {
  try {
    const keys = keysOf((await callAdmin(call, 'GET', setPath(set))).value) as JWK[];
    return new Map(keys.map((key) => [String(key.kid), key]));
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return new Map();
    throw error;
  }
}

/** Storing it again would make it the newest, and so the one that signs. */
async function isPresent(set: string, key: JWK, present: ReadonlyMap<string, JWK>): Promise<boolean> {
  const same = present.get(key.kid ?? '');
  if (!same || same.alg !== key.alg || same.use !== key.use) return false;
  // The private part of a set that signs ID tokens is not shown; a public key there is never without one.
  if (key.d !== undefined && same.d === undefined && set !== idTokenSet) return false;
  return (await calculateJwkThumbprint(key)) === (await calculateJwkThumbprint(same));
}
