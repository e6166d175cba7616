// What a person may do here beside reading. Asked in the database each time, so that a change counts at once.

import { AppError } from '../../../api/errors.ts';
import type { Db, Trx } from '../reading.ts';
import type { Role } from '../schema/users.ts';

export const roles = ['guest', 'reader', 'librarian'] as const satisfies readonly Role[];

export function isRole(word: string): word is Role {
  return (roles as readonly string[]).includes(word);
}

async function roleOf(db: Db | Trx, vid: string): Promise<Role> {
  const row = await db.selectFrom('users').select('role').where('vid', '=', vid).executeTakeFirst();
  return row?.role ?? 'guest';
}

/** @throws AppError no_permission */
export async function refuseImport(db: Db | Trx, vid: string, toLibrary = false): Promise<void> {
  const role = await roleOf(db, vid);
  if (role === 'guest') {
    throw new AppError('no_permission', 'Guests read here, but bring nothing in; ask the librarian.', { role });
  }
  if (toLibrary && role !== 'librarian') {
    throw new AppError('no_permission', 'Only librarians bring books into the library.', { role });
  }
}

export async function setRole(db: Db | Trx, vid: string, role: Role): Promise<void> {
  await db.updateTable('users').set({ role }).where('vid', '=', vid).execute();
}
