// Runs the certification plans for OpenID providers against a real server: each module in each response type and mode of
// its plan. Time passes for server and test alike; nothing is waited for.

import type { JSONWebKeySet } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AccountTables } from '../../../../server/accounts/tables.ts';
import type { AuthTables } from '../../../../server/auth/storage/tables.ts';
import { openDatabase } from '../../../../server/base/database/database.ts';
import { type House, openHouse } from '../../accounts/house.ts';
import { modules } from './modules.ts';
import { plans } from './plan.ts';
import { type Credentials, callback, RelyingParty } from './relying-party.ts';

let house: House;
let keys: JSONWebKeySet;
const clients: Record<string, Credentials> = {};

beforeAll(async () => {
  house = await openHouse(await openDatabase<AuthTables & AccountTables>('memory'));
  keys = (await (await fetch(`${house.issuer}.well-known/jwks.json`)).json()) as JSONWebKeySet;
  await register('first', 'client_secret_basic');
  await register('second', 'client_secret_basic');
  await register('form', 'client_secret_post');
});

afterEach(() => {
  vi.useRealTimers();
});

afterAll(async () => {
  await house.close();
  await house.database.close();
});

async function register(id: string, method: Credentials['method']): Promise<void> {
  const { body } = await house.call('POST', '/clients', {
    client_id: id,
    redirect_uris: [callback],
    token_endpoint_auth_method: method,
    grant_types: ['authorization_code', 'implicit', 'refresh_token'],
    response_types: [...new Set(plans.map((plan) => plan.variant.responseType))],
    scope: 'openid offline_access profile email address phone',
  });
  clients[id] = { id, method, secret: String(body.client_secret) };
}

function wait(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
}

test('every planned module is written, and every written one is planned', () => {
  const planned = new Set(plans.flatMap((plan) => plan.modules));
  expect(Object.keys(modules).sort()).toEqual([...planned].sort());
});

for (const plan of plans) {
  describe(`${plan.name}, response_type=${plan.variant.responseType}`, () => {
    const party = (id: string) => new RelyingParty(house, plan.variant, clients[id] as Credentials, keys);
    test.each(plan.modules)('%s', async (name) => {
      const run = modules[name];
      if (!run) throw new Error(`The module ${name} is not written.`);
      await run({ rp: party('first'), other: party('second'), byForm: party('form'), wait });
    });
  });
}
