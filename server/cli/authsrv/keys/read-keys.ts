// Turns JWK, JWKS and PEM texts into JSON Web Keys with kid, alg and use. Must not know where they go.

import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { usualAlgorithm } from '../../../auth/keys/key-algorithms.ts';
import { StartError } from '../../../base/start-error.ts';
import { parseJson } from '../../commands/read-input.ts';

export interface KeyDefaults {
  alg: string | undefined;
  use: string;
  kid: string | undefined;
  passphrase: string | undefined;
}

export async function readKeys(
  texts: readonly { where: string; text: string }[],
  defaults: KeyDefaults,
): Promise<JWK[]> {
  const found = texts.flatMap(({ where, text }) => {
    const keys = /-----BEGIN /.test(text) ? fromPem(text, where, defaults.passphrase) : fromJson(text, where);
    return keys.map((key) => ({ where, key }));
  });
  if (defaults.kid !== undefined && found.length !== 1) {
    throw new StartError(`--kid names one key, but ${found.length} were given.`);
  }
  const complete = await Promise.all(
    found.map(async ({ where, key }) => ({
      key: await withDefaults(key, where, defaults),
      thumbprint: await thumbprint(key, where),
    })),
  );
  return withoutPublicTwins(complete);
}

/** A set as it was printed holds both halves of each pair; the private one is enough. */
function withoutPublicTwins(keys: readonly { key: JWK; thumbprint: string }[]): JWK[] {
  const isPrivate = new Set(keys.filter(({ key }) => key.d !== undefined).map(({ thumbprint }) => thumbprint));
  return keys.filter(({ key, thumbprint }) => key.d !== undefined || !isPrivate.has(thumbprint)).map(({ key }) => key);
}

async function thumbprint(key: JWK, where: string): Promise<string> {
  try {
    return await calculateJwkThumbprint(key);
  } catch (cause) {
    throw new StartError(`A key in ${where} is incomplete: ${(cause as Error).message}.`, { cause });
  }
}

async function withDefaults(key: JWK, where: string, { alg, use, kid }: KeyDefaults): Promise<JWK> {
  const chosen = key.alg ?? alg ?? usualAlgorithm(key);
  if (chosen === undefined) throw new StartError(`Say with --alg what the key in ${where} is for.`);
  return { ...key, alg: chosen, use: key.use ?? use, kid: kid ?? key.kid ?? (await thumbprint(key, where)) };
}

function fromJson(text: string, where: string): JWK[] {
  const value = parseJson(text, where) as { keys?: unknown } | null;
  const keys = Array.isArray(value?.keys) ? value.keys : [value];
  const wrong = keys.some((key) => typeof key !== 'object' || key === null || typeof key.kty !== 'string');
  if (wrong || keys.length === 0) throw new StartError(`${where} holds neither a JSON Web Key nor a set of them.`);
  return keys as JWK[];
}

const block = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g;

function fromPem(text: string, where: string, passphrase: string | undefined): JWK[] {
  const blocks = [...text.matchAll(block)].filter(([, label]) => !/PARAMETERS/.test(label ?? ''));
  if (blocks.length === 0) throw new StartError(`${where} holds no complete PEM block.`);
  return blocks.map(([pem, label = '']) => keyIn(pem, label, where, passphrase).export({ format: 'jwk' }) as JWK);
}

function keyIn(pem: string, label: string, where: string, passphrase: string | undefined): KeyObject {
  const encrypted = label.startsWith('ENCRYPTED') || pem.includes('Proc-Type: 4,ENCRYPTED');
  if (encrypted && passphrase === undefined) {
    throw new StartError(
      `The key in ${where} is encrypted: give its passphrase by --passphrase - or AUTHSRV_KEY_PASSPHRASE.`,
    );
  }
  try {
    if (label === 'CERTIFICATE') return new X509Certificate(pem).publicKey;
    if (label.includes('PUBLIC')) return createPublicKey(pem);
    return createPrivateKey({ key: pem, ...(passphrase === undefined ? {} : { passphrase }) });
  } catch (cause) {
    const why = encrypted ? 'cannot be opened with that passphrase' : `cannot be read as a ${label.toLowerCase()}`;
    throw new StartError(`The key in ${where} ${why}.`, { cause });
  }
}
