// The reader behind an account's name, for whoever puts books on a shelf from this machine.

import { findUser } from './accounts/users.ts';
import { type Octavo, realmOf } from './open-octavo.ts';
import { keepReader } from './reading/users/users.ts';

/** Undefined when there is no account of that name. */
export async function findReader(octavo: Octavo, name: string): Promise<string | undefined> {
  const user = await findUser(octavo.accounts, { name });
  if (!user) return undefined;
  const identity = { issuer: realmOf(octavo.settings), subject: user.id, name: user.displayName, avatar: '' };
  const { vid } = await octavo.database.transaction((trx) => keepReader(octavo.reading, trx, identity, false));
  return vid;
}
