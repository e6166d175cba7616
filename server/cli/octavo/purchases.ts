// `octavo purchases grant|list|revoke`: which books and chapters a person bought.

import { parseArgs } from 'node:util';
import { StartError } from '../../base/start-error.ts';
import { grantPurchase, listPurchases, revokePurchase } from '../../reading/purchases/write-purchases.ts';
import type { PurchaseRow } from '../../reading/schema/purchases.ts';
import { dateOf, formatFlag, printRows } from './print-rows.ts';
import { readCount, readDay } from './read-words.ts';
import { exactly, requirePerson } from './users.ts';
import { withOctavo } from './with-octavo.ts';

const page = 500;

export async function purchases([verb, ...rest]: string[]): Promise<void> {
  if (verb === 'grant') return grant(rest);
  if (verb === 'list') return list(rest);
  if (verb === 'revoke') return revoke(rest);
  throw new StartError('Say what to do: octavo purchases grant|list|revoke.');
}

async function grant(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      user: { type: 'string' },
      chapters: { type: 'string' },
      date: { type: 'string' },
      coins: { type: 'string' },
      note: { type: 'string' },
    },
    allowPositionals: true,
  });
  const { user, chapters, note } = values;
  if (user === undefined || positionals.length === 0) {
    throw new StartError('Name the person and the books: octavo purchases grant BOOK... --user NAME.');
  }
  if (chapters !== undefined && !/^\d{1,9}(-\d{1,9})?(,\d{1,9}(-\d{1,9})?)*$/.test(chapters)) {
    throw new StartError('--chapters takes numbers such as 1,3,5-9.');
  }
  const boughtAt = readDay('date', values.date);
  const coins = readCount('coins', values.coins);
  await withOctavo(async (octavo) => {
    const { vid, name } = await requirePerson(octavo, user);
    for (const bookId of positionals) {
      const made = await grantPurchase(octavo.reading, { vid, bookId, chapters, boughtAt, coins, note });
      const told = made === 0 ? 'had it already' : chapters === undefined ? 'has it' : `has ${made} more chapters`;
      process.stdout.write(`${bookId}: ${name} ${told}\n`);
    }
  });
}

async function list(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { user: { type: 'string' }, ...formatFlag } });
  const { user } = values;
  if (user === undefined) throw new StartError('Name the person: octavo purchases list --user NAME.');
  await withOctavo(async (octavo) => {
    const { vid } = await requirePerson(octavo, user);
    const rows: PurchaseRow[] = [];
    for (;;) {
      const found = await listPurchases(octavo.database.kysely, vid, rows.at(-1)?.sync_key ?? 0, page);
      rows.push(...found);
      if (found.length < page) break;
    }
    const shown = rows.map((row) => ({
      id: row.purchase_id,
      book: row.item_id,
      chapter: row.part === 0 ? 'all' : row.part,
      coins: row.coins,
      bought: values.format === 'json' ? row.bought_at : dateOf(row.bought_at),
      note: row.note,
    }));
    printRows(shown, ['id', 'book', 'chapter', 'coins', 'bought', 'note'], values.format);
  });
}

async function revoke(args: string[]): Promise<void> {
  const [id] = exactly(args, ['ID'], 'purchases revoke ID');
  await withOctavo(({ reading }) => revokePurchase(reading, id));
}
