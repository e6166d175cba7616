// `octavo users list`: everyone who has an account here, or came from another provider.

import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { realmOf } from '../../open-octavo.ts';
import { dateOf, formatFlag, printRows } from './print-rows.ts';
import { withOctavo } from './with-octavo.ts';

interface PersonRow {
  id: string;
  name: string;
  role: string;
  reader: string | null;
  books: number | null;
  since: number;
}

const page = 500;
const columns = ['id', 'name', 'role', 'reader', 'books', 'since'];

export async function listPeople(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: formatFlag });
  await withOctavo(async (octavo) => {
    const realm = realmOf(octavo.settings);
    const people: object[] = [];
    for (let offset = 0; ; offset += page) {
      const { rows } = await sql<PersonRow>`
        select a.id, a.name, coalesce(u.role, 'reader') as role, u.vid as reader, u.shelf_books as books,
          a.created_at as since, a.name_key as sorted
        from account_user a left join users u on u.subject = a.id and u.issuer = ${realm}
        union all
        select u.subject as id, u.name, u.role, u.vid as reader, u.shelf_books as books, u.created_at as since,
          u.name as sorted
        from users u where u.issuer <> '' and (u.issuer <> ${realm}
            or not exists (select 1 from account_user a where a.id = u.subject))
          and not exists (select 1 from removals r where r.vid = u.vid)
        order by sorted, id limit ${page} offset ${offset}`.execute(octavo.database.kysely);
      people.push(
        ...rows.map(({ id, name, role, reader, books, since }) => ({
          id,
          name,
          role,
          reader: reader ?? '',
          books: Number(books ?? 0),
          since: values.format === 'json' ? Number(since) : dateOf(Number(since)),
        })),
      );
      if (rows.length < page) break;
    }
    printRows(people, columns, values.format);
  });
}
