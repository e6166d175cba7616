// `octavo users add|list`: the accounts of this installation.

import { randomInt } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { addUser, findUser, listUsers } from '../../accounts/users.ts';
import { StartError } from '../../base/start-error.ts';
import type { Octavo } from '../../open-octavo.ts';
import { withOctavo } from './with-octavo.ts';

export async function users([verb, ...rest]: string[]): Promise<void> {
  if (verb === 'add') return add(rest);
  if (verb === 'list') return list();
  throw new StartError('Say what to do: octavo users add NAME, or octavo users list.');
}

async function add(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { 'password-stdin': { type: 'boolean' }, 'if-missing': { type: 'boolean' } },
    allowPositionals: true,
  });
  const [name, more] = positionals;
  if (!name || more) throw new StartError('Give one name: octavo users add NAME.');
  const given = values['password-stdin'] ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined;
  if (given === '') throw new StartError('The password on standard input is empty.');
  await withOctavo(async ({ accounts }) => {
    if (values['if-missing'] && (await findUser(accounts, { name }))) {
      process.stdout.write(`${name} has an account already.\n`);
      return;
    }
    const password = given ?? newPassword();
    const user = await addUser(accounts, { name, password });
    process.stdout.write(`Added ${user.name}.\n`);
    if (given === undefined) process.stdout.write(`Password: ${password}\n`);
  });
}

async function list(): Promise<void> {
  await withOctavo(async ({ accounts }) => {
    const page = 500;
    for (let offset = 0; ; offset += page) {
      const found = await listUsers(accounts, { limit: page, offset });
      for (const user of found) {
        process.stdout.write(`${user.id}  ${new Date(user.createdAt * 1000).toISOString()}  ${user.name}\n`);
      }
      if (found.length < page) return;
    }
  });
}

/** The account, or a sentence that says how to make one. */
export async function requireUser({ accounts }: Octavo, name: string) {
  const user = await findUser(accounts, { name });
  if (!user) throw new StartError(`There is no account named "${name}"; see octavo users list.`);
  return user;
}

/** Four groups of four characters that cannot be mistaken for each other: 79 bits. */
function newPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}
