// The authorization server's tables as Kysely types. Times are Unix seconds unless a name says milliseconds.

import type { Generated } from 'kysely';

export interface RecordTable {
  /** The library's model: AccessToken, Session, Interaction … */
  kind: string;
  id: string;
  grant_id: string | null;
  uid: string | null;
  user_code: string | null;
  client_id: string | null;
  subject: string | null;
  payload: string;
  expires_at: number | null;
  consumed_at: number | null;
  /** Device codes: last poll, milliseconds, and the interval the device has to keep, seconds. */
  polled_at: number | null;
  poll_interval: number | null;
}

export interface ClientTable {
  client_id: string;
  body: string;
  secret_hash: string | null;
  created_at: number;
  updated_at: number;
}

export interface KeyTable {
  set_name: string;
  kid: string;
  alg: string;
  key_use: string;
  /** The private JWK, sealed. */
  sealed: string;
  /** Milliseconds, so that keys made within a second keep their order. */
  created_at: number;
}

export interface RequestTable {
  challenge: string;
  kind: string;
  client_id: string | null;
  subject: string | null;
  body: string;
  answer: string | null;
  verifier: string | null;
  /** The form secret of the browser that asked, sealed. */
  form_secret: string | null;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

export interface ConsentTable {
  grant_id: string;
  subject: string;
  client_id: string;
  challenge: string;
  scope: string;
  audience: string;
  /** The consent provider's session data, sealed. */
  session: string;
  remember: number;
  remember_until: number | null;
  granted_at: number;
  request: string;
  /** The login session in which it was given; null for consents of before this was kept. */
  session_id: string | null;
}

/** A logout that a client has yet to be told (OpenID Connect Back-Channel Logout). */
export interface LogoutDeliveryTable {
  id: string;
  client_id: string;
  subject: string;
  sid: string;
  attempts: number;
  created_at: number;
  next_attempt_at: number;
}

/** Clients that registered themselves, by the hash of the token with which they manage their registration. */
export interface RegistrationTable {
  client_id: string;
  token_hash: string;
  /** Still good until the newer token is used, in case its reply was lost. */
  former_token_hash: string | null;
  created_at: number;
}

/** Pairwise subjects that the login provider chose itself. */
export interface SubjectIdentifierTable {
  client_id: string;
  subject: string;
  identifier: string;
}

export interface AuthTables {
  oauth_record: RecordTable;
  oauth_client: ClientTable;
  oauth_key: KeyTable;
  oauth_request: RequestTable;
  oauth_consent: ConsentTable & {
    /** When it may have become superfluous; null for never. A new one is looked at soon. */
    look_at: Generated<number | null>;
  };
  oauth_logout_delivery: LogoutDeliveryTable;
  oauth_registration: RegistrationTable;
  oauth_subject_identifier: SubjectIdentifierTable;
}
