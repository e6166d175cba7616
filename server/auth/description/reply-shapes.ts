// The JSON that replies consist of, for the API description; a test holds the real replies to it.

import { Type } from 'typebox';
import { clientBody } from '../clients/client-body.ts';
import { jwkBody } from '../keys/foreign-key.ts';

const optional = Type.Optional;
const Text = () => Type.String();
const Words = () => Type.Array(Type.String());
const Free = () => Type.Record(Type.String(), Type.Unknown());
const closed = { additionalProperties: false } as const;

const { client_secret, ...storedClient } = clientBody.properties;

/** A client as providers see it. */
const plainClient = Type.Object({ ...storedClient, client_id: Type.String() }, closed);
export const client = Type.Object(
  {
    ...storedClient,
    client_id: Type.String(),
    id: Type.String({ description: 'Deprecated name of client_id.' }),
    client_secret: optional(Type.String({ description: 'Only in the reply that sets it.' })),
    client_secret_expires_at: Type.Integer(),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  closed,
);
export const clients = Type.Array(client);

const { pem, ...jwk } = jwkBody.properties;
export const jsonWebKeySet = Type.Object({ keys: Type.Array(Type.Object(jwk, closed)) }, closed);
export const setNames = Words();

const oidcContext = Type.Object(
  {
    acr_values: Words(),
    ui_locales: Words(),
    display: Text(),
    login_hint: Text(),
    id_token_hint_claims: Free(),
  },
  closed,
);

const request = {
  challenge: Text(),
  requested_scope: Words(),
  requested_access_token_audience: Words(),
  skip: Type.Boolean(),
  subject: Text(),
  oidc_context: oidcContext,
  client: plainClient,
  request_url: Text(),
};
export const loginRequest = Type.Object({ ...request, session_id: Text() });
export const consentRequest = Type.Object({
  ...request,
  login_challenge: Text(),
  login_session_id: Text(),
  acr: Text(),
  context: Free(),
});
export const logoutRequest = Type.Object({
  challenge: Text(),
  subject: Text(),
  sid: Text(),
  request_url: Text(),
  rp_initiated: Type.Boolean(),
  client: optional(plainClient),
});
export const deviceRequest = Type.Object({
  challenge: Text(),
  user_code: Text(),
  request_url: Text(),
  device: optional(
    Type.Object({
      user_code: Text(),
      client: plainClient,
      requested_scope: Words(),
      requested_at: Text(),
      address: Text(),
      user_agent: Text(),
    }),
  ),
});
export const completedRequest = Type.Object({ redirect_to: Text() }, closed);

export const loginSessions = Type.Array(
  Type.Object({
    sid: Text(),
    subject: Text(),
    authenticated_at: Text(),
    remember: Type.Boolean(),
    expires_at: Text(),
    clients: Words(),
  }),
);
export const consentSessions = Type.Array(
  Type.Object({
    consent_request: consentRequest,
    grant_scope: Words(),
    grant_access_token_audience: Words(),
    session: Type.Object({ access_token: Free(), id_token: Free() }),
    remember: Type.Boolean(),
    remember_for: Type.Integer({ description: 'Seconds; 0 is for ever.' }),
    handled_at: Text(),
  }),
);

export const introspection = Type.Object(
  {
    active: Type.Boolean(),
    scope: optional(Text()),
    client_id: optional(Text()),
    sub: optional(Text()),
    obfuscated_subject: optional(Type.String({ description: 'The subject as a pairwise client knows it.' })),
    username: optional(Type.String({ description: 'The "username" of the session data of the access token.' })),
    exp: optional(Type.Integer()),
    iat: optional(Type.Integer()),
    nbf: optional(Type.Integer()),
    aud: optional(Words()),
    iss: optional(Text()),
    token_type: optional(Type.Enum(['access_token', 'refresh_token'], { type: 'string' })),
    ext: optional(Free()),
  },
  closed,
);

export const token = Type.Object({
  access_token: Text(),
  token_type: Text(),
  expires_in: Type.Integer(),
  scope: optional(Text()),
  refresh_token: optional(Text()),
  id_token: optional(Text()),
});
export const deviceAuthorization = Type.Object({
  device_code: Text(),
  user_code: Text(),
  verification_uri: Text(),
  verification_uri_complete: Text(),
  expires_in: Type.Integer(),
  interval: Type.Integer(),
});
export const userinfo = Type.Object({ sub: Text() });
export const discovery = Type.Object({ issuer: Text(), authorization_endpoint: Text(), jwks_uri: Text() });
export const status = Type.Object({ status: Text() });
export const readiness = Type.Object({ status: Text(), checks: optional(Free()) });
export const version = Type.Object({ version: Text() }, closed);
export const registration = Type.Object({
  client_id: Text(),
  registration_access_token: Text(),
  registration_client_uri: Text(),
});

export const oauthError = Type.Object(
  {
    error: Text(),
    error_description: Text(),
    error_hint: optional(Text()),
    status_code: Type.Integer(),
  },
  closed,
);
