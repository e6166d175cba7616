// `authsrv token user`: signs a person in by the browser (authorization code with PKCE) and prints the tokens.

import type { Configuration, TokenEndpointResponse } from 'openid-client';
import { StartError } from '../../../base/start-error.ts';
import type { Call, Command } from '../../commands/command.ts';
import { note, print } from '../../commands/print.ts';
import { Refused } from '../../commands/refused.ts';
import { duration } from '../duration.ts';
import { wholeNumber } from '../list-page.ts';
import { authMethod, clientCredentials, formerCredentials } from '../shared-flags.ts';
import { type Callback, waitForCallback } from './wait-for-callback.ts';

export const tokenUser: Command = {
  words: ['token', 'user'],
  summary: 'sign a person in by the browser and print the tokens',
  details:
    'Starts a web server on this machine, opens the sign-in page in the browser, waits for the answer and exchanges ' +
    'the code. The client must allow the redirect URI http://127.0.0.1:4446/callback (or --redirect); a public client ' +
    'may come back to any port.',
  flags: [
    ...clientCredentials,
    authMethod,
    { name: 'scope', value: 'SCOPE,…', list: true, help: 'scopes to ask for; openid,offline unless told otherwise' },
    { name: 'audience', value: 'URL,…', list: true, help: 'audiences to ask for' },
    { name: 'prompt', value: 'WORD,…', list: true, help: 'none, login, consent or select_account' },
    { name: 'max-age', value: 'SECONDS', help: 'ask for the password if it was given longer ago' },
    { name: 'port', short: 'p', value: 'PORT', help: 'where to wait for the browser; 4446 unless told, 0 for any' },
    { name: 'redirect', value: 'URL', help: 'redirect URI of the client, where something forwards it to that port' },
    { name: 'no-open', help: 'only print the address, and do not start a browser' },
    { name: 'timeout', value: 'TIME', help: 'how long to wait for the person; 10m unless told otherwise' },
  ],
  endpoint: 'public',
  former: formerCredentials,
  examples: ['authsrv token user --client-id reader --scope openid,profile --no-open'],
  async run(call) {
    const { openClient, refusing } = await import('./open-client.ts');
    const patience = duration('timeout', call.text('timeout') ?? '10m');
    const port = wholeNumber('port', call.text('port') ?? '4446');
    const maxAge = call.text('max-age');
    if (maxAge !== undefined) wholeNumber('max-age', maxAge);
    if (port > 65_535) throw new StartError(`--port must be at most 65535, not ${port}.`);
    const redirect = call.text('redirect');
    if (redirect !== undefined && !URL.canParse(redirect)) {
      throw new StartError(`--redirect must be an address, not "${redirect}".`);
    }
    const config = await openClient(call);
    const { randomState } = await import('openid-client');
    const state = randomState();
    const callback = await waitForCallback(port, state);
    try {
      const tokens = await refusing(() => signIn(call, config, callback, state, patience));
      print(call, shown(tokens), { text: asText(tokens) });
    } finally {
      await callback.close();
    }
  },
};

async function signIn(call: Call, config: Configuration, callback: Callback, state: string, patience: number) {
  const oidc = await import('openid-client');
  const verifier = oidc.randomPKCECodeVerifier();
  const nonce = oidc.randomNonce();
  const redirectUri = call.text('redirect') ?? callback.address;
  const scope = call.list('scope') ?? ['openid', 'offline'];
  const asksOpenId = scope.includes('openid');
  const address = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: scope.join(' '),
    state,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(asksOpenId ? { nonce } : {}),
    ...optional('audience', call.list('audience')?.join(' ')),
    ...optional('prompt', call.list('prompt')?.join(' ')),
    ...optional('max_age', call.text('max-age')),
  });
  await leadThere(call, address.href);
  const came = await callback.answer(patience * 1000);
  if (!came) throw new Refused(`Nobody signed in within ${patience} seconds; give more time by --timeout.`);
  // The library compares with the redirect URI that was asked for, which a forwarder may have changed.
  const answer = new URL(redirectUri);
  answer.search = came.search;
  return oidc.authorizationCodeGrant(config, answer, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    ...(asksOpenId ? { expectedNonce: nonce, idTokenExpected: true } : {}),
  });
}

async function leadThere(call: Call, address: string): Promise<void> {
  const opened = !call.isSet('no-open') && (await call.terminal.openBrowser(address));
  note(call, opened ? `Sign in on the page that opens, or open:\n\n${address}\n` : `Open:\n\n${address}\n`);
}

function optional(name: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [name]: value };
}

function shown({ access_token, refresh_token, id_token, token_type, expires_in, scope }: TokenEndpointResponse) {
  return { access_token, refresh_token, id_token, token_type, expires_in, scope };
}

function asText(tokens: TokenEndpointResponse): string {
  const lines: [string, string | number | undefined][] = [
    ['Access token', tokens.access_token],
    ['Refresh token', tokens.refresh_token],
    ['Expires in', tokens.expires_in === undefined ? undefined : `${tokens.expires_in} s`],
    ['ID token', tokens.id_token],
  ];
  return lines.map(([name, value]) => `${name}:\n\t${value ?? 'none'}`).join('\n');
}
