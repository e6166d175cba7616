// The people of this installation as the operator names them: by the name of their account, or by the id of their reader,
// which is all that those of another provider have.

import { findUser, type User } from './accounts/users.ts';
import { type Octavo, realmOf } from './open-octavo.ts';
import { keepReader } from './reading/users/users.ts';

/** Undefined when there is no account of that name. */
export async function findReader(octavo: Octavo, name: string): Promise<string | undefined> {
  return (await findPerson(octavo, name))?.vid;
}

export interface Person {
  vid: string;
  name: string;
  /** Of the account; '' for someone of another provider. */
  subject: string;
}

export async function findPerson(octavo: Octavo, name: string): Promise<Person | undefined> {
  const user = await findUser(octavo.accounts, { name });
  if (user) return { vid: await readerOf(octavo, user), name: user.name, subject: user.id };
  const reader = await octavo.database.kysely
    .selectFrom('users')
    .select(['vid', 'name'])
    .where('vid', '=', name)
    .where('issuer', '<>', '')
    .executeTakeFirst();
  if (!reader) return undefined;
  const account = await accountOf(octavo, reader.vid);
  return { ...reader, subject: account?.id ?? '' };
}

async function accountOf(octavo: Octavo, vid: string): Promise<User | undefined> {
  const row = await octavo.database.kysely
    .selectFrom('users')
    .select('subject')
    .where('vid', '=', vid)
    .where('issuer', '=', realmOf(octavo.settings))
    .executeTakeFirst();
  return row && findUser(octavo.accounts, { id: row.subject });
}

async function readerOf(octavo: Octavo, user: User): Promise<string> {
  const identity = { issuer: realmOf(octavo.settings), subject: user.id, name: user.displayName, avatar: '' };
  const { vid } = await octavo.database.transaction((trx) => keepReader(octavo.reading, trx, identity, false));
  return vid;
}
