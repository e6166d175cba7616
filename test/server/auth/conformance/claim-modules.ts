// Certification modules about claims and the userinfo endpoint.

import { expect } from 'vitest';
import type { Module } from './modules.ts';
import { personClaims } from './person.ts';
import type { RelyingParty } from './relying-party.ts';

/** Where the person's claims are looked for: userinfo, or the ID token of a flow without access token. */
async function readClaims(rp: RelyingParty, change: Record<string, string>): Promise<Record<string, unknown>> {
  const answer = await rp.authorize(change);
  const tokens = await rp.tokens(answer);
  const claims = await rp.claims(answer, tokens);
  if (!rp.hasAccessToken) return claims;
  const { status, body } = await rp.userinfoBy(tokens.access_token);
  expect([status, body.sub]).toEqual([200, claims.sub]);
  return body;
}

function scopeModule(...scopes: string[]): Module {
  return async ({ rp }) => {
    const claims = await readClaims(rp, { scope: ['openid', ...scopes].join(' ') });
    expect(claims).toMatchObject(personClaims(scopes));
    const others = Object.keys(personClaims(['profile', 'email', 'address', 'phone']));
    const wanted = Object.keys(personClaims(scopes));
    expect(others.filter((name) => name in claims)).toEqual(wanted);
  };
}

function userinfoModule(init: (token: string) => RequestInit): Module {
  return async ({ rp }) => {
    const answer = await rp.authorize();
    const tokens = await rp.tokens(answer);
    const { sub } = await rp.claims(answer, tokens);
    for (const token of [tokens.access_token, answer.params.access_token]) {
      if (token) expect(await rp.userinfo(init(token))).toMatchObject({ status: 200, body: { sub } });
    }
  };
}

const header = (token: string) => ({ authorization: `Bearer ${token}` });

export const claimModules: Record<string, Module> = {
  'oidcc-userinfo-get': userinfoModule((token) => ({ headers: header(token) })),
  'oidcc-userinfo-post-header': userinfoModule((token) => ({ method: 'POST', headers: header(token) })),
  'oidcc-userinfo-post-body': userinfoModule((token) => ({
    method: 'POST',
    body: new URLSearchParams({ access_token: token }),
  })),
  'oidcc-scope-profile': scopeModule('profile'),
  'oidcc-scope-email': scopeModule('email'),
  'oidcc-scope-address': scopeModule('address'),
  'oidcc-scope-phone': scopeModule('phone'),
  'oidcc-scope-all': scopeModule('profile', 'email', 'address', 'phone'),

  'oidcc-ensure-other-scope-order-succeeds': async ({ rp }) => {
    expect(await readClaims(rp, { scope: 'email openid' })).toMatchObject(personClaims(['email']));
  },

  'oidcc-alternate-happy-flow': async ({ rp }) => {
    const url = rp.url({ scope: 'email openid' });
    url.search = new URLSearchParams([...url.searchParams].reverse()).toString();
    const answer = rp.checkAnswer(url, await rp.ask(url));
    const tokens = await rp.tokens(answer);
    await rp.claims(answer, tokens);
    expect((await rp.userinfoBy(tokens.access_token)).body).toMatchObject(personClaims(['email']));
  },

  'oidcc-claims-essential': async ({ rp }) => {
    const target = rp.hasAccessToken ? 'userinfo' : 'id_token';
    const claims = JSON.stringify({ [target]: { name: { essential: true } } });
    expect(await readClaims(rp, { claims })).toMatchObject({ name: 'Ada Lovelace' });
  },
};
