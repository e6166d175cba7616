// Text that every database keeps as it is: PostgreSQL has no NUL, and half a surrogate pair is no UTF-8 at all, so that
// it would come back as another character.

import type { DatabaseConnection, Dialect, Driver } from 'kysely';
import { AppError } from '../../api/errors.ts';

export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The dialect, with queries refused that would store, or look for, text which is not kept as it is. */
export function refuseUnstorable(dialect: Dialect): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => checkQueries(dialect.createDriver()),
  };
}

// The connections themselves are changed, once each: another layer around every query would be paid for by all of them.
function checkQueries(driver: Driver): Driver {
  const checked = new WeakSet<DatabaseConnection>();
  const acquire = driver.acquireConnection.bind(driver);
  driver.acquireConnection = async (options) => {
    const connection = await acquire(options);
    if (checked.has(connection)) return connection;
    checked.add(connection);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = async (query, abort) => {
      refuseValues(query.parameters);
      return execute(query, abort);
    };
    return connection;
  };
  return driver;
}

export function refuseValues(values: readonly unknown[]): void {
  if (values.some((value) => typeof value === 'string' && !isStorable(value))) {
    throw new AppError('bad_argument', 'Text with a NUL or half a surrogate pair cannot be stored.');
  }
}
