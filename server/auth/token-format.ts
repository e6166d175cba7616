// Opaque tokens: base64url(32 random bytes) "." base64url(HMAC-SHA-512). Only the signature part is stored, so the
// database never holds a usable token. Must not know what a token stands for.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SecretRing } from './keys/secret-ring.ts';

const shape = /^[A-Za-z0-9_-]{43}\.[A-Za-z0-9_-]{86}$/;

export interface MintedToken {
  /** Given to the client, never stored. */
  value: string;
  /** The row's id. */
  id: string;
}

export function mintToken(ring: SecretRing): MintedToken {
  const [key] = ring.keys('tokens');
  if (!key) throw new Error('The secret ring is empty.');
  const random = randomBytes(32);
  const id = createHmac('sha512', key).update(random).digest('base64url');
  return { value: `${random.toString('base64url')}.${id}`, id };
}

/** The row's id of a token that this server issued; undefined for anything else, without asking the database. */
export function tokenId(ring: SecretRing, value: unknown): string | undefined {
  if (typeof value !== 'string' || !shape.test(value)) return undefined;
  const [random = '', signature = ''] = value.split('.');
  const given = Buffer.from(signature, 'base64url');
  for (const key of ring.keys('tokens')) {
    const expected = createHmac('sha512', key).update(Buffer.from(random, 'base64url')).digest();
    // The text of the signature is not canonical in its last character, so the id is made anew.
    if (timingSafeEqual(expected, given)) return expected.toString('base64url');
  }
  return undefined;
}
