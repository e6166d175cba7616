// The reader of a new account, with the role that the invitation gives, made in the account's own transaction.

import type { Welcome } from './accounts/accounts.ts';
import { type Octavo, realmOf } from './open-octavo.ts';
import { isRole, setRole } from './reading/administration/roles.ts';
import type { Trx } from './reading/reading.ts';
import { keepReader } from './reading/users/users.ts';

export function welcomeReader(octavo: Octavo): Welcome {
  return async (accountTrx, user, role) => {
    // One database: accounts know only their own tables of it.
    const trx = accountTrx as unknown as Trx;
    const identity = { issuer: realmOf(octavo.settings), subject: user.id, name: user.displayName, avatar: '' };
    const { vid } = await keepReader(octavo.reading, trx, identity, false);
    if (isRole(role)) await setRole(trx, vid, role);
  };
}
