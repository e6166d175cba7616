// Books that readers looked for and did not find. The same book wished for by several is one wish, counted once a person.

import { createHash } from 'node:crypto';
import type { books } from '../../../api/books.ts';
import { AppError } from '../../../api/errors.ts';
import type { Params } from '../../../api/route.ts';
import type { Caller, Db, Reading, Trx } from '../reading.ts';
import type { WishRow } from '../schema/accounts.ts';
import { newId } from '../sign-in/tokens.ts';

const longestKey = 256;
/** Of one reader, more than anyone means. */
const mostWishes = 500;

type Wished = Params<(typeof books)['routes']['POST /book/notfound']>;

export function wishRoutes(reading: Reading) {
  return {
    'POST /book/notfound': async ({ vid }: Caller, params: Wished) => {
      const { title, author = '', globalId = '' } = params;
      if (title.trim() === '')
        throw new AppError('bad_argument', 'Say which book is wished for.', { title: 'is blank' });
      const match_key = matchKey(params);
      const wish = { match_key, title: title.trim(), author: author.trim(), global_id: globalId.trim() };
      return reading.database.transaction(async (trx) => {
        const { wish_id } = await trx
          .insertInto('wishes')
          .values({ wish_id: newId('w'), ...wish, count: 0, updated_at: reading.now() })
          // Nothing to change, but the row is answered and stays locked.
          .onConflict((conflict) => conflict.column('match_key').doUpdateSet({ match_key }))
          .returning('wish_id')
          .executeTakeFirstOrThrow();
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('wishers')
          .values({ wish_id, vid })
          .onConflict((conflict) => conflict.columns(['wish_id', 'vid']).doNothing())
          .executeTakeFirst();
        const isNew = (numInsertedOrUpdatedRows ?? 0n) > 0n;
        if (isNew) await checkRoom(trx, vid);
        const { count } = await trx
          .updateTable('wishes')
          .set((row) => ({ count: row('count', '+', isNew ? 1 : 0), ...(isNew ? { updated_at: reading.now() } : {}) }))
          .where('wish_id', '=', wish_id)
          .returning('count')
          .executeTakeFirstOrThrow();
        return { wishId: wish_id, count };
      });
    },
  };
}

/** The wish that is one too many goes with the transaction. */
async function checkRoom(trx: Trx, vid: string): Promise<void> {
  const { total } = await trx
    .selectFrom('wishers')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('vid', '=', vid)
    .executeTakeFirstOrThrow();
  if (Number(total) > mostWishes) {
    throw new AppError('limit_reached', `A reader wishes for at most ${mostWishes} books.`, { limit: mostWishes });
  }
}

/** What most people wish for, for whoever buys books. */
export async function rankedWishes(db: Db, limit: number): Promise<WishRow[]> {
  return db
    .selectFrom('wishes')
    .selectAll()
    .where('count', '>', 0)
    .orderBy('count', 'desc')
    .orderBy('updated_at', 'desc')
    .limit(limit)
    .execute();
}

function matchKey({ title, author = '', globalId = '' }: Wished): string {
  const id = globalId.replaceAll(/[^0-9A-Za-z]/g, '').toLowerCase();
  // A title of signs alone is still a title.
  const words = `title ${fold(title) || title.trim()}|${fold(author)}`;
  return id === '' ? shortened(words) : `id ${id}`;
}

/** Keys of an index are limited. */
function shortened(key: string): string {
  return key.length <= longestKey ? key : `hash ${createHash('sha256').update(key).digest('hex')}`;
}

/** Case, marks, punctuation and width make no other book. */
function fold(words: string): string {
  const bare = words.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return bare
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
