// Certification modules about what comes back: codes, tokens, ID tokens and their signatures, and their single use.

import { decodeProtectedHeader } from 'jose';
import { expect } from 'vitest';
import type { Module } from './modules.ts';
import { callback, type RelyingParty } from './relying-party.ts';

async function completeFlow(rp: RelyingParty, change: Record<string, string | undefined> = {}): Promise<void> {
  const answer = await rp.authorize(change);
  const tokens = await rp.tokens(answer);
  const claims = await rp.claims(answer, tokens);
  expect(claims.sub).toBe('ada');
  if (rp.hasAccessToken) expect((await rp.userinfoBy(tokens.access_token)).body.sub).toBe('ada');
}

const reuseCode: Module = async ({ rp, wait }) => {
  const answer = await rp.authorize();
  const tokens = await rp.tokens(answer);
  wait(31);
  expect(await rp.redeem(answer)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  expect((await rp.userinfoBy(tokens.access_token)).status).toBe(401);
};

export const responseModules: Record<string, Module> = {
  'oidcc-server': ({ rp }) => completeFlow(rp),

  'oidcc-server-client-secret-post': ({ byForm }) => completeFlow(byForm),

  'oidcc-response-type-missing': async ({ rp }) => {
    const { params } = await rp.ask(rp.url({ response_type: undefined }));
    expect(params.error).toBe('invalid_request');
    expect(Object.keys(params)).not.toEqual(expect.arrayContaining(['code']));
  },

  'oidcc-idtoken-signature': async ({ rp }) => {
    const answer = await rp.authorize();
    const tokens = await rp.tokens(answer);
    await rp.claims(answer, tokens);
    for (const token of [answer.params.id_token, tokens.id_token]) {
      if (token) expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'RS256', kid: expect.any(String) });
    }
  },

  'oidcc-idtoken-unsigned': async ({ rp }) => {
    const client = { redirect_uris: [callback], id_token_signed_response_alg: 'none' };
    const { status, body } = await rp.house.call('POST', '/clients', client);
    expect([status, body.error]).toEqual([400, 'invalid_client_metadata']);
  },

  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': ({ rp }) => completeFlow(rp, { nonce: undefined }),

  'oidcc-ensure-request-without-nonce-fails': async ({ rp }) => {
    const answer = await rp.ask(rp.url({ nonce: undefined }));
    expect(answer.params.error).toBe('invalid_request');
    expect(answer.mode).not.toBe('query');
    expect(answer.params.id_token ?? answer.params.code).toBeUndefined();
  },

  'oidcc-codereuse': async ({ rp }) => {
    const answer = await rp.authorize();
    await rp.tokens(answer);
    expect(await rp.redeem(answer)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  },

  'oidcc-codereuse-30seconds': reuseCode,

  'oidcc-refresh-token': async ({ rp, other }) => {
    const change = { scope: 'openid offline_access', prompt: 'consent' };
    const answer = await rp.authorize(change);
    const tokens = await rp.tokens(answer);
    const before = await rp.claims(answer, tokens);
    const refreshToken = tokens.refresh_token ?? '';
    expect(refreshToken).toMatch(/^[\x20-\x7e]+$/);
    const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
    expect(await other.token(fields)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    const { status, body } = await rp.token(fields);
    expect([status, body.access_token === tokens.access_token]).toEqual([200, false]);
    const bound = { accessToken: String(body.access_token) };
    const after = await rp.checkIdToken(String(body.id_token), answer.nonce, bound);
    for (const name of ['iss', 'sub', 'aud', 'auth_time', 'azp']) expect(after[name]).toEqual(before[name]);
    expect(after.iat).toBeGreaterThanOrEqual(before.iat ?? 0);
    expect((await rp.userinfoBy(String(body.access_token))).status).toBe(200);
  },
};
