// `authsrv token introspect`: asks the administrative listener what a token is.

import type { Call, Command } from '../../commands/command.ts';
import { print } from '../../commands/print.ts';
import { basic, sendAdmin } from '../call-admin.ts';
import { clientCredentials, formerCredentials } from '../shared-flags.ts';

export const tokenIntrospect: Command = {
  words: ['token', 'introspect'],
  summary: 'print what an access or refresh token is',
  details:
    'The administrative listener asks for no credentials; those of a client are sent along when given, for a gateway ' +
    'in front of it. A token that does not work is {"active": false}, and no error.',
  arguments: [{ name: 'TOKEN', secret: true, help: 'the token; - reads it from standard input' }],
  flags: [...clientCredentials, { name: 'scope', value: 'SCOPE,…', list: true, help: 'scopes that it must have' }],
  endpoint: 'admin',
  former: formerCredentials,
  examples: ['echo "$TOKEN" | authsrv token introspect -'],
  async run(call) {
    const scope = call.list('scope')?.join(' ');
    const form = { token: call.arguments[0] ?? '', ...(scope ? { scope } : {}) };
    const { value } = await sendAdmin(call, '/oauth2/introspect', {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: clientHeader(call),
    });
    print(call, value);
  },
};

function clientHeader(call: Call): Record<string, string> {
  const id = call.text('client-id');
  if (id === undefined || call.text('access-token') !== undefined) return {};
  // RFC 6749, section 2.3.1: both parts are form-encoded first.
  const secret = call.text('client-secret') ?? '';
  return { authorization: basic(encodeURIComponent(id), encodeURIComponent(secret)) };
}
