// The system secrets as keys for each purpose, and sealing of values at rest. The first secret signs and seals,
// every one may verify and open, and the list can be replaced at run time. Must not know what is signed or sealed.

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { StartError } from '../../base/start-error.ts';

const purposes = ['tokens', 'cookies', 'sealing', 'client secrets'] as const;
type Purpose = (typeof purposes)[number];
const keyBytes: Record<Purpose, number> = { tokens: 64, cookies: 32, sealing: 32, 'client secrets': 32 };

export class SecretRing {
  #keys: Map<Purpose, readonly KeyObject[]> = new Map();

  constructor(secrets: readonly string[]) {
    this.replace(secrets);
  }

  replace(secrets: readonly string[]): void {
    if (secrets.length === 0) throw new Error('SYSTEM_SECRET needs at least one secret.');
    const keys = new Map<Purpose, readonly KeyObject[]>();
    for (const purpose of purposes) {
      keys.set(
        purpose,
        secrets.map((secret) => deriveKey(secret, purpose)),
      );
    }
    this.#keys = keys;
  }

  keys(purpose: Purpose): readonly KeyObject[] {
    return this.#keys.get(purpose) ?? [];
  }

  /** Signing keys of cookies, first signs. */
  cookieKeys(): string[] {
    return this.keys('cookies').map((key) => key.export().toString('base64url'));
  }

  /** AES-256-GCM under the first secret: `v1.` + base64url(nonce, tag, ciphertext). */
  seal(text: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', first(this.keys('sealing')), nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
  }

  /** @throws StartError when no secret of the ring opens it; the keys are the first to be opened. */
  unseal(sealed: string): string {
    return this.#open(sealed).text;
  }

  /** The same value under the first secret; undefined when it is already. */
  reseal(sealed: string): string | undefined {
    const { text, secret } = this.#open(sealed);
    return secret === 0 ? undefined : this.seal(text);
  }

  #open(sealed: string): { text: string; secret: number } {
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    if (!sealed.startsWith('v1.') || bytes.length < 28) throw new Error('A sealed value in the database is damaged.');
    let cause: unknown;
    for (const [secret, key] of this.keys('sealing').entries()) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
        decipher.setAuthTag(bytes.subarray(12, 28));
        return { text: decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8'), secret };
      } catch (error) {
        cause = error;
      }
    }
    throw new StartError('No secret in SYSTEM_SECRET opens a sealed value in the database; add the former secret.', {
      cause,
    });
  }

  /** Fast keyed hash for values that are random by themselves. */
  hash(text: string): string {
    return hmac(first(this.keys('client secrets')), text).toString('base64url');
  }

  matchesHash(text: string, hash: string): boolean {
    return this.keys('client secrets').some((key) => isHash(key, text, hash));
  }

  /** Whether the hash was made under the first secret. */
  matchesFirstHash(text: string, hash: string): boolean {
    return isHash(first(this.keys('client secrets')), text, hash);
  }
}

function deriveKey(secret: string, purpose: Purpose): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `authsrv ${purpose}`, keyBytes[purpose])));
}

function isHash(key: KeyObject, text: string, hash: string): boolean {
  const expected = Buffer.from(hash, 'base64url');
  const actual = hmac(key, text);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function hmac(key: KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function first(keys: readonly KeyObject[]): KeyObject {
  const [key] = keys;
  if (!key) throw new Error('The secret ring is empty.');
  return key;
}
