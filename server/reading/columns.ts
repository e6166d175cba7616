// The two forms of column that migrations use: never null, with an empty default, so that a row is complete by itself.

import type { ColumnDefinitionBuilder } from 'kysely';

export const text = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo('');
/** Counts, flags, times and sizes; the column's own type says how large they get. */
export const whole = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
