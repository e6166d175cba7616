// The reading service keeps its client registered: at the start, over what an earlier release wrote, and again when the
// authorization server has lost it.

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AccountTables } from '../../server/accounts/tables.ts';
import type { AuthTables } from '../../server/auth/storage/tables.ts';
import { openDatabase } from '../../server/base/database/database.ts';
import { createLog } from '../../server/base/log.ts';
import { clientId, registerClient } from '../../server/register-client.ts';
import { type House, openHouse } from './accounts/house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse(await openDatabase<AuthTables & AccountTables>('memory'));
});
afterAll(async () => {
  await house.close();
  await house.database.close();
});

test('a client that was lost is registered again, and one that the operator changed stays as it is', async () => {
  const at = `/clients/${clientId}`;
  const former = { client_id: clientId, client_name: 'Former', token_endpoint_auth_method: 'none' };
  await house.call('POST', '/clients', { ...former, redirect_uris: ['http://127.0.0.1/former'] });
  const ending = new AbortController();
  const log = createLog({ name: 'test', level: 'silent' });
  const registration = registerClient(`${house.admin}/`, log, ending.signal, 20);
  await registration.first;
  const { body } = await house.call('GET', at);
  expect(body).toMatchObject({ client_name: 'Octavo', redirect_uris: ['http://127.0.0.1/callback'] });
  await house.call('DELETE', at);
  await expect.poll(async () => (await house.call('GET', at)).status).toBe(200);
  const { id, created_at, updated_at, ...given } = body;
  await house.call('PUT', at, { ...given, client_name: 'Reading room' });
  const asked = vi.spyOn(globalThis, 'fetch');
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(1);
  asked.mockRestore();
  ending.abort();
  await registration.ended;
  expect((await house.call('GET', at)).body.client_name).toBe('Reading room');
});
