// `authsrv token client`: gets an access token by the client credentials grant.

import type { Command } from '../../commands/command.ts';
import { print } from '../../commands/print.ts';
import { authMethod, clientCredentials, formerCredentials } from '../shared-flags.ts';

export const tokenClient: Command = {
  words: ['token', 'client'],
  summary: 'get an access token for a client itself',
  details: 'Prints the access token alone, for use in scripts; --format prints the whole reply.',
  flags: [
    ...clientCredentials,
    authMethod,
    { name: 'scope', value: 'SCOPE,…', list: true, help: 'scopes to ask for' },
    { name: 'audience', value: 'URL,…', list: true, help: 'audiences to ask for' },
  ],
  endpoint: 'public',
  former: formerCredentials,
  examples: ['OAUTH2_CLIENT_ID=robot OAUTH2_CLIENT_SECRET=… authsrv token client --scope books.read'],
  async run(call) {
    const [{ openClient, refusing }, oidc] = await Promise.all([import('./open-client.ts'), import('openid-client')]);
    const scope = call.list('scope');
    const audience = call.list('audience');
    const config = await openClient(call);
    const tokens = await refusing(() =>
      oidc.clientCredentialsGrant(config, {
        ...(scope ? { scope: scope.join(' ') } : {}),
        ...(audience ? { audience: audience.join(' ') } : {}),
      }),
    );
    print(call, tokens, { text: tokens.access_token });
  },
};
