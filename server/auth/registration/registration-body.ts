// What a program may say of itself when it registers (RFC 7591, section 2; OpenID Connect Dynamic Client Registration 1.0).
// What it says beyond that is ignored, as the specification wants it; what only an operator may grant is not in it.

import { Type } from 'typebox';
import { type ClientBody, clientBody } from '../clients/client-body.ts';
import { OAuthError } from '../errors.ts';
import { parseBody } from '../parse-body.ts';
import { words } from '../scope.ts';
import type { AuthSettings } from '../settings/settings.ts';

const ownFields = [
  'application_type',
  'client_name',
  'redirect_uris',
  'grant_types',
  'response_types',
  'scope',
  'policy_uri',
  'tos_uri',
  'client_uri',
  'logo_uri',
  'contacts',
  'subject_type',
  'sector_identifier_uri',
  'jwks_uri',
  'jwks',
  'token_endpoint_auth_method',
  'token_endpoint_auth_signing_alg',
  'request_object_signing_alg',
  'id_token_signed_response_alg',
  'userinfo_signed_response_alg',
  'frontchannel_logout_uri',
  'frontchannel_logout_session_required',
  'post_logout_redirect_uris',
  'backchannel_logout_uri',
  'backchannel_logout_session_required',
] as const;

export const registrationBody = Type.Object(Type.Pick(clientBody, [...ownFields]).properties, {
  additionalProperties: false,
});
const known = Object.keys(registrationBody.properties);

/** Grants that lead past a person who agrees; tokens for a program itself are for the operator to allow. */
const askingGrants = [
  'authorization_code',
  'implicit',
  'refresh_token',
  'urn:ietf:params:oauth:grant-type:device_code',
];

/** @throws OAuthError invalid_client_metadata or invalid_redirect_uri */
export function readRegistration(given: unknown, settings: AuthSettings): ClientBody {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) refuse('Send a JSON object.');
  const body = parse(given as Record<string, unknown>);
  const refused = body.grant_types?.find((grant) => !askingGrants.includes(grant));
  if (refused !== undefined) refuse(`"grant_types": "${refused}" is for clients that the operator registers.`);
  checkFrontChannel(body);
  for (const name of ['jwks_uri', 'backchannel_logout_uri', 'frontchannel_logout_uri'] as const) {
    // Whoever could answer in the client's place would be the client.
    const isPlain = URL.parse(body[name] ?? '')?.protocol === 'http:';
    if (isPlain && !settings.dangerousForceHttp) refuse(`"${name}" must use https.`);
  }
  return {
    application_type: 'web',
    ...body,
    grant_types: grantsFor(body),
    scope: allowedScope(body.scope, settings.registration.scopes),
  };
}

function allowedScope(asked: string | undefined, allowed: readonly string[]): string {
  const scopes = asked === undefined ? allowed : words(asked).filter((scope) => allowed.includes(scope));
  if (scopes.length === 0) refuse('"scope": none of these is for clients that register themselves.');
  return scopes.join(' ');
}

/** Null stands for absent (RFC 7592, section 2.2), and so does an empty text. */
function parse(given: Record<string, unknown>) {
  const said = known.flatMap((name) => {
    const value = given[name];
    return value === undefined || value === null || value === '' ? [] : [[name, value] as const];
  });
  try {
    return parseBody(registrationBody, Object.fromEntries(said));
  } catch (cause) {
    if (!(cause instanceof OAuthError)) throw cause;
    throw new OAuthError('invalid_client_metadata', cause.message, { cause });
  }
}

// Front-Channel Logout 1.0, section 2: scheme, host and port of a redirect URI. Anything else would be framed here.
function checkFrontChannel({ frontchannel_logout_uri: uri, redirect_uris: redirects }: ClientBody): void {
  if (uri === undefined) return;
  const origin = URL.parse(uri)?.origin;
  if (!redirects?.some((redirect) => URL.parse(redirect)?.origin === origin)) {
    refuse('"frontchannel_logout_uri" must have the scheme, host and port of a redirect URI.');
  }
}

/** Those asked for, and those without which the response types could not be used. */
function grantsFor({ grant_types: asked, response_types: types }: ClientBody): string[] {
  const parts = new Set((types ?? ['code']).flatMap((type) => type.split(' ')));
  const needed = [
    ...(parts.has('code') && (types || !asked) ? ['authorization_code'] : []),
    ...(parts.has('token') || parts.has('id_token') ? ['implicit'] : []),
  ];
  return [...new Set([...(asked ?? []), ...needed])];
}

function refuse(description: string): never {
  throw new OAuthError('invalid_client_metadata', description);
}
