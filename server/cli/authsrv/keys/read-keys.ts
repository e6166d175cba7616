// Turns JWK, JWKS and PEM texts into JSON Web Keys with kid, alg and use. Must not know where they go.

import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { StartError, systemCode } from '../../../base/start-error.ts';
import { parseJson } from '../read-input.ts';

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
  return Promise.all(found.map(({ where, key }) => complete(key, where, defaults)));
}

async function complete(key: JWK, where: string, { alg, use, kid }: KeyDefaults): Promise<JWK> {
  const chosen = key.alg ?? alg ?? usualAlgorithm(key);
  if (chosen === undefined) throw new StartError(`Say with --alg what the key in ${where} is for.`);
  return { ...key, alg: chosen, use: key.use ?? use, kid: kid ?? key.kid ?? (await calculateJwkThumbprint(key)) };
}

const algorithmOfCurve: Record<string, string> = {
  'P-256': 'ES256',
  'P-384': 'ES384',
  'P-521': 'ES512',
  Ed25519: 'EdDSA',
};

function usualAlgorithm({ kty, crv }: JWK): string | undefined {
  if (kty === 'RSA') return 'RS256';
  if (kty === 'oct') return 'HS256';
  return algorithmOfCurve[crv ?? ''];
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
  try {
    if (label === 'CERTIFICATE') return new X509Certificate(pem).publicKey;
    if (label.includes('PUBLIC')) return createPublicKey(pem);
    return createPrivateKey({ key: pem, ...(passphrase === undefined ? {} : { passphrase }) });
  } catch (cause) {
    const why =
      systemCode(cause) === 'ERR_MISSING_PASSPHRASE'
        ? 'is encrypted: give --passphrase - or AUTHSRV_KEY_PASSPHRASE'
        : passphrase === undefined
          ? `cannot be read as a ${label.toLowerCase()}`
          : 'cannot be opened with that passphrase';
    throw new StartError(`The key in ${where} ${why}.`, { cause });
  }
}
