// Hashes and checks client secrets: a fast keyed hash for secrets that this server generated (256 random bits),
// argon2id for secrets that a person chose. Must not know clients.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { slowHash } from '../../base/slow-hash.ts';
import type { SecretRing } from '../keys/secret-ring.ts';

const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const cacheMilliseconds = 60_000;
const cacheSize = 1_000;

export function generateClientSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function hashGeneratedSecret(ring: SecretRing, secret: string): string {
  return `hmac:${ring.hash(secret)}`;
}

export async function hashChosenSecret(secret: string): Promise<string> {
  const nonce = randomBytes(16);
  const { memory, passes, parallelism } = cost;
  const tag = await slowHash({ message: secret, nonce, tagLength: 32, memory, passes, parallelism });
  return `argon2id:${memory}:${passes}:${parallelism}:${nonce.toString('base64url')}:${tag.toString('base64url')}`;
}

/** Is it this secret, which the server generated? */
export function isGeneratedSecret(ring: SecretRing, secret: string, stored: string): boolean {
  return stored.startsWith('hmac:') && ring.matchesHash(secret, stored.slice(5));
}

type RenewHash = (clientId: string, former: string, secret: string) => Promise<void>;

/** Checks secrets and remembers successful argon2id checks for a minute, so that a busy client doesn't pay each time. */
export class ClientSecretCheck {
  readonly #ring: SecretRing;
  readonly #renew: RenewHash;
  readonly #passed = new Map<string, number>();

  /** `renew` keeps a right secret anew whose hash was made under a former system secret. */
  constructor(ring: SecretRing, renew: RenewHash) {
    this.#ring = ring;
    this.#renew = renew;
  }

  async matches(secret: string, stored: string, clientId: string): Promise<boolean> {
    if (this.matchesAtOnce(secret, stored)) return true;
    if (stored.startsWith('hmac:')) {
      if (!this.#ring.matchesHash(secret, stored.slice(5))) return false;
      await this.#renew(clientId, stored, secret);
      return true;
    }
    const [, memory, passes, parallelism, nonce = '', tag = ''] = stored.split(':');
    const expected = Buffer.from(tag, 'base64url');
    const actual = await slowHash({
      message: secret,
      nonce: Buffer.from(nonce, 'base64url'),
      tagLength: expected.length,
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
    });
    if (!timingSafeEqual(actual, expected)) return false;
    if (this.#passed.size >= cacheSize) this.#passed.clear();
    this.#passed.set(entryOf(secret, stored), Date.now() + cacheMilliseconds);
    return true;
  }

  /** What is known without deriving anything; false may also mean that it has to be derived, or renewed. */
  matchesAtOnce(secret: string, stored: string): boolean {
    if (stored.startsWith('hmac:')) return this.#ring.matchesFirstHash(secret, stored.slice(5));
    return (this.#passed.get(entryOf(secret, stored)) ?? 0) > Date.now();
  }
}

function entryOf(secret: string, stored: string): string {
  return createHash('sha256').update(stored).update('\0').update(secret).digest('base64url');
}
