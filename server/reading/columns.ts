// The three column forms that migrations use: never null, with an empty default, so that a row is complete by itself.

import type { ColumnDefinitionBuilder } from 'kysely';

export const text = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo('');
export const integer = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
/** Times and sizes: 64 bits on PostgreSQL. */
export const bigint = integer;
