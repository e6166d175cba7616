// Rows of people, their devices and their sign-ins.

/** A guest reads and brings in nothing; a librarian's books may become the library's. */
export type Role = 'guest' | 'reader' | 'librarian';

/** Someone who signed in, or for whom the operator imported books. The pair issuer + subject is the identity. */
export interface UserRow {
  vid: string;
  issuer: string;
  subject: string;
  name: string;
  avatar: string;
  signature: string;
  /** 0 until the first sign-in. */
  first_login_at: number;
  /** Entries on the shelf, so that a sync need not count them. */
  shelf_books: number;
  shelf_albums: number;
  created_at: number;
  /** IANA name, as the newest reading record told it; '' before the first. */
  time_zone: string;
  v_desc: string;
  /** What the external platform may share, parted by spaces, since and until when, and when it ended; 0 not. */
  ext_scope: string;
  ext_granted_at: number;
  ext_expires_at: number;
  ext_revoked_at: number;
  /** The name was chosen here and does not follow the provider's. */
  has_own_name: number;
  role: Role;
  /** Bytes that they may keep; 0 without limit, -1 as for everyone. */
  quota: number;
}

export interface DeviceRow {
  vid: string;
  device_id: string;
  device_name: string;
  device_type: string;
  created_at: number;
  last_seen_at: number;
  /** JSON: what the last sign-in told for diagnostics. */
  diagnostics: string;
  /** Push tokens; '' without one. */
  dis_hub_token: string;
  gap_token: string;
}

/** One sign-in of one device. Ended sessions stay for a while, so that their tokens are told apart from unknown ones. */
export interface SessionRow {
  session_id: string;
  vid: string;
  device_id: string;
  device_type: string;
  sign_key: string;
  is_auto_logout: number;
  /** Raised by each refresh. */
  generation: number;
  /** The newest generation of which a token was seen in use. */
  confirmed_generation: number;
  created_at: number;
  last_used_at: number;
  ended_at: number;
  /** '' while it lives; else logout, kicked, reuse or expired. */
  end_reason: string;
}

/** Tokens are stored as SHA-256 only. */
export interface TokenRow {
  token_hash: string;
  session_id: string;
  kind: 'access' | 'refresh';
  generation: number;
  expires_at: number;
  /** Of a refresh token: the `random` of the refresh that used it. */
  used_random: string;
  /** Of a used refresh token: the reply, sealed with the token itself. */
  sealed_reply: string;
}

/** A device code that was redeemed, so that a device that lost the reply is answered again. */
export interface RedeemedCodeRow {
  code_hash: string;
  device_id: string;
  vid: string;
  expires_at: number;
}

/** Signed requests that were accepted; kept for longer than a timestamp stays valid. */
export interface SeenRandomRow {
  session_id: string;
  random: string;
  expires_at: number;
}

export interface UsersTables {
  users: UserRow;
  devices: DeviceRow;
  sessions: SessionRow;
  tokens: TokenRow;
  redeemed_codes: RedeemedCodeRow;
  seen_randoms: SeenRandomRow;
}
