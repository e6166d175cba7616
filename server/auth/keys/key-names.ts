// How keys are called outside: a key that this server made is a pair, `private:<kid>` and `public:<kid>`, in the set of
// ID tokens `authsrv.openid.id-token:public:<kid>`; a key that others named keeps their name.

import type { JWK } from 'jose';
import type { StoredKey } from './stored-key.ts';

/** Signs ID tokens and JWT access tokens. */
export const idTokenSet = 'authsrv.openid.id-token';

/** The key identifier in token headers and in the published set. */
export function publicKid(set: string, { kid, privateJwk }: Pick<StoredKey, 'kid' | 'privateJwk'>): string {
  return privateJwk.kid ?? `${prefixOf(set)}public:${kid}`;
}

/** The identifier that a row is stored under, and whether the given one was in our own form. */
export function bareKid(set: string, given: string): { kid: string; isOurs: boolean } {
  const prefix = prefixOf(set);
  for (const half of ['public:', 'private:']) {
    if (given.startsWith(prefix + half)) return { kid: given.slice(prefix.length + half.length), isOurs: true };
  }
  return { kid: given, isOurs: false };
}

/** The published half; undefined for a symmetric key, which has none. */
export function publicJwk(set: string, key: StoredKey): JWK | undefined {
  const { kty, alg, use, crv, x, y, n, e, x5c, x5t } = key.privateJwk;
  if (kty === 'oct' || kty === undefined) return undefined;
  const members = { kty, use, alg, crv, x, y, n, e, x5c, x5t, 'x5t#S256': key.privateJwk['x5t#S256'] };
  const present = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
  return { ...present, kid: publicKid(set, key) };
}

/** What the administration is shown of a key: of the ID-token set never more than the public half. */
export function shownJwks(set: string, key: StoredKey): JWK[] {
  const published = publicJwk(set, key);
  if (set === idTokenSet) return published ? [published] : [];
  const namedByOthers = key.privateJwk.kid !== undefined;
  if (published === undefined || namedByOthers) return [{ ...key.privateJwk, kid: key.kid }];
  if (key.privateJwk.d === undefined) return [published];
  return [{ ...key.privateJwk, kid: `private:${key.kid}` }, published];
}

function prefixOf(set: string): string {
  return set === idTokenSet ? `${set}:` : '';
}
