// The tables of accounts as Kysely types, and the part of a database that this folder needs. Times are Unix seconds.

import type { Database } from '../base/database/database.ts';

export interface UserTable {
  /** The subject of every token. */
  id: string;
  name: string;
  /** The name as it is compared: NFKC, lower case. */
  name_key: string;
  display_name: string;
  /** PHC string: algorithm, parameters, salt and hash. */
  password: string;
  created_at: number;
  password_changed_at: number;
}

export interface AttemptTable {
  /** What is limited: a name, an address. */
  key: string;
  failures: number;
  last_at: number;
  blocked_until: number;
}

export interface SecretTable {
  name: string;
  value: string;
}

export interface InviteTable {
  /** Told to the operator, and of no use to others. */
  id: string;
  code_hash: string;
  role: string;
  note: string;
  uses_left: number;
  uses_made: number;
  created_at: number;
  /** 0 never. */
  expires_at: number;
  revoked_at: number;
}

export interface AccountTables {
  account_user: UserTable;
  account_attempt: AttemptTable;
  account_secret: SecretTable;
  account_invite: InviteTable;
}

export type AccountDatabase = Pick<Database<AccountTables>, 'kysely' | 'transaction'>;
