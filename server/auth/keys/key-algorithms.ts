// Algorithms of JSON Web Keys: which there are, what key each needs, and how one is generated. Knows no key set.

import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';

export const keyAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'HS256',
  'HS384',
  'HS512',
] as const;
export type KeyAlgorithm = (typeof keyAlgorithms)[number];

/** What keys that others made may be for as well; this server neither signs nor encrypts with them. */
export const encryptionAlgorithms = [
  'RSA-OAEP',
  'RSA-OAEP-256',
  'RSA-OAEP-384',
  'RSA-OAEP-512',
  'ECDH-ES',
  'ECDH-ES+A128KW',
  'ECDH-ES+A256KW',
  'A128KW',
  'A256KW',
  'A128GCM',
  'A256GCM',
  'dir',
] as const;

/** ES512 under the name that it had by mistake in former releases. */
export const misspeltAlgorithm = 'ES521';

const curves: Record<string, string> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521', EdDSA: 'Ed25519' };
const algorithmOfCurve = new Map(Object.entries(curves).map(([alg, curve]) => [curve, alg]));

export async function generateJwk(alg: KeyAlgorithm): Promise<JWK> {
  if (alg.startsWith('HS')) {
    // As long as the hash (RFC 7518, section 3.2): HS256 has all of its 256 bits.
    return { kty: 'oct', k: randomBytes(Number(alg.slice(2)) / 8).toString('base64url') };
  }
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return exportJWK(privateKey);
}

/** The usual algorithm of a key that does not say one. */
export function usualAlgorithm({ kty, crv }: JWK): string | undefined {
  if (kty === 'RSA') return 'RS256';
  if (kty === 'oct') return 'HS256';
  return algorithmOfCurve.get(crv ?? '');
}

/** Whether the algorithm can be used with a key of this kind, and a symmetric one is long enough. */
export function algorithmFits(alg: string, { kty, crv, k }: JWK): boolean {
  if (/^(RS|PS)\d|^RSA-/.test(alg)) return kty === 'RSA';
  if (alg.startsWith('ECDH-ES')) return kty === 'EC' || (kty === 'OKP' && /^X/.test(crv ?? ''));
  if (Object.hasOwn(curves, alg)) return crv === curves[alg];
  if (kty !== 'oct' || k === undefined) return false;
  const bytes = Buffer.from(k, 'base64url').length;
  if (alg.startsWith('HS')) return bytes >= Number(alg.slice(2)) / 8;
  const bits = /^A(\d+)/.exec(alg)?.[1];
  return bits === undefined ? bytes > 0 : bytes === Number(bits) / 8;
}
