// `octavo wishes list`: the books that readers looked for and did not find, those that most wish for first.

import { parseArgs } from 'node:util';
import { StartError } from '../../base/start-error.ts';
import { rankedWishes } from '../../reading/books/wishes.ts';
import { dateOf, formatFlag, printRows } from './print-rows.ts';
import { withOctavo } from './with-octavo.ts';

const most = 1000;

export async function wishes([verb, ...rest]: string[]): Promise<void> {
  if (verb !== 'list') throw new StartError('Say what to do: octavo wishes list.');
  const { values } = parseArgs({ args: rest, options: formatFlag });
  await withOctavo(async ({ database }) => {
    const rows = await rankedWishes(database.kysely, most);
    const shown = rows.map(({ title, author, global_id: id, count, updated_at }) => ({
      readers: count,
      title,
      author,
      id,
      last: values.format === 'json' ? Number(updated_at) : dateOf(Number(updated_at)),
    }));
    printRows(shown, ['readers', 'title', 'author', 'id', 'last'], values.format);
  });
}
