// The people who have an account here: adding, listing, finding, checking and changing passwords. Must not know pages
// or the authorization server.

import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { AppError } from '../../api/errors.ts';
import { isUniqueViolation } from '../base/database/database-errors.ts';
import { refuseWhenBusy } from '../base/slow-hash.ts';
import { addressLimit, beginAttempt, endAttempt, nameLimit } from './attempts.ts';
import { hashPassword, isOutdated, verifyNothing, verifyPassword } from './password.ts';
import type { AccountDatabase, AccountTables, UserTable } from './tables.ts';

export interface User {
  /** The subject of every token; opaque. */
  id: string;
  name: string;
  displayName: string;
  /** Unix seconds. */
  createdAt: number;
}

export type PasswordCheck =
  | { user: User }
  | { refused: 'wrong' }
  /** Seconds until the next attempt may be made. */
  | { refused: 'wait'; seconds: number };

const shortestPassword = 8;
const longestPassword = 1_024;
const longestName = 64;

export interface NewUser {
  name: string;
  password: string;
  displayName?: string;
}

/** @throws AppError already_exists, bad_argument */
export async function addUser(database: AccountDatabase, account: NewUser): Promise<User> {
  return insertUser(database.kysely, await makeUser(account));
}

/** Before the transaction that inserts it: the hash takes its time. @throws AppError bad_argument */
export async function makeUser(account: NewUser): Promise<UserTable> {
  const name = checkName(account.name);
  refuseWeak(account.password);
  const now = Math.floor(Date.now() / 1000);
  return {
    id: newUserId(),
    name,
    name_key: nameKey(name),
    display_name: account.displayName?.trim() || name,
    password: await hashPassword(account.password),
    created_at: now,
    password_changed_at: now,
  };
}

/** @throws AppError already_exists */
export async function insertUser(db: Kysely<AccountTables>, row: UserTable): Promise<User> {
  await refuseTaken(row.name, () => db.insertInto('account_user').values(row).execute());
  return fromRow(row);
}

/** What the person signs in with, and is called by. @throws AppError already_exists, bad_argument */
export async function renameUser(database: AccountDatabase, userId: string, wanted: string): Promise<string> {
  const name = checkName(wanted);
  const change = { name, name_key: nameKey(name), display_name: name };
  await refuseTaken(name, () =>
    database.kysely.updateTable('account_user').set(change).where('id', '=', userId).execute(),
  );
  return name;
}

function checkName(given: string): string {
  const name = given.normalize('NFKC').trim();
  if (name === '' || name.length > longestName || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name)) {
    throw new AppError('bad_argument', `A name has 1 to ${longestName} visible characters.`, { field: 'name' });
  }
  return name;
}

async function refuseTaken(name: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (cause) {
    if (!isUniqueViolation(cause)) throw cause;
    throw new AppError('already_exists', `There is an account named ${name} already.`, undefined, { cause });
  }
}

export async function listUsers(
  database: AccountDatabase,
  page: { limit?: number; offset?: number } = {},
): Promise<User[]> {
  const rows = await database.kysely
    .selectFrom('account_user')
    .selectAll()
    .orderBy('name_key')
    .limit(Math.min(page.limit ?? 500, 500))
    .offset(page.offset ?? 0)
    .execute();
  return rows.map(fromRow);
}

export async function findUser(
  database: AccountDatabase,
  by: { id: string } | { name: string },
): Promise<User | undefined> {
  const query = database.kysely.selectFrom('account_user').selectAll();
  const row = await ('id' in by
    ? query.where('id', '=', by.id)
    : query.where('name_key', '=', nameKey(by.name))
  ).executeTakeFirst();
  return row && fromRow(row);
}

/**
 * The same answer after the same time for an unknown name and for a wrong password.
 * @throws AppError too_many_requests, before the attempt is counted
 */
export async function checkPassword(
  database: AccountDatabase,
  attempt: { name: string; password: string; address: string },
): Promise<PasswordCheck> {
  refuseWhenBusy();
  const key = nameKey(attempt.name);
  const limits = [nameLimit(key), addressLimit(attempt.address)];
  const seconds = await beginAttempt(database, limits);
  if (seconds > 0) return { refused: 'wait', seconds };
  if (attempt.password.length > longestPassword) return { refused: 'wrong' };
  const row = await database.kysely
    .selectFrom('account_user')
    .selectAll()
    .where('name_key', '=', key)
    .executeTakeFirst();
  const right = await (row ? verifyPassword(attempt.password, row.password) : verifyNothing(attempt.password));
  if (!row || !right) return { refused: 'wrong' };
  await endAttempt(database, limits);
  if (isOutdated(row.password)) await storePassword(database, row.id, attempt.password, row.password_changed_at);
  return { user: fromRow(row) };
}

/** @throws AppError bad_argument */
export async function changePassword(database: AccountDatabase, userId: string, password: string): Promise<void> {
  refuseWeak(password);
  await storePassword(database, userId, password, Math.floor(Date.now() / 1000));
}

/** Removing who is not there is no error. */
export async function deleteUser(database: AccountDatabase, userId: string): Promise<void> {
  await database.kysely.deleteFrom('account_user').where('id', '=', userId).execute();
}

async function storePassword(
  database: AccountDatabase,
  userId: string,
  password: string,
  changedAt: number,
): Promise<void> {
  await database.kysely
    .updateTable('account_user')
    .set({ password: await hashPassword(password), password_changed_at: changedAt })
    .where('id', '=', userId)
    .execute();
}

function refuseWeak(password: string): void {
  if ([...password].length < shortestPassword) {
    throw new AppError('bad_argument', `A password has at least ${shortestPassword} characters.`, {
      field: 'password',
    });
  }
  if (password.length > longestPassword) {
    throw new AppError('bad_argument', `A password has at most ${longestPassword} characters.`, { field: 'password' });
  }
}

function nameKey(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase().slice(0, 255);
}

/** `u_` and 16 base32 characters. */
function newUserId(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  return `u_${[...randomBytes(16)].map((byte) => letters[byte % 32]).join('')}`;
}

function fromRow(row: UserTable): User {
  return { id: row.id, name: row.name, displayName: row.display_name, createdAt: Number(row.created_at) };
}
