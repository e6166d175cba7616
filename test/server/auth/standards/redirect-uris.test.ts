// Redirect URIs are compared as text (RFC 9700, sections 2.1, 4.1 and 4.11): whatever is not registered letter by letter
// gets no code and no error, and the browser stays on a page of this server. Ports of the loopback address alone may vary.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserAt } from '../authorize.ts';
import { callback, loopback, Party, reader } from './party.ts';

let party: Party;
const withQuery = 'https://rp.example/end?from=octavo';
beforeAll(async () => {
  party = await Party.open();
  await party.register({ client_id: 'query', redirect_uris: [withQuery] });
  await party.register({ client_id: 'two', redirect_uris: [callback, 'https://rp.example/other'] });
  await party.register({ client_id: 'scheme', redirect_uris: ['org.example.app:/callback'] });
});
afterAll(() => party.close());

/** The browser is told by this server alone, and the address goes nowhere. */
async function expectRefused(redirect_uri: string | readonly string[], clientId: string): Promise<void> {
  const { url, html } = await browserAt(party.house).open(party.url({ redirect_uri }, clientId));
  const end = url.origin + url.pathname;
  expect([redirect_uri, end]).toEqual([redirect_uri, `${party.house.issuer}oauth2/fallbacks/error`]);
  expect(url.searchParams.get('error')).toMatch(/^invalid_(redirect_uri|request)$/);
  expect(url.searchParams.has('state')).toBe(false);
  expect(html).not.toMatch(/href="[^"]*evil/);
}

const tricks: Record<string, readonly string[]> = {
  'another host': [
    'https://evil.example/callback',
    'https://rp.example.evil.example/callback',
    'https://evil.example#rp.example/callback',
    'https://evil.example?rp.example/callback',
    'https://evilrp.example/callback',
    'https://xn--rp-example.example/callback',
    'https://rp%2eexample/callback',
    'https://rp.example./callback',
    '//rp.example/callback',
    'https:/rp.example/callback',
    'https:\\\\rp.example\\callback',
  ],
  'a user before the host': [
    'https://rp.example@evil.example/callback',
    'https://rp.example:x@evil.example/callback',
    'https://user@rp.example/callback',
    'https://rp.example%40evil.example/callback',
    'https://evil.example\\@rp.example/callback',
  ],
  'another path': [
    'https://rp.example/callback/',
    'https://rp.example/callback/../callback',
    'https://rp.example/x/../callback',
    'https://rp.example/callback/%2e%2e/open-redirector',
    'https://rp.example/callback/..;/open-redirector',
    'https://rp.example/callbackx',
    'https://rp.example/Callback',
    'https://rp.example/call%62ack',
    'https://rp.example//callback',
    'https://rp.example/callback%00',
    'https://rp.example/callback%0d%0aLocation:%20https://evil.example',
    'https://rp.example',
  ],
  'another query or fragment': [
    'https://rp.example/callback?next=https://evil.example',
    'https://rp.example/callback?',
    'https://rp.example/callback#',
    'https://rp.example/callback#evil',
    'https://rp.example/callback;x',
  ],
  'another scheme or port': [
    'http://rp.example/callback',
    'HTTPS://rp.example/callback',
    'https://rp.example:443/callback',
    'https://rp.example:8443/callback',
    'javascript://rp.example/callback',
    'data:text/html,https://rp.example/callback',
  ],
  'letters that look alike, and spaces': [
    'https://RP.example/callback',
    'https://rр.example/callback',
    'https://ｒｐ.example/callback',
    'https://rp。example/callback',
    ' https://rp.example/callback',
    'https://rp.example/callback ',
    'https://rp.example/call\tback',
    'https://rp.example/callback\n',
  ],
};

describe('no code and no error is sent to', () => {
  test.each(Object.entries(tricks))('%s', async (_what, uris) => {
    for (const uri of uris) await expectRefused(uri, 'web');
  });

  test('one of two addresses, in either order; the only registered one hears of the mistake', async () => {
    for (const redirect_uri of [
      [callback, 'https://evil.example/'],
      ['https://evil.example/', callback],
    ]) {
      await expectRefused(redirect_uri, 'two');
      const { at, params } = await party.ask(party.url({ redirect_uri }));
      expect([at, params.error, params.code]).toEqual([callback, 'invalid_request', undefined]);
    }
  });

  test('an address of another client, or a registered one with another query', async () => {
    await expectRefused(withQuery, 'web');
    for (const uri of ['https://rp.example/end', `${withQuery}&x=1`, 'https://rp.example/end?from=Octavo']) {
      await expectRefused(uri, 'query');
    }
    for (const uri of ['org.example.app:/callback/x', 'org.example.evil:/callback', 'org.example.app://callback']) {
      await expectRefused(uri, 'scheme');
    }
  });

  test('this machine under another name, path or scheme', async () => {
    for (const uri of [
      'http://localhost/callback',
      'http://127.0.0.2/callback',
      'http://127.1/callback',
      'http://2130706433/callback',
      'http://0x7f.1/callback',
      'http://[::1]/callback',
      'http://0.0.0.0/callback',
      'https://127.0.0.1/callback',
      'http://127.0.0.1:80:80/callback',
      'http://127.0.0.1:99999/callback',
      'http://127.0.0.1:8080@evil.example/callback',
      'http://127.0.0.1:8080/callback/../x',
      'http://127.0.0.1.evil.example/callback',
      'http://127.0.0.1:8080/callback?x=1',
    ]) {
      await expectRefused(uri, reader);
    }
  });
});

test('what is registered is reached, with its own query, and the loopback address at any port', async () => {
  const end = await party.ask(party.url({ redirect_uri: withQuery }, 'query'));
  expect(end).toMatchObject({ at: 'https://rp.example/end', params: { from: 'octavo', code: expect.any(String) } });
  for (const uri of [loopback, 'http://127.0.0.1:1/callback', 'http://127.0.0.1:65535/callback']) {
    expect((await party.ask(party.url({ redirect_uri: uri }, reader))).params.code).toBeTypeOf('string');
  }
  expect((await party.ask(party.url())).at).toBe(callback);
});

test('an error goes to a registered address only after client and address were checked', async () => {
  const wrong = { response_type: 'saml', scope: 'nonsense', prompt: 'none', redirect_uri: 'https://evil.example/' };
  for (const client of ['web', 'nobody']) {
    const { url } = await browserAt(party.house).open(party.url(wrong, client));
    expect(url.pathname).toBe('/oauth2/fallbacks/error');
  }
});

test('addresses that lead away from the client are refused at registration', async () => {
  for (const uri of [
    'http://rp.example/callback',
    'https://rp.example/callback#',
    'https://rp.example/callback#part',
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://rp.example/x',
    'about:blank',
    '/callback',
    'rp.example/callback',
    '',
  ]) {
    const { status, body } = await party.house.call('POST', '/clients', { redirect_uris: [uri] });
    expect([uri, status, body.error]).toEqual([uri, 400, 'invalid_redirect_uri']);
  }
  // The library expands no wildcards, and takes one for a letter.
  await party.register({ client_id: 'star', redirect_uris: ['https://*.rp.example/callback'] });
  await expectRefused('https://evil.rp.example/callback', 'star');
});
