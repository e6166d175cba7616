// Which readers are the authors that books name, as the librarian confirmed: what they write about these books is shown as
// the author's.

import { AppError } from '../../../api/errors.ts';
import type { Db, Reading } from '../reading.ts';

const mostAuthors = 20;

/** Answers how many books name that author. */
export async function addAuthor(reading: Reading, author: string, vid: string): Promise<number> {
  return reading.database.transaction(async (trx) => {
    const { books } = await trx
      .selectFrom('books')
      .select((row) => row.fn.countAll<number>().as('books'))
      .where('author', '=', author)
      .executeTakeFirstOrThrow();
    if (Number(books) === 0) {
      throw new AppError('not_found', `No book here names "${author}" as its author.`, { author });
    }
    const rows = await trx.selectFrom('author_accounts').select('vid').where('author', '=', author).execute();
    if (rows.length >= mostAuthors && !rows.some((row) => row.vid === vid)) {
      throw new AppError('limit_reached', `An author is at most ${mostAuthors} people.`, { limit: mostAuthors });
    }
    await trx
      .insertInto('author_accounts')
      .values({ author, vid })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return Number(books);
  });
}

export async function removeAuthor(reading: Reading, author: string, vid: string): Promise<void> {
  const { numDeletedRows } = await reading.database.kysely
    .deleteFrom('author_accounts')
    .where('author', '=', author)
    .where('vid', '=', vid)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError('not_found', `"${author}" is not known as that person.`, { author });
}

export function listAuthors(db: Db, count: number): Promise<{ author: string; reader: string; name: string }[]> {
  return db
    .selectFrom('author_accounts')
    .innerJoin('users', 'users.vid', 'author_accounts.vid')
    .select(['author', 'users.vid as reader', 'users.name'])
    .orderBy('author')
    .orderBy('users.vid')
    .limit(count)
    .execute();
}
