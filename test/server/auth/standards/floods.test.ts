// Limits by address where an attacker has many addresses.

import { expect, test } from 'vitest';
import { Party } from './party.ts';

test('the addresses of one IPv6 network count as one', async () => {
  const party = await Party.open({ issuer: 'https://auth.example/', anonymousRequestsPerMinute: 2 });
  const ask = async (address: string) => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': address };
    return (await fetch(`${party.house.public}/oauth2/auth`, { headers, redirect: 'manual' })).status === 429;
  };
  expect([await ask('2001:db8:1:2::1'), await ask('2001:db8:1:2::2'), await ask('2001:db8:1:2:3::')]).toEqual([
    false,
    false,
    true,
  ]);
  expect([await ask('2001:db8:1:3::1'), await ask('192.0.2.1')]).toEqual([false, false]);
  await party.close();
});
