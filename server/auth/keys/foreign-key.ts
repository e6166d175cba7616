// Checks a key that others made, a JWK or PEM, before it is kept: whole, strong enough, and of the kind that its
// algorithm needs. Must not know where it will be stored.

import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign, verify } from 'node:crypto';
import type { JWK } from 'jose';
import { type Static, Type } from 'typebox';
import { OAuthError } from '../errors.ts';
import {
  algorithmFits,
  encryptionAlgorithms,
  keyAlgorithms,
  misspeltAlgorithm,
  usualAlgorithm,
} from './key-algorithms.ts';

const optional = Type.Optional;
const Number64 = () => optional(Type.String({ maxLength: 4096, pattern: '^[A-Za-z0-9_-]+$' }));

const kidPattern = '^[\\x21-\\x7e]+$';

/** RFC 7517 and 7518; `pem` instead of the members that make the key. */
export const jwkBody = Type.Object(
  {
    kty: optional(Type.Enum(['RSA', 'EC', 'OKP', 'oct'], { type: 'string' })),
    alg: optional(Type.Enum([...keyAlgorithms, ...encryptionAlgorithms, misspeltAlgorithm], { type: 'string' })),
    use: optional(Type.Enum(['sig', 'enc'], { type: 'string' })),
    kid: optional(Type.String({ minLength: 1, maxLength: 255, pattern: kidPattern })),
    crv: optional(Type.String({ maxLength: 16 })),
    x: Number64(),
    y: Number64(),
    n: Number64(),
    e: Number64(),
    d: Number64(),
    p: Number64(),
    q: Number64(),
    dp: Number64(),
    dq: Number64(),
    qi: Number64(),
    k: Number64(),
    x5c: optional(Type.Array(Type.String({ maxLength: 8192 }), { maxItems: 10 })),
    x5t: optional(Type.String({ maxLength: 64 })),
    'x5t#S256': optional(Type.String({ maxLength: 64 })),
    key_ops: optional(Type.Array(Type.String({ maxLength: 16 }), { maxItems: 10 })),
    ext: optional(Type.Boolean()),
    pem: optional(Type.String({ maxLength: 32_768 })),
  },
  { additionalProperties: false },
);
export type JwkBody = Static<typeof jwkBody>;

export interface ForeignKey {
  jwk: JWK;
  alg: string;
  use: string;
  kid: string | undefined;
  isPrivate: boolean;
}

const leastModulusBits = 2_048;
const mostModulusBits = 8_192;

/** @throws OAuthError invalid_request with what is wrong; nothing of the key itself is repeated. */
export function checkForeignKey(body: JwkBody): ForeignKey {
  const jwk = body.kty === 'oct' ? symmetric(body) : asymmetric(body);
  const alg = body.alg === misspeltAlgorithm ? 'ES512' : (body.alg ?? usualAlgorithm(jwk));
  if (alg === undefined) refuse('The key does not say its "alg", and its kind has no usual one.');
  if (!algorithmFits(alg, jwk)) refuse(`The key is not of the kind or size that ${alg} needs.`);
  const encrypts = (encryptionAlgorithms as readonly string[]).includes(alg);
  const use = body.use ?? (encrypts ? 'enc' : 'sig');
  if (encrypts && use === 'sig') refuse(`${alg} does not sign; "use" must be "enc".`);
  const certificates = { x5c: body.x5c, x5t: body.x5t, 'x5t#S256': body['x5t#S256'] };
  const given = Object.fromEntries(Object.entries(certificates).filter(([, value]) => value !== undefined));
  return {
    jwk: { ...jwk, ...given, alg, use },
    alg,
    use,
    kid: body.kid,
    isPrivate: jwk.kty === 'oct' || jwk.d !== undefined,
  };
}

function symmetric({ k }: JwkBody): JWK {
  if (k === undefined) refuse('A symmetric key needs "k".');
  return { kty: 'oct', k };
}

/** As Node writes it again, so that members that do not belong together are found out. */
function asymmetric(body: JwkBody): JWK {
  const key = body.pem === undefined ? fromJwk(body) : fromPem(body.pem);
  const bits = key.asymmetricKeyDetails?.modulusLength;
  if (bits !== undefined && (bits < leastModulusBits || bits > mostModulusBits)) {
    refuse(`RSA keys have ${leastModulusBits} to ${mostModulusBits} bits here, not ${bits}.`);
  }
  try {
    return key.export({ format: 'jwk' }) as JWK;
  } catch (cause) {
    throw new OAuthError('invalid_request', 'Keys of this kind have no JWK form.', { cause });
  }
}

function fromJwk(body: JwkBody): KeyObject {
  if (body.kty === undefined) refuse('A key needs "kty", or "pem" instead.');
  const { alg, use, kid, key_ops, ext, pem, x5c, ...members } = body;
  try {
    const key = { key: members as JWK, format: 'jwk' } as const;
    if (body.d === undefined) return createPublicKey(key);
    const made = createPrivateKey(key);
    if (!belongTogether(made, createPublicKey({ key: publicMembers(members), format: 'jwk' }))) {
      refuse('The public and the private members are not of one key.');
    }
    return made;
  } catch (cause) {
    if (cause instanceof OAuthError) throw cause;
    throw new OAuthError('invalid_request', 'The members of the key do not make a key.', { cause });
  }
}

function fromPem(pem: string): KeyObject {
  try {
    return /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem) ? createPrivateKey(pem) : createPublicKey(pem);
  } catch (cause) {
    throw new OAuthError('invalid_request', '"pem" holds no key that can be read; it must not be encrypted.', {
      cause,
    });
  }
}

function publicMembers({ kty, crv, x, y, n, e }: JwkBody): JWK {
  return Object.fromEntries(Object.entries({ kty, crv, x, y, n, e }).filter(([, value]) => value !== undefined)) as JWK;
}

// Node takes the members of a private key on trust.
function belongTogether(privateKey: KeyObject, publicKey: KeyObject): boolean {
  if (/^x/.test(privateKey.asymmetricKeyType ?? '')) return createPublicKey(privateKey).equals(publicKey);
  const sample = randomBytes(32);
  const digest = privateKey.asymmetricKeyType?.startsWith('ed') ? null : 'sha256';
  return verify(digest, sample, publicKey, sign(digest, sample, privateKey));
}

function refuse(description: string): never {
  throw new OAuthError('invalid_request', description);
}
