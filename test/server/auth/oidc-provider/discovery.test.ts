// The discovery document where the issuer has a path and stands behind a proxy: RFC 8414 puts the well-known part before
// the path, OpenID Connect behind it.

import { expect, test } from 'vitest';
import type { AccountTables } from '../../../../server/accounts/tables.ts';
import type { AuthTables } from '../../../../server/auth/storage/tables.ts';
import { openDatabase } from '../../../../server/base/database/database.ts';
import { openHouse } from '../../accounts/house.ts';

test('an issuer with a path is described at both of its well-known addresses, and nowhere else', async () => {
  const issuer = 'https://auth.example/tenant/';
  const house = await openHouse(await openDatabase<AuthTables & AccountTables>('memory'), { issuer });
  const read = (path: string, method = 'GET') => {
    const headers = { 'x-forwarded-proto': 'https', host: 'evil.example' };
    return fetch(house.public + path, { method, headers });
  };
  const paths = [
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-authorization-server/tenant',
  ];
  const texts = await Promise.all(paths.map(async (path) => (await read(path)).text()));
  expect(new Set(texts).size).toBe(1);
  const document = JSON.parse(texts[0] ?? '{}') as Record<string, string>;
  expect(document).toMatchObject({
    issuer,
    authorization_endpoint: `${issuer}oauth2/auth`,
    end_session_endpoint: `${issuer}oauth2/sessions/logout`,
    jwks_uri: `${issuer}.well-known/jwks.json`,
  });
  expect(texts[0]).not.toContain('evil.example');
  expect((await read(paths[0] ?? '')).headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
  expect((await read('/.well-known/oauth-authorization-server/other')).status).toBe(404);
  expect((await read(paths[1] ?? '', 'POST')).status).toBe(405);
  await house.close();
  await house.database.close();
});
