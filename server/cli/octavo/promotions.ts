// `octavo promotions add|list|remove`: what librarians put on the front of the store.

import { parseArgs } from 'node:util';
import { StartError } from '../../base/start-error.ts';
import { addPromotion, listPromotions, removePromotion } from '../../reading/store/write-promotions.ts';
import { withOctavo } from './with-octavo.ts';

const types = ['banner', 'card', 'shelf'] as const;

export async function promotions([verb, ...rest]: string[]): Promise<void> {
  if (verb === 'add') return add(rest);
  if (verb === 'list') return list();
  if (verb === 'remove') return remove(rest);
  throw new StartError('Say what to do: octavo promotions add BOOK, octavo promotions list or remove ID.');
}

async function add(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      type: { type: 'string', default: 'card' },
      title: { type: 'string' },
      text: { type: 'string' },
      days: { type: 'string' },
    },
    allowPositionals: true,
  });
  const [bookId, more] = positionals;
  if (!bookId || more) throw new StartError('Give one book: octavo promotions add BOOK.');
  const type = types.find((each) => each === values.type);
  if (!type) throw new StartError(`--type takes ${types.join(', ')}, not "${values.type}".`);
  const days = values.days === undefined ? undefined : Number(values.days);
  if (days !== undefined && !(days > 0 && days <= 3650)) throw new StartError('--days takes a number up to 3650.');
  await withOctavo(async ({ reading }) => {
    const endTime = days === undefined ? undefined : reading.now() + Math.round(days * 86_400);
    const id = await addPromotion(reading, { bookId, type, title: values.title, text: values.text, endTime });
    process.stdout.write(`${id}\n`);
  });
}

async function list(): Promise<void> {
  await withOctavo(async ({ reading }) => {
    for (const row of await listPromotions(reading)) {
      const end = row.end_time === 0 ? 'open' : new Date(row.end_time * 1000).toISOString();
      process.stdout.write(`${row.promote_id}  ${row.type}  ${row.target_id}  ${end}  ${row.title}\n`);
    }
  });
}

async function remove([id, more]: string[]): Promise<void> {
  if (!id || more) throw new StartError('Give one promotion: octavo promotions remove ID.');
  await withOctavo(({ reading }) => removePromotion(reading, id));
}
