// JWT access tokens: signed by the ID-token keys, session data under `ext`, audiences as an array, scopes under `scp`.
// They are rows as well, so that they can be revoked. Must not know clients.

import { importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import { JOSEError } from 'jose/errors';
import type { Payload } from 'oidc-provider';
import { clockTolerance } from '../clock.ts';
import { idTokenSet, publicKid } from '../keys/key-names.ts';
import type { StoredKey } from '../keys/stored-key.ts';

type ImportedKey = Awaited<ReturnType<typeof importJWK>>;
interface Key {
  kid: string;
  alg: string;
  privateKey: ImportedKey;
  publicKey: ImportedKey;
}

export class JwtAccessTokens {
  readonly #issuer: string;
  readonly #keys: readonly Key[];

  private constructor(issuer: string, keys: readonly Key[]) {
    this.#issuer = issuer;
    this.#keys = keys;
  }

  static async open(issuer: string, stored: readonly StoredKey[]): Promise<JwtAccessTokens> {
    const keys = stored
      .filter((key) => key.use === 'sig' && key.privateJwk.kty !== 'oct')
      .map(async (key) => ({
        kid: publicKid(idTokenSet, key),
        alg: key.alg,
        privateKey: await importJWK(key.privateJwk, key.alg),
        publicKey: await importJWK(publicPart(key.privateJwk), key.alg),
      }));
    return new JwtAccessTokens(issuer, await Promise.all(keys));
  }

  async sign(payload: Payload): Promise<string> {
    const [key] = this.#keys;
    if (!key) throw new Error('There is no key to sign access tokens with.');
    const { iat = 0, exp = 0 } = payload;
    return new SignJWT({
      jti: payload.jti ?? '',
      sub: payload.extra?.sub ?? payload.accountId ?? payload.clientId ?? '',
      client_id: payload.clientId,
      scp: (payload.scope ?? '').split(' ').filter(Boolean),
      ext: payload.extra?.ext ?? {},
      aud: payload.extra?.aud ?? [],
      iss: this.#issuer,
      iat,
      nbf: iat,
      exp,
    })
      .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: 'JWT' })
      .sign(key.privateKey);
  }

  /** The row's id of a JWT access token of ours. */
  async verify(token: string): Promise<string | undefined> {
    if (typeof token !== 'string' || token.split('.').length !== 3) return undefined;
    try {
      const { payload } = await jwtVerify(token, (header) => this.#publicKey(header.kid), {
        issuer: this.#issuer,
        clockTolerance,
        algorithms: [...new Set(this.#keys.map((key) => key.alg))],
      });
      return payload.jti;
    } catch (error) {
      if (error instanceof JOSEError || error instanceof UnknownKey) return undefined;
      throw error;
    }
  }

  #publicKey(kid: string | undefined): ImportedKey {
    const key = this.#keys.find((candidate) => candidate.kid === kid);
    if (!key) throw new UnknownKey();
    return key.publicKey;
  }
}

class UnknownKey extends Error {}

function publicPart(jwk: JWK): JWK {
  const { d, p, q, dp, dq, qi, ...rest } = jwk;
  return rest;
}
