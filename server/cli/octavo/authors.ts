// `octavo authors add|list|remove`: which readers are the authors that books name.

import { parseArgs } from 'node:util';
import { StartError } from '../../base/start-error.ts';
import { addAuthor, listAuthors, removeAuthor } from '../../reading/administration/authors.ts';
import { formatFlag, printRows } from './print-rows.ts';
import { exactly, requirePerson } from './users.ts';
import { withOctavo } from './with-octavo.ts';

const most = 10_000;

export async function authors([verb, ...rest]: string[]): Promise<void> {
  if (verb === 'list') return list(rest);
  if (verb !== 'add' && verb !== 'remove') throw new StartError('Say what to do: octavo authors add|list|remove.');
  const { values, positionals } = parseArgs({
    args: rest,
    options: { user: { type: 'string' } },
    allowPositionals: true,
  });
  const { user } = values;
  const [author] = exactly(positionals, ['AUTHOR'], `authors ${verb} AUTHOR --user NAME`);
  if (user === undefined) throw new StartError(`Name the person: octavo authors ${verb} AUTHOR --user NAME.`);
  await withOctavo(async (octavo) => {
    const { vid, name } = await requirePerson(octavo, user);
    if (verb === 'remove') return removeAuthor(octavo.reading, author, vid);
    const books = await addAuthor(octavo.reading, author, vid);
    process.stdout.write(`${name} is the author of ${books} ${books === 1 ? 'book' : 'books'} here.\n`);
  });
}

async function list(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: formatFlag });
  await withOctavo(async ({ database }) => {
    printRows(await listAuthors(database.kysely, most), ['author', 'reader', 'name'], values.format);
  });
}
