// Who is signed in on this device: the accounts with their sessions, kept in the vault. Every change is on the disk
// before anyone can use it, so that a rotated refresh token is never lost. Knows no HTTP.

import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Log } from '../disk/log.ts';
import type { Vault } from '../vault/vault.ts';

const StoredSession = Type.Object({
  accessToken: Type.String(),
  refreshToken: Type.String(),
  /** Unix seconds by the service's clock. */
  expiresAt: Type.Number(),
  signKey: Type.String(),
});
export type StoredSession = Static<typeof StoredSession>;

const StoredAccount = Type.Object({
  /** Names this account's local data. */
  account: Type.String(),
  service: Type.String(),
  vid: Type.String(),
  name: Type.String(),
  avatar: Type.String(),
  /** Absent: the session has ended and the reader has to sign in again. */
  session: Type.Optional(StoredSession),
});
export type StoredAccount = Static<typeof StoredAccount>;

const Stored = Type.Object({
  /** The account in use; `local` works without one. */
  active: Type.Optional(Type.String()),
  accounts: Type.Array(StoredAccount),
});
type Stored = Static<typeof Stored>;

export const localAccount = 'local';

export interface Accounts {
  /** The account in use, with or without a session. */
  active(): StoredAccount | undefined;
  /** The reader chose to work without an account. */
  isLocal(): boolean;
  signIn(account: StoredAccount): Promise<void>;
  useLocal(): Promise<void>;
  /** Replaces the session with that refresh token, unless the account has signed in anew; `undefined` marks it as ended. */
  replaceSession(account: string, refreshToken: string, session: StoredSession | undefined): Promise<void>;
  remove(account: string): Promise<void>;
}

/** The same person at another service is another account. */
export function accountName(service: string, vid: string): string {
  const place = createHash('sha256').update(service).digest('hex').slice(0, 8);
  return `${vid.replaceAll(/[^A-Za-z0-9_-]/g, '_')}-${place}`;
}

const entry = 'accounts';

export async function openAccounts(vault: Vault, log: Log): Promise<Accounts> {
  let stored = await read(vault, log);
  let last: Promise<unknown> = Promise.resolve();

  /** One change after the other, each on the disk before it is seen. */
  function change(make: (before: Stored) => Stored): Promise<void> {
    const next = last.then(async () => {
      const changed = make(stored);
      await vault.write(entry, JSON.stringify(changed));
      stored = changed;
    });
    // A write that failed is told to its caller; the next one is tried all the same.
    last = next.catch(() => undefined);
    return next;
  }

  return {
    active: () => stored.accounts.find(({ account }) => account === stored.active),
    isLocal: () => stored.active === localAccount,
    signIn: (account) =>
      change(({ accounts }) => ({
        active: account.account,
        accounts: [...accounts.filter((other) => other.account !== account.account), account],
      })),
    useLocal: () => change((before) => ({ ...before, active: localAccount })),
    replaceSession: (name, refreshToken, session) =>
      change((before) => ({
        ...before,
        accounts: before.accounts.map((account) =>
          account.account === name && account.session?.refreshToken === refreshToken
            ? withSession(account, session)
            : account,
        ),
      })),
    remove: (name) =>
      change(({ active, accounts }) => ({
        ...(active === undefined || active === name ? {} : { active }),
        accounts: accounts.filter(({ account }) => account !== name),
      })),
  };
}

function withSession(
  { session: _ended, ...account }: StoredAccount,
  session: StoredSession | undefined,
): StoredAccount {
  return session ? { ...account, session } : account;
}

async function read(vault: Vault, log: Log): Promise<Stored> {
  const text = await vault.read(entry);
  if (text === undefined) return { accounts: [] };
  try {
    const parsed: unknown = JSON.parse(text);
    if (Value.Check(Stored, parsed)) return parsed;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  log.warn('The stored accounts have an unknown shape; sign in again');
  return { accounts: [] };
}
