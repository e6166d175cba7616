// A key as the key store hands it out.

import type { JWK } from 'jose';

export interface StoredKey {
  kid: string;
  alg: string;
  use: string;
  /** The whole key; only the public half of some that others made. With `kid` when others named it. */
  privateJwk: JWK;
  /** Milliseconds. */
  createdAt: number;
}
