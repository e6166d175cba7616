// The flags that describe a client, and the body of a request that they make. What makes sense is the server's affair.

import type { Call, Flag } from '../../commands/command.ts';
import { parseJson } from '../../commands/read-input.ts';
import { segment } from '../call-admin.ts';
import { wholeNumber } from '../list-page.ts';

type Kind = 'text' | 'list' | 'words' | 'flag' | 'json' | 'number';

interface Field {
  flag: Flag;
  /** The member of the client. */
  member: string;
  kind: Kind;
}

const text = (name: string, member: string, help: string, value = 'TEXT', short?: string): Field => ({
  flag: { name, value, help, ...(short === undefined ? {} : { short }) },
  member,
  kind: 'text',
});
const list = (name: string, member: string, help: string, value: string, short?: string): Field => ({
  flag: { name, value: `${value},…`, list: true, help, ...(short === undefined ? {} : { short }) },
  member,
  kind: 'list',
});
const yes = (name: string, member: string, help: string): Field => ({ flag: { name, help }, member, kind: 'flag' });

const fields: readonly Field[] = [
  text('name', 'client_name', 'name that people see', 'NAME', 'n'),
  {
    flag: { name: 'secret', value: 'SECRET', help: 'a secret of your own; one is generated otherwise', secret: true },
    member: 'client_secret',
    kind: 'text',
  },
  list('callbacks', 'redirect_uris', 'addresses that the client may be sent back to', 'URL', 'c'),
  list('grant-types', 'grant_types', 'grants that it may use', 'GRANT', 'g'),
  list('response-types', 'response_types', 'response types, each a word or several in quotes', 'TYPE', 'r'),
  {
    flag: { name: 'scope', short: 'a', value: 'SCOPE,…', list: true, help: 'scopes that it may ask for' },
    member: 'scope',
    kind: 'words',
  },
  list('audience', 'audience', 'audiences that it may ask for', 'URL'),
  {
    flag: {
      name: 'token-endpoint-auth-method',
      value: 'METHOD',
      help: 'how it authenticates; none makes a public client',
      choices: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    },
    member: 'token_endpoint_auth_method',
    kind: 'text',
  },
  text('token-endpoint-auth-signing-alg', 'token_endpoint_auth_signing_alg', 'algorithm of its signed JWTs', 'ALG'),
  text('jwks-uri', 'jwks_uri', 'where its public keys are', 'URL'),
  {
    flag: { name: 'jwks', value: 'JSON', help: 'its public keys: {"keys": [...]}' },
    member: 'jwks',
    kind: 'json',
  },
  text('access-token-strategy', 'access_token_strategy', 'opaque or jwt; the server decides otherwise', 'STRATEGY'),
  text('request-object-signing-alg', 'request_object_signing_alg', 'algorithm of its request objects', 'ALG'),
  text('id-token-signed-response-alg', 'id_token_signed_response_alg', 'signs its ID tokens', 'ALG'),
  text('userinfo-signed-response-alg', 'userinfo_signed_response_alg', 'signs its /userinfo replies', 'ALG'),
  text('application-type', 'application_type', 'web or native; redirect URIs have to fit it', 'TYPE'),
  text('subject-type', 'subject_type', 'public, or pairwise for an identifier of its own for every person', 'TYPE'),
  text('sector-identifier-uri', 'sector_identifier_uri', 'document that joins clients to one sector', 'URL'),
  text('owner', 'owner', 'who is responsible for it', 'NAME'),
  list('contacts', 'contacts', 'addresses of who is responsible', 'MAIL'),
  text('client-uri', 'client_uri', 'its home page', 'URL'),
  text('logo-uri', 'logo_uri', 'its picture', 'URL'),
  text('policy-uri', 'policy_uri', 'its privacy policy', 'URL'),
  text('tos-uri', 'tos_uri', 'its terms of service', 'URL'),
  list('allowed-cors-origins', 'allowed_cors_origins', 'web origins that may call the token endpoint', 'ORIGIN'),
  list('post-logout-callbacks', 'post_logout_redirect_uris', 'addresses that signing out may lead to', 'URL'),
  text('frontchannel-logout-callback', 'frontchannel_logout_uri', 'page that is loaded at signing out', 'URL'),
  yes('frontchannel-logout-session-required', 'frontchannel_logout_session_required', 'send iss and sid to that page'),
  text('backchannel-logout-callback', 'backchannel_logout_uri', 'address that is called at signing out', 'URL'),
  yes('backchannel-logout-session-required', 'backchannel_logout_session_required', 'send sid in that call'),
  {
    flag: { name: 'secret-expires-at', value: 'TIME', help: 'Unix seconds at which the secret ends; 0 for never' },
    member: 'client_secret_expires_at',
    kind: 'number',
  },
  {
    flag: { name: 'metadata', value: 'JSON', help: 'anything to keep with the client' },
    member: 'metadata',
    kind: 'json',
  },
];

export const clientFlags: readonly Flag[] = fields.map(({ flag }) => flag);
export const clientMembers: readonly string[] = fields.map(({ member }) => member);

export const formerClientFlags = {
  'allowed-scopes': 'Use --scope.',
  'is-public': 'Use --token-endpoint-auth-method none.',
  public: 'Use --token-endpoint-auth-method none.',
} as const;

export const clientColumns = ['client_id', 'client_name', 'grant_types', 'scope', 'token_endpoint_auth_method'];

/** The members that were given; an empty value empties the member. */
export function clientBody(call: Call): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const { flag, member, kind } of fields) {
    const given = call.text(flag.name);
    if (given !== undefined) body[member] = memberValue(call, flag.name, kind, given);
  }
  return body;
}

function memberValue(call: Call, name: string, kind: Kind, given: string): unknown {
  switch (kind) {
    case 'text':
      return given;
    case 'list':
      return call.list(name);
    case 'words':
      return call.list(name)?.join(' ');
    case 'flag':
      return call.isSet(name);
    case 'json':
      return parseJson(given, `--${name}`);
    case 'number':
      return wholeNumber(name, given);
  }
}

export function clientPath(id: string): string {
  return `/clients/${segment(id)}`;
}
