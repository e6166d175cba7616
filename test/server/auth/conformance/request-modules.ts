// Certification modules about the request: redirect URIs, request objects, unknown parameters, PKCE and forms.

import { createHash, randomBytes } from 'node:crypto';
import { UnsecuredJWT } from 'jose';
import { expect } from 'vitest';
import { browserAt } from '../authorize.ts';
import type { Module } from './modules.ts';
import { type Answer, callback, type RelyingParty } from './relying-party.ts';

function expectNothingIssued({ params }: Answer): void {
  for (const name of ['code', 'access_token', 'id_token']) expect(params[name]).toBeUndefined();
}

/** An unsigned request object that says the same as the parameters, or something else. */
function unsignedRequest(rp: RelyingParty, url: URL, change: Record<string, string> = {}): string {
  const claims = { ...Object.fromEntries(url.searchParams), ...change };
  return new UnsecuredJWT(claims).setIssuer(rp.clientId).setAudience(rp.house.issuer).encode();
}

export const requestModules: Record<string, Module> = {
  'oidcc-ensure-request-with-unknown-parameter-succeeds': async ({ rp }) => {
    const answer = await rp.authorize({ extra: 'foobar' });
    await rp.claims(answer, await rp.tokens(answer));
  },

  'oidcc-ensure-registered-redirect-uri': async ({ rp }) => {
    const browser = browserAt(rp.house);
    const { visit } = await rp.ask(rp.url({ redirect_uri: `${callback}/${randomBytes(4).toString('hex')}` }), browser);
    expect(visit.url.href).toContain(`${rp.house.issuer}oauth2/fallbacks/error?error=invalid_redirect_uri`);
    expect(visit.html).not.toContain('<form');
  },

  'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported': async ({ rp }) => {
    const answer = await rp.ask(rp.url({ request_uri: 'https://rp.example/request.jwt' }));
    expect(answer.params.error).toBe('request_uri_not_supported');
    expectNothingIssued(answer);
  },

  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': async ({ rp }) => {
    const url = rp.url();
    url.searchParams.set('request', unsignedRequest(rp, url));
    const answer = await rp.ask(url);
    expect(answer.params.error).toBe('invalid_request_object');
    expectNothingIssued(answer);
  },

  'oidcc-ensure-request-object-with-redirect-uri': async ({ rp }) => {
    const elsewhere = `${callback}/elsewhere`;
    const url = rp.url({ redirect_uri: elsewhere });
    url.searchParams.set('request', unsignedRequest(rp, url, { redirect_uri: callback }));
    const answer = await rp.ask(url);
    expect(answer.mode).toBe('page');
    expect(answer.visit.url.pathname).toBe('/oauth2/fallbacks/error');
    expectNothingIssued(answer);
  },

  'oidcc-ensure-post-request-succeeds': async ({ rp }) => {
    const url = rp.url();
    const init = { method: 'POST', body: url.searchParams };
    const answer = await rp.ask(new URL(url.pathname, url), browserAt(rp.house), { init });
    const tokens = await rp.tokens(rp.checkAnswer(url, answer));
    await rp.claims({ ...answer, nonce: url.searchParams.get('nonce') ?? '' }, tokens);
  },

  'oidcc-ensure-request-with-valid-pkce-succeeds': async ({ rp }) => {
    const verifier = randomBytes(32).toString('base64url');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const answer = await rp.authorize({ code_challenge: challenge, code_challenge_method: 'S256' });
    expect(await rp.redeem(answer)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    await rp.claims(answer, await rp.tokens(answer, { code_verifier: verifier }));
  },
};
