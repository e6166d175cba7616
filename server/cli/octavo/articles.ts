// `octavo articles publish|list|pin|unpin|remove`: what a publication says.

import { parseArgs } from 'node:util';
import { StartError } from '../../base/start-error.ts';
import { listArticles } from '../../reading/publications/list-publications.ts';
import { readArticleFile } from '../../reading/publications/read-article-file.ts';
import { pinArticle, publishArticle, removeArticle } from '../../reading/publications/write-articles.ts';
import type { ArticleRow } from '../../reading/schema/publications.ts';
import { dateOf, formatFlag, printRows } from './print-rows.ts';
import { readCount, readDay } from './read-words.ts';
import { exactly } from './users.ts';
import { withOctavo } from './with-octavo.ts';

const page = 500;

const verbs: Record<string, (args: string[]) => Promise<void>> = {
  publish,
  list,
  pin: (args) => pin(args, true),
  unpin: (args) => pin(args, false),
  remove,
};

export async function articles([verb = '', ...rest]: string[]): Promise<void> {
  const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!run) throw new StartError(`Say what to do: octavo articles ${Object.keys(verbs).join('|')}.`);
  await run(rest);
}

async function publish(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      title: { type: 'string' },
      author: { type: 'string' },
      digest: { type: 'string' },
      url: { type: 'string' },
      picture: { type: 'string' },
      date: { type: 'string' },
      price: { type: 'string' },
      top: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const [publication, ...files] = positionals;
  if (!publication || files.length === 0) {
    throw new StartError('Name the publication and its files: octavo articles publish PUBLICATION FILE...');
  }
  const { title, author, digest, url, picture, top: isTop } = values;
  if (files.length > 1 && (title ?? url) !== undefined) {
    throw new StartError('--title and --url are of one file; publish the others by themselves.');
  }
  const publishedAt = readDay('date', values.date);
  const price = readCount('price', values.price);
  await withOctavo(async ({ reading }) => {
    for (const file of files) {
      const read = await readArticleFile(file);
      const id = await publishArticle(reading, publication, {
        ...read,
        ...(title === undefined ? {} : { title }),
        ...(author === undefined ? {} : { authorName: author }),
        ...(digest === undefined ? {} : { digest }),
        ...(publishedAt === undefined ? {} : { publishedAt }),
        url,
        picture,
        price,
        isTop,
      });
      process.stdout.write(`${id}  ${title ?? read.title}\n`);
    }
  });
}

async function list(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: formatFlag, allowPositionals: true });
  const [publication] = exactly(positionals, ['PUBLICATION'], 'articles list PUBLICATION');
  await withOctavo(async ({ database }) => {
    const rows: ArticleRow[] = [];
    for (;;) {
      const found = await listArticles(database.kysely, publication, rows.at(-1)?.top_place ?? 0, page);
      rows.push(...found);
      if (found.length < page) break;
    }
    const shown = rows.map((row) => ({
      id: row.article_id,
      published: values.format === 'json' ? row.published_at : dateOf(row.published_at),
      top: row.top_order > 0 ? 'pinned' : '',
      title: row.title,
    }));
    printRows(shown, ['id', 'published', 'top', 'title'], values.format);
  });
}

async function pin(args: string[], isTop: boolean): Promise<void> {
  const [id] = exactly(args, ['ARTICLE'], `articles ${isTop ? 'pin' : 'unpin'} ARTICLE`);
  await withOctavo(({ reading }) => pinArticle(reading, id, isTop));
}

async function remove(args: string[]): Promise<void> {
  const [id] = exactly(args, ['ARTICLE'], 'articles remove ARTICLE');
  await withOctavo(({ reading }) => removeArticle(reading, id));
}
