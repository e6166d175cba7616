// The JSON of login, consent, logout and device requests as the providers read them, and of their answers. Names are
// those that existing login and consent applications use.

import { type Static, Type } from 'typebox';
import { jwkBody } from './keys/foreign-key.ts';
import { keyAlgorithms, misspeltAlgorithm } from './keys/key-algorithms.ts';

export interface OidcContext {
  acr_values: string[];
  ui_locales: string[];
  display: string;
  login_hint: string;
  id_token_hint_claims: Record<string, unknown>;
}

/** As stored; the reply adds `challenge` and `client`. */
export interface LoginRequestBody {
  requested_scope: string[];
  requested_access_token_audience: string[];
  skip: boolean;
  subject: string;
  session_id: string;
  request_url: string;
  oidc_context: OidcContext;
}

export interface ConsentRequestBody extends Omit<LoginRequestBody, 'session_id'> {
  login_challenge: string;
  login_session_id: string;
  acr: string;
  context: Record<string, unknown>;
}

export interface LogoutRequestBody {
  subject: string;
  sid: string;
  request_url: string;
  /** An ID token of this very session was shown. */
  rp_initiated: boolean;
  ui_locales: string[];
  logout_hint: string;
  /** Where the browser goes in the end; not told to the provider. */
  after: string;
}

export interface DeviceRequestBody {
  /** The code that came with the address, if any. */
  user_code: string;
  request_url: string;
}

const optional = Type.Optional;
const Text = (maxLength = 1024) => Type.String({ maxLength });
const Words = () => Type.Array(Text(), { maxItems: 100 });
const Free = () => Type.Record(Type.String(), Type.Unknown());
const closed = { additionalProperties: false } as const;

export const acceptLoginBody = Type.Object(
  {
    subject: Type.String({ minLength: 1, maxLength: 255 }),
    remember: optional(Type.Boolean()),
    /** Seconds; 0 lasts as long as the browser stays open. */
    remember_for: optional(Type.Integer({ minimum: 0 })),
    acr: optional(Text()),
    amr: optional(Words()),
    force_subject_identifier: optional(Text(255)),
    context: optional(Free()),
  },
  closed,
);

export const acceptConsentBody = Type.Object(
  {
    grant_scope: optional(Words()),
    grant_access_token_audience: optional(Words()),
    session: optional(Type.Object({ access_token: optional(Free()), id_token: optional(Free()) }, closed)),
    remember: optional(Type.Boolean()),
    /** Seconds; 0 is for ever. */
    remember_for: optional(Type.Integer({ minimum: 0 })),
    handled_at: optional(Text(64)),
  },
  closed,
);

export const acceptDeviceBody = Type.Object({ user_code: Type.String({ minLength: 1, maxLength: 64 }) }, closed);

/** Says nothing beyond itself. */
export const acceptLogoutBody = Type.Object({}, closed);

export const rejectBody = Type.Object(
  {
    /** As RFC 6749, section 4.1.2.1 writes it. */
    error: optional(Type.String({ maxLength: 64, pattern: '^[\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]*$' })),
    error_description: optional(Text()),
    error_hint: optional(Text()),
    error_debug: optional(Text()),
    status_code: optional(Type.Integer({ minimum: 400, maximum: 599 })),
  },
  closed,
);

export const rejectDeviceBody = Type.Object(
  { ...rejectBody.properties, user_code: optional(Type.String({ minLength: 1, maxLength: 64 })) },
  closed,
);

/** A kid that is absent is made up; `ES521` is taken for ES512, which it was called by mistake. */
export const createKeyBody = Type.Object(
  {
    alg: Type.Enum([...keyAlgorithms, misspeltAlgorithm], { type: 'string' }),
    use: optional(Type.Enum(['sig', 'enc'], { type: 'string' })),
    kid: optional(Type.String({ minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' })),
  },
  closed,
);

export const rotateKeyBody = Type.Object({}, closed);

export const jwkSetBody = Type.Object({ keys: Type.Array(jwkBody, { minItems: 1, maxItems: 100 }) }, closed);

export const flushBody = Type.Object({ notAfter: optional(Text(64)) }, closed);

export type AcceptLogin = Static<typeof acceptLoginBody>;
export type AcceptConsent = Static<typeof acceptConsentBody>;
export type Reject = Static<typeof rejectBody>;
