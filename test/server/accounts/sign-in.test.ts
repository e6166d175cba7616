// Signing in through the real pages with a real OpenID client: code with PKCE, consent, remembering, refusing.

import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { addUser } from '../../../server/accounts/users.ts';
import { forEachDatabase } from '../databases.ts';
import { Browser } from './browser.ts';
import { codeRequest, configure, openHouse, registerReader } from './house.ts';

forEachDatabase((_name, open) => {
  test('a person signs in, agrees, and the client gets tokens that carry the name', async () => {
    const house = await openHouse(await open());
    await registerReader(house);
    const user = await addUser(house.database, { name: 'Ada', password: 'correct horse', displayName: 'Ada L.' });
    const config = await configure(house);
    const browser = new Browser([house.issuer, house.accounts]);
    const { url, checks } = await codeRequest(config);

    let page = await browser.open(url);
    expect(page.status).toBe(200);
    expect(page.html).toContain('<h1>Sign in</h1>');
    page = await browser.submit(page, { name: 'ada', password: 'correct horse', remember: 'yes' });
    expect(page.html).toContain('Allow Octavo?');
    page = await browser.submit(page, { decision: 'allow', remember: 'yes' });
    expect(page.url.origin).toBe('http://127.0.0.1:49152');

    const tokens = await client.authorizationCodeGrant(config, page.url, checks);
    expect(tokens.claims()).toMatchObject({ sub: user.id, name: 'Ada L.', aud: 'octavo-reader' });
    expect(tokens.refresh_token).toBeDefined();
    expect(tokens.scope).toBe('openid profile offline_access');
    const info = await client.fetchUserInfo(config, tokens.access_token, user.id);
    expect(info).toMatchObject({ sub: user.id, name: 'Ada L.' });

    const again = await codeRequest(config);
    page = await browser.open(again.url);
    expect(page.url.searchParams.get('code')).not.toBeNull();
    await house.close();
  });
});
