// Invitations to make an account: codes that are kept as hashes only, for so many people and so many days. Must not know
// pages, nor what the roles allow that they give.

import { createHash, randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import { AppError } from '../../api/errors.ts';
import type { AccountDatabase, AccountTables, InviteTable } from './tables.ts';

export interface Invite {
  id: string;
  role: string;
  note: string;
  usesLeft: number;
  usesMade: number;
  /** Unix seconds. */
  createdAt: number;
  /** 0 never. */
  expiresAt: number;
  state: 'open' | 'used up' | 'expired' | 'revoked';
}

export interface NewInvite {
  role: string;
  note: string;
  uses: number;
  /** 0 for one that does not expire. */
  days: number;
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const word = (length: number) => Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
const unixNow = () => Math.floor(Date.now() / 1000);

/** The code is told once: only its hash is kept. 79 random bits need no slow hash. */
export async function createInvite(database: AccountDatabase, wanted: NewInvite): Promise<Invite & { code: string }> {
  const code = [word(4), word(4), word(4), word(4)].join('-');
  const now = unixNow();
  const row: InviteTable = {
    id: `i_${word(8)}`,
    code_hash: hashOf(code),
    role: wanted.role,
    note: wanted.note,
    uses_left: wanted.uses,
    uses_made: 0,
    created_at: now,
    expires_at: wanted.days === 0 ? 0 : now + wanted.days * 86_400,
    revoked_at: 0,
  };
  await database.kysely.insertInto('account_invite').values(row).execute();
  return { ...fromRow(row, now), code };
}

/** Newest first. */
export async function listInvites(database: AccountDatabase, limit: number, offset: number): Promise<Invite[]> {
  const rows = await database.kysely
    .selectFrom('account_invite')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => fromRow(row, unixNow()));
}

/** By its id, or by its code. @throws AppError not_found */
export async function revokeInvite(database: AccountDatabase, which: string): Promise<void> {
  const { numUpdatedRows } = await database.kysely
    .updateTable('account_invite')
    .set({ revoked_at: unixNow() })
    .where((where) => where.or([where('id', '=', which), where('code_hash', '=', hashOf(which))]))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('not_found', `There is no invitation "${which}".`);
}

/** Whether the code may be used at this moment. */
export async function isOpenInvite(database: AccountDatabase, code: string): Promise<boolean> {
  const row = await database.kysely
    .selectFrom('account_invite')
    .selectAll()
    .where('code_hash', '=', hashOf(code))
    .executeTakeFirst();
  return row !== undefined && fromRow(row, unixNow()).state === 'open';
}

/** Takes one use, in the transaction that makes the account; answers its role. @throws AppError gone */
export async function claimInvite(trx: Transaction<AccountTables>, code: string): Promise<string> {
  const now = unixNow();
  const row = await trx
    .updateTable('account_invite')
    .set((each) => ({ uses_left: each('uses_left', '-', 1), uses_made: each('uses_made', '+', 1) }))
    .where('code_hash', '=', hashOf(code))
    .where('uses_left', '>', 0)
    .where('revoked_at', '=', 0)
    .where((where) => where.or([where('expires_at', '=', 0), where('expires_at', '>', now)]))
    .returning('role')
    .executeTakeFirst();
  if (!row) throw new AppError('gone', 'This invitation is not valid, or not valid any more.');
  return row.role;
}

/** However it was typed. */
function hashOf(code: string): string {
  const plain = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return createHash('sha256').update(plain).digest('hex');
}

function fromRow(row: InviteTable, now: number): Invite {
  const expiresAt = Number(row.expires_at);
  const isExpired = expiresAt !== 0 && expiresAt <= now;
  return {
    id: row.id,
    role: row.role,
    note: row.note,
    usesLeft: row.uses_left,
    usesMade: row.uses_made,
    createdAt: Number(row.created_at),
    expiresAt,
    state: Number(row.revoked_at) !== 0 ? 'revoked' : row.uses_left <= 0 ? 'used up' : isExpired ? 'expired' : 'open',
  };
}
