// The filters of the store's search as a condition on books `b`.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { AppError } from '../../../../api/errors.ts';
import type { Db } from '../../reading.ts';
import type { SearchParams } from './search-scope.ts';

type Condition = RawBuilder<SqlBool>;

const lengths = { short: [0, 100_000], medium: [100_000, 500_000], long: [500_000, 2 ** 53 - 1] } as const;

/** Undefined when nothing is filtered. */
export async function filterCondition(db: Db, params: SearchParams): Promise<Condition | undefined> {
  const conditions: Condition[] = [];
  const { categoryId, authorVids, filterType, filterField = '' } = params;
  if (categoryId !== undefined) {
    conditions.push(sql<SqlBool>`b.book_id in (select bc.book_id from book_categories bc
      where bc.category_id = ${categoryNumber(categoryId)})`);
  }
  if (authorVids) {
    const rows = await db
      .selectFrom('author_accounts')
      .select('author')
      .where('vid', 'in', ['', ...authorVids])
      .execute();
    const authors = rows.map((row) => row.author);
    conditions.push(authors.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`b.author in (${sql.join(authors)})`);
  }
  if (filterType !== undefined) conditions.push(fieldCondition(filterType, filterField));
  if (conditions.length === 0) return undefined;
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** Ranks are no categories of books, and neither is anything that is no number. */
export function categoryNumber(categoryId: string): number {
  return /^[1-9]\d{0,8}$/.test(categoryId) ? Number(categoryId) : -1;
}

function fieldCondition(type: NonNullable<SearchParams['filterType']>, value: string): Condition {
  if (value === '' && type !== 'free' && type !== 'finished') {
    throw new AppError('bad_argument', undefined, { filterField: 'is missing' });
  }
  switch (type) {
    case 'language': {
      const language = value.toLowerCase();
      const within = `${language.replace(/[\\%_]/g, '\\$&')}-%`;
      return sql<SqlBool>`(lower(b.language) = ${language} or lower(b.language) like ${within} escape '\\')`;
    }
    case 'format':
      return sql<SqlBool>`b.format = ${value}`;
    case 'year':
      return sql<SqlBool>`substr(b.publish_time, 1, 4) = ${value}`;
    case 'length': {
      const range = lengths[value as keyof typeof lengths];
      if (!range) throw new AppError('bad_argument', undefined, { filterField: 'is short, medium or long' });
      return sql<SqlBool>`(b.word_count >= ${range[0]} and b.word_count < ${range[1]})`;
    }
    // Every book here is free and written to its end.
    case 'free':
    case 'finished':
      return value === '0' ? sql<SqlBool>`1 = 0` : sql<SqlBool>`1 = 1`;
  }
}
