// Secrets that the service hands out: made at random, kept only as a hash, and replies sealed with the secret that
// asked for them. Knows nothing of sessions or tables.

import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** 256 random bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The bits are random, so a fast hash is as good as a slow one. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** An id of its own kind: 16 characters of base 32, as in `u_4f…`. */
export function newId(kind: string): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
  return `${kind}_${Array.from(randomBytes(16), (byte) => alphabet[byte % 32]).join('')}`;
}

/** Only who has the secret again can open it; the database alone does not help. */
export function seal(text: string, secret: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

export function unseal(sealed: string, secret: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

function sealingKey(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'octavo refresh reply', 32));
}
