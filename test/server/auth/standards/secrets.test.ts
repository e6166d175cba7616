// Secrets are compared in constant time: whatever somebody shows is held against what is expected by `timingSafeEqual`, and
// never letter by letter. Counted where it is called, because time itself proves nothing on a busy machine.

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { hashPassword, verifyPassword } from '../../../../server/accounts/password.ts';
import type { AccountDatabase } from '../../../../server/accounts/tables.ts';
import { addUser, checkPassword } from '../../../../server/accounts/users.ts';
import {
  ClientSecretCheck,
  hashChosenSecret,
  hashGeneratedSecret,
} from '../../../../server/auth/clients/client-secret.ts';
import { SecretRing } from '../../../../server/auth/keys/secret-ring.ts';
import { defaultRegistration } from '../../../../server/auth/settings/settings.ts';
import { mintToken, tokenId } from '../../../../server/auth/token-format.ts';
import { Browser } from '../../accounts/browser.ts';
import { basic, Party } from './party.ts';

const compared = vi.hoisted(() => {
  // Files before this one have loaded what compares already.
  vi.resetModules();
  return { count: 0, derived: 0 };
});
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>();
  const timingSafeEqual: typeof real.timingSafeEqual = (one, other) => {
    compared.count += 1;
    return real.timingSafeEqual(one, other);
  };
  const argon2 = ((...given: Parameters<typeof real.argon2>) => {
    compared.derived += 1;
    real.argon2(...given);
  }) as typeof real.argon2;
  return { ...real, timingSafeEqual, argon2 };
});

const initialAccessToken = 'an-initial-access-token';
const registration = { ...defaultRegistration, enabled: true, initialAccessToken };
let party: Party;
beforeAll(async () => {
  party = await Party.open({ registration });
});
beforeEach(() => {
  compared.count = 0;
});
afterAll(async () => {
  await party.close();
  // Nobody after this file meets what it replaced.
  vi.doUnmock('node:crypto');
  vi.resetModules();
});

/** Whether it was right, and how many comparisons that took. */
async function count<T>(work: () => T | Promise<T>): Promise<[T, number]> {
  compared.count = 0;
  const outcome = await work();
  return [outcome, compared.count];
}

test('client secrets, generated and chosen, right and wrong', async () => {
  const ring = new SecretRing(['a system secret', 'a former system secret']);
  const renewed: string[] = [];
  const check = new ClientSecretCheck(ring, async (clientId) => void renewed.push(clientId));
  const generated = hashGeneratedSecret(ring, 'right');
  expect(await count(() => check.matches('right', generated, 'a'))).toEqual([true, 1]);
  // Under each system secret, and at once before.
  expect(await count(() => check.matches('wrong', generated, 'a'))).toEqual([false, 3]);
  expect(await count(() => check.matches('righ', generated, 'a'))).toEqual([false, 3]);
  const chosen = await hashChosenSecret('right');
  expect(await count(() => check.matches('wrong', chosen, 'a'))).toEqual([false, 1]);
  expect(await count(() => check.matches('right', chosen, 'a'))).toEqual([true, 1]);
  expect(renewed).toEqual([]);
});

test('signatures of tokens, each under every system secret', async () => {
  const ring = new SecretRing(['a system secret', 'a former system secret']);
  const { value, id } = mintToken(ring);
  expect(await count(() => tokenId(ring, value))).toEqual([id, 1]);
  const forged = `${randomBytes(32).toString('base64url')}.${id}`;
  expect(await count(() => tokenId(ring, forged))).toEqual([undefined, 2]);
});

test('passwords, and for names that nobody has a password of as much work', async () => {
  const stored = await hashPassword('correct horse');
  expect(await count(() => verifyPassword('wrong horse', stored))).toEqual([false, 1]);
  const database = party.house.database as unknown as AccountDatabase;
  await addUser(database, { name: 'Ada', password: 'correct horse' });
  const before = compared.derived;
  await checkPassword(database, { name: 'Ada', password: 'wrong horse', address: '192.0.2.1' });
  await checkPassword(database, { name: 'Nobody', password: 'wrong horse', address: '192.0.2.1' });
  expect(compared.derived - before).toBe(2);
});

test('tokens of forms, of registration and of whoever may register', async () => {
  const browser = new Browser([party.house.accounts]);
  const page = await browser.open(`${party.house.accounts}/accounts/password`);
  const [forged, forms] = await count(() => browser.submit(page, { form_token: 'x'.repeat(43) }));
  expect([forged.status, forms]).toEqual([403, 1]);
  const register = (token: string) =>
    fetch(`${party.house.issuer}oauth2/register`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: ['https://rp.example/cb'] }),
    });
  const [refused, initial] = await count(() => register('an-initial-access-tokem'));
  expect([refused.status, initial]).toEqual([401, 1]);
  const made = (await (await register(initialAccessToken)).json()) as Record<string, string>;
  const [read, own] = await count(() =>
    fetch(made.registration_client_uri ?? '', { headers: { authorization: 'Bearer nonsense' } }),
  );
  expect([read.status, own]).toEqual([401, 1]);
});

test('a client that is not there is answered in the words for a wrong secret', async () => {
  const ask = async (authorization: string) => {
    const { status, body, headers } = await party.post(
      'oauth2/token',
      { grant_type: 'client_credentials' },
      { authorization },
    );
    return { status, body, challenge: headers.get('www-authenticate') };
  };
  expect(await ask(basic('nobody', 'wrong'))).toEqual(await ask(basic('web', 'wrong')));
  expect(await ask(basic('web', 'wrong'))).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
});
