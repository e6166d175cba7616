// `octavo publications add|list|remove`: what publishes articles here, and collections of saved pages.

import { parseArgs } from 'node:util';
import { StartError } from '../../base/start-error.ts';
import { listPublications, removePublication } from '../../reading/publications/list-publications.ts';
import { addPublication } from '../../reading/publications/write-articles.ts';
import type { PublicationRow } from '../../reading/schema/publications.ts';
import { formatFlag, printRows } from './print-rows.ts';
import { exactly, requirePerson } from './users.ts';
import { withOctavo } from './with-octavo.ts';

const page = 500;

export async function publications([verb, ...rest]: string[]): Promise<void> {
  if (verb === 'add') return add(rest);
  if (verb === 'list') return list(rest);
  if (verb === 'remove') return remove(rest);
  throw new StartError('Say what to do: octavo publications add|list|remove.');
}

async function add(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      user: { type: 'string' },
      intro: { type: 'string' },
      category: { type: 'string' },
      site: { type: 'string' },
    },
    allowPositionals: true,
  });
  const [title] = exactly(positionals, ['TITLE'], 'publications add TITLE');
  const { user, intro, category, site: siteUrl } = values;
  await withOctavo(async (octavo) => {
    const owner = user === undefined ? '' : (await requirePerson(octavo, user)).vid;
    const id = await addPublication(octavo.reading, { title, owner, intro, category, siteUrl });
    process.stdout.write(`${id}\n`);
  });
}

async function list(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: formatFlag });
  await withOctavo(async ({ database }) => {
    const rows: PublicationRow[] = [];
    for (;;) {
      const found = await listPublications(database.kysely, rows.at(-1)?.book_id ?? '', page);
      rows.push(...found);
      if (found.length < page) break;
    }
    const shown = rows.map((row) => ({
      id: row.book_id,
      title: row.title,
      articles: row.article_count,
      owner: row.owner_vid || 'everyone',
    }));
    printRows(shown, ['id', 'title', 'articles', 'owner'], values.format);
  });
}

async function remove(args: string[]): Promise<void> {
  const [id] = exactly(args, ['PUBLICATION'], 'publications remove PUBLICATION');
  await withOctavo(({ reading }) => removePublication(reading, id));
}
