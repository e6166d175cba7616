// `octavo library list|publish|withdraw`: which books everyone here may read.

import { parseArgs } from 'node:util';
import { AppError } from '../../../api/errors.ts';
import { StartError } from '../../base/start-error.ts';
import { type LibraryBook, listLibrary, publishBook, withdrawBook } from '../../reading/administration/library.ts';
import { formatFlag, printRows } from './print-rows.ts';
import { requirePerson } from './users.ts';
import { withOctavo } from './with-octavo.ts';

export async function library([verb, ...rest]: string[]): Promise<void> {
  if (verb === 'list') return list(rest);
  if (verb === 'publish') return publish(rest);
  if (verb === 'withdraw') return withdraw(rest);
  throw new StartError('Say what to do: octavo library list|publish|withdraw.');
}

async function list(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: formatFlag });
  const page = 500;
  await withOctavo(async ({ database }) => {
    const books: LibraryBook[] = [];
    for (;;) {
      const found = await listLibrary(database.kysely, books.at(-1)?.bookId ?? '', page);
      books.push(...found);
      if (found.length < page) break;
    }
    printRows(books, ['bookId', 'title', 'author', 'format', 'owner'], values.format);
  });
}

async function publish(books: string[]): Promise<void> {
  if (books.length === 0) throw new StartError('Name the books: octavo library publish BOOK...');
  await withOctavo((octavo) =>
    each(books, async (bookId) => {
      const { title } = await publishBook(octavo.reading, bookId);
      return `${bookId} is the library's: ${title}`;
    }),
  );
}

async function withdraw(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { user: { type: 'string' } },
    allowPositionals: true,
  });
  if (positionals.length === 0) throw new StartError('Name the books: octavo library withdraw BOOK... [--user NAME]');
  await withOctavo(async (octavo) => {
    const owner = values.user ? (await requirePerson(octavo, values.user)).vid : undefined;
    await each(positionals, async (bookId) => {
      const readers = await withdrawBook(octavo.reading, bookId, owner);
      return `${bookId} is private; ${readers} other ${readers === 1 ? 'reader' : 'readers'} had it on the shelf`;
    });
  });
}

/** Goes on after one that cannot be; the exit code says that there was one. */
async function each(books: readonly string[], work: (bookId: string) => Promise<string>): Promise<void> {
  for (const bookId of books) {
    try {
      process.stdout.write(`${await work(bookId)}\n`);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      process.stderr.write(`${bookId}: ${error.message}\n`);
      process.exitCode = 1;
    }
  }
}
