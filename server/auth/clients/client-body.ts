// The JSON body of the client endpoints. Unknown keys are refused by name.

import { type Static, Type } from 'typebox';

const Words = (maxLength = 4096) => Type.String({ maxLength });
const Address = () => Type.String({ maxLength: 2048 });
const List = (maxItems = 100) => Type.Array(Address(), { maxItems });
const optional = Type.Optional;

export const clientBody = Type.Object(
  {
    client_id: optional(Type.String({ minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' })),
    /** Deprecated name of client_id; must equal it. */
    id: optional(Type.String({ maxLength: 255 })),
    client_name: optional(Words(255)),
    /** Where it is given, redirect URIs have to fit it. */
    application_type: optional(Type.Union([Type.Literal('web'), Type.Literal('native')])),
    client_secret: optional(Type.String({ minLength: 6, maxLength: 255 })),
    redirect_uris: optional(List()),
    grant_types: optional(List(20)),
    response_types: optional(List(20)),
    scope: optional(Words()),
    audience: optional(List()),
    owner: optional(Words(255)),
    policy_uri: optional(Address()),
    allowed_cors_origins: optional(List()),
    tos_uri: optional(Address()),
    client_uri: optional(Address()),
    logo_uri: optional(Address()),
    contacts: optional(List(20)),
    client_secret_expires_at: optional(Type.Integer({ minimum: 0 })),
    subject_type: optional(Type.Union([Type.Literal('public'), Type.Literal('pairwise'), Type.Literal('')])),
    sector_identifier_uri: optional(Address()),
    jwks_uri: optional(Address()),
    jwks: optional(Type.Object({ keys: Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: 50 }) })),
    token_endpoint_auth_method: optional(
      Type.Union([
        Type.Literal('client_secret_basic'),
        Type.Literal('client_secret_post'),
        Type.Literal('private_key_jwt'),
        Type.Literal('none'),
      ]),
    ),
    token_endpoint_auth_signing_alg: optional(Words(16)),
    request_object_signing_alg: optional(Words(16)),
    id_token_signed_response_alg: optional(Words(16)),
    userinfo_signed_response_alg: optional(Words(16)),
    access_token_strategy: optional(Type.Union([Type.Literal('opaque'), Type.Literal('jwt'), Type.Literal('')])),
    created_at: optional(Words(64)),
    updated_at: optional(Words(64)),
    frontchannel_logout_uri: optional(Address()),
    frontchannel_logout_session_required: optional(Type.Boolean()),
    post_logout_redirect_uris: optional(List()),
    backchannel_logout_uri: optional(Address()),
    backchannel_logout_session_required: optional(Type.Boolean()),
    metadata: optional(Type.Unknown()),
  },
  { additionalProperties: false },
);

/** Keys of former releases; clients that were stored with them have been changed. */
export const formerClientKeys = {
  public: 'Instead of "public": true, write "token_endpoint_auth_method": "none"; instead of false, nothing.',
} as const;

export type ClientBody = Static<typeof clientBody>;
