// Gives the library's token models our token format: HMAC-signed opaque values of which only the signature is stored,
// and JWT access tokens for clients that ask for them. Written against oidc-provider 9.13.3.

import type { Model, ModelClass, Payload, Provider } from 'oidc-provider';
import type { SecretRing } from '../keys/secret-ring.ts';
import { mintToken, tokenId } from '../token-format.ts';
import type { JwtAccessTokens } from './jwt-access-token.ts';

/** Values of freshly minted tokens, until they are handed out. */
const freshValues = new WeakMap<object, string>();

/** What the client gets for a token that this request made. */
export function issuedValue(token: object | undefined): string | undefined {
  return token && freshValues.get(token);
}

interface TokenParts {
  ring: SecretRing;
  jwt: JwtAccessTokens;
  /** Does the token's client get JWT access tokens? */
  wantsJwt(token: Model): Promise<boolean>;
}

export function installTokenFormat(provider: Provider, parts: TokenParts): void {
  const opaque = [provider.RefreshToken, provider.AuthorizationCode, provider.DeviceCode];
  for (const model of opaque) install(provider, model, parts, false);
  for (const model of [provider.AccessToken, provider.ClientCredentials]) install(provider, model, parts, true);
}

function install(provider: Provider, model: ModelClass, parts: TokenParts, mayBeJwt: boolean): void {
  const { ring, jwt, wantsJwt } = parts;
  const basePayload = provider.BaseToken.prototype.getValueAndPayload;
  model.prototype.generateTokenId = function generateTokenId(this: Model) {
    const { value, id } = mintToken(ring);
    freshValues.set(this, value);
    return id;
  };
  model.prototype.getValueAndPayload = async function getValueAndPayload(this: Model) {
    const { payload } = (await basePayload.call(this)) as { payload: Payload };
    if (mayBeJwt && (await wantsJwt(this))) {
      const value = await jwt.sign(payload);
      freshValues.set(this, value);
      return { value, payload };
    }
    return { value: freshValues.get(this) ?? this.jti, payload };
  };
  const findById = model.find;
  model.find = async function find(value, options) {
    // The library looks up a device code by its id when the browser resumes, and says so by this option.
    if (options?.ignoreSessionBinding) return findById.call(model, value, options);
    const id = tokenId(ring, value) ?? (mayBeJwt ? await jwt.verify(value) : undefined);
    return id === undefined ? undefined : findById.call(model, id, options);
  };
}
