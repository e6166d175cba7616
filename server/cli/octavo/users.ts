// `octavo users …`: the accounts of this installation.

import { randomInt } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { AuthorizationAdmin } from '../../accounts/authorization-admin.ts';
import { addUser, changePassword, findUser, renameUser } from '../../accounts/users.ts';
import { readByteSize, writeByteSize } from '../../base/config/byte-size.ts';
import { StartError } from '../../base/start-error.ts';
import { findPerson, type Person } from '../../find-reader.ts';
import type { Octavo } from '../../open-octavo.ts';
import { quotaOfEveryone, quotaState, setQuota } from '../../reading/administration/quotas.ts';
import { isRole, roles, setRole } from '../../reading/administration/roles.ts';
import { finishRemovals, removeUser } from '../../remove-user.ts';
import { listPeople } from './list-people.ts';
import { withOctavo } from './with-octavo.ts';

const verbs: Record<string, (args: string[]) => Promise<void>> = {
  add,
  list: listPeople,
  show,
  password,
  rename,
  role,
  quota,
  remove,
};

export async function users([verb = '', ...rest]: string[]): Promise<void> {
  const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!run) throw new StartError(`Say what to do: octavo users ${Object.keys(verbs).join('|')}.`);
  await run(rest);
}

const fromInput = { 'password-stdin': { type: 'boolean' } } as const;

async function add(args: string[]): Promise<void> {
  const options = { ...fromInput, 'if-missing': { type: 'boolean' }, role: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [name] = exactly(positionals, ['NAME'], 'users add NAME');
  const wanted = values.role;
  if (wanted !== undefined && !isRole(wanted)) throw noRole(wanted);
  const given = values['password-stdin'] ? await readPassword() : undefined;
  await withOctavo(async (octavo) => {
    const { accounts } = octavo;
    if (values['if-missing'] && (await findUser(accounts, { name }))) {
      process.stdout.write(`${name} has an account already.\n`);
      return;
    }
    const secret = given ?? newPassword();
    const user = await addUser(accounts, { name, password: secret });
    if (wanted) await setRole(octavo.database.kysely, (await requirePerson(octavo, user.name)).vid, wanted);
    process.stdout.write(`Added ${user.name}.\n`);
    if (given === undefined) process.stdout.write(`Password: ${secret}\n`);
  });
}

async function show(args: string[]): Promise<void> {
  const [name] = exactly(args, ['NAME'], 'users show NAME');
  await withOctavo(async (octavo) => {
    const person = await requirePerson(octavo, name);
    const { database, reading } = octavo;
    const row = await database.kysely
      .selectFrom('users')
      .selectAll()
      .where('vid', '=', person.vid)
      .executeTakeFirstOrThrow();
    const { quota: most, isOwn, used } = await quotaState(reading, database.kysely, person.vid);
    const lines = [
      ['Name', person.name],
      ['Reader', person.vid],
      ['Account', person.subject || 'at another provider'],
      ['Role', row.role],
      ['Shelf', `${row.shelf_books} books`],
      ['Stored', `${writeByteSize(used.total)} (books ${writeByteSize(used.books)})`],
      ['Quota', `${most === 0 ? 'none' : writeByteSize(most)}${isOwn ? '' : ', as for everyone'}`],
      ['First sign-in', row.first_login_at ? new Date(Number(row.first_login_at) * 1000).toISOString() : 'not yet'],
    ];
    for (const [label = '', value = ''] of lines) process.stdout.write(`${label.padEnd(15)}${value}\n`);
  });
}

async function password(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: fromInput, allowPositionals: true });
  const [name] = exactly(positionals, ['NAME'], 'users password NAME');
  const given = values['password-stdin'] ? await readPassword() : undefined;
  await withOctavo(async (octavo) => {
    const user = await requireUser(octavo, name);
    const secret = given ?? newPassword();
    await changePassword(octavo.accounts, user.id, secret);
    process.stdout.write(`${user.name} has a new password.\n`);
    if (given === undefined) process.stdout.write(`Password: ${secret}\n`);
    const { authAdminUrl } = octavo.settings;
    if (authAdminUrl) await new AuthorizationAdmin(authAdminUrl).endSessions({ subject: user.id });
  });
}

async function rename(args: string[]): Promise<void> {
  const [name, wanted] = exactly(args, ['NAME', 'NEW'], 'users rename NAME NEW');
  await withOctavo(async (octavo) => {
    const user = await requireUser(octavo, name);
    const renamed = await renameUser(octavo.accounts, user.id, wanted);
    // The reader is told with the next sign-in; unless they chose a name here, it is theirs at once.
    await findPerson(octavo, renamed);
    process.stdout.write(`${user.name} is now ${renamed}.\n`);
  });
}

async function role(args: string[]): Promise<void> {
  const [name, wanted] = exactly(args, ['NAME', 'ROLE'], `users role NAME ${roles.join('|')}`);
  if (!isRole(wanted)) throw noRole(wanted);
  await withOctavo(async (octavo) => {
    const person = await requirePerson(octavo, name);
    await setRole(octavo.database.kysely, person.vid, wanted);
    process.stdout.write(`${person.name} is a ${wanted} from now on.\n`);
  });
}

async function quota(args: string[]): Promise<void> {
  const [name, wanted] = exactly(args, ['NAME', 'SIZE'], 'users quota NAME SIZE|none|default');
  const bytes = wanted === 'default' ? quotaOfEveryone : wanted === 'none' ? 0 : readByteSize(wanted);
  if (bytes === undefined) throw new StartError(`"${wanted}" is no size; write 5GB, 500MB, none or default.`);
  await withOctavo(async (octavo) => {
    const { vid, name: known } = await requirePerson(octavo, name);
    await setQuota(octavo.database.kysely, vid, bytes);
    const { quota: most, used } = await quotaState(octavo.reading, octavo.database.kysely, vid);
    const told = most === 0 ? 'without limit' : `of ${writeByteSize(most)}`;
    process.stdout.write(`${known} uses ${writeByteSize(used.total)} ${told}.\n`);
  });
}

async function remove(args: string[]): Promise<void> {
  const options = { yes: { type: 'boolean' }, unfinished: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const tell = (step: string) => void process.stderr.write(`Removing: ${step}\n`);
  await withOctavo(async (octavo) => {
    if (values.unfinished) {
      const done = await finishRemovals(octavo, tell);
      process.stdout.write(`Finished ${done.length} ${done.length === 1 ? 'removal' : 'removals'}.\n`);
      return;
    }
    const [name] = exactly(positionals, ['NAME'], 'users remove NAME [--yes]');
    const person = await requirePerson(octavo, name);
    if (!values.yes && !(await confirm(person))) {
      throw new StartError('Nothing was changed. Give --yes to remove without being asked.');
    }
    const { books, kept } = await removeUser(octavo, person, tell);
    process.stdout.write(`Removed ${person.name} and ${books} private books.\n`);
    for (const id of kept)
      process.stdout.write(`${id} was kept, because others wrote in it; it belongs to nobody now.\n`);
  });
}

async function confirm(person: Person): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  process.stdout.write(
    `This deletes ${person.name} with shelf, marks, reviews and private books. "octavo export --user ${person.name} ` +
      'FOLDER" keeps a copy.\n',
  );
  const answer = await terminal.question(`Write the name to go on: `);
  terminal.close();
  return answer.trim() === person.name;
}

/** The account, or a sentence that says how to make one. */
export async function requireUser({ accounts }: Octavo, name: string) {
  const user = await findUser(accounts, { name });
  if (!user) throw new StartError(`There is no account named "${name}"; see octavo users list.`);
  return user;
}

/** The same for whom another provider signs in. */
export async function requirePerson(octavo: Octavo, name: string): Promise<Person> {
  const person = await findPerson(octavo, name);
  if (!person) throw new StartError(`There is no account named "${name}"; see octavo users list.`);
  return person;
}

/** One word for each name. */
export function exactly(words: readonly string[], names: readonly [string], usage: string): [string];
export function exactly(words: readonly string[], names: readonly [string, string], usage: string): [string, string];
export function exactly(words: readonly string[], names: readonly string[], usage: string): string[] {
  if (words.length === names.length && words.every((word) => !word.startsWith('--'))) return [...words];
  throw new StartError(`Give ${names.join(' and ')}: octavo ${usage}.`);
}

const noRole = (word: string) => new StartError(`"${word}" is no role; there are ${roles.join(', ')}.`);

async function readPassword(): Promise<string> {
  const given = (await text(process.stdin)).replace(/\r?\n$/, '');
  if (given === '') throw new StartError('The password on standard input is empty.');
  return given;
}

/** Four groups of four characters that cannot be mistaken for each other: 79 bits. */
function newPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}
