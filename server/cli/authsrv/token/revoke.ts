// `authsrv token revoke`: ends an access or refresh token and what came with it (RFC 7009).

import type { Command } from '../../commands/command.ts';
import { note } from '../../commands/print.ts';
import { authMethod, clientCredentials, formerCredentials } from '../shared-flags.ts';

export const tokenRevoke: Command = {
  words: ['token', 'revoke'],
  summary: 'end a token, and what was issued with it',
  details: 'The client must be the one that the token was issued to. An unknown token counts as ended.',
  arguments: [{ name: 'TOKEN', secret: true, help: 'the token; - reads it from standard input' }],
  flags: [...clientCredentials, authMethod],
  endpoint: 'public',
  former: formerCredentials,
  examples: ['echo "$TOKEN" | authsrv token revoke - --client-id reader'],
  async run(call) {
    const [{ openClient, refusing }, oidc] = await Promise.all([import('./open-client.ts'), import('openid-client')]);
    const config = await openClient(call);
    await refusing(() => oidc.tokenRevocation(config, call.arguments[0] ?? ''));
    note(call, 'The token is revoked.');
  },
};
