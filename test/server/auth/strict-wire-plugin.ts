// A database plugin: PostgreSQL as a distributed database that speaks its protocol behaves. What such databases lack is
// refused, and every third transaction has to be run again, as theirs often have. Address: plugin:///this?to=postgres://…

import { type CompiledQuery, type DatabaseConnection, type Driver, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DatabasePlugin } from '../../../server/base/database/database.ts';

const lacking =
  /advisory|\blisten\b|\bnotify\b|skip locked|\bserial\b|\bsequence\b|key share|no key update|unlogged|extension|tsvector|plpgsql|trigger|\bctid\b|\bxmin\b|lock table|identity|\bexclude\b|deferrable|\btemp(orary)?\b|inherits|\blateral\b/i;

/** Statements of ours that were seen, for the test to know that it saw any. */
export const seen = { statements: 0, restarts: 0 };

export default function openStrict(address: string): DatabasePlugin {
  const to = new URL(address.replace(/^plugin:/, 'http:').replace('///', '//host/')).searchParams.get('to');
  // Numbers as the server's own pool reads them.
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === 20 || oid === 1700 ? Number : pg.types.getTypeParser(oid, format as 'text'),
  } as pg.CustomTypesConfig;
  const pool = new pg.Pool({ connectionString: to ?? '', types, max: 5 });
  const dialect = new PostgresDialect({ pool });
  const createDriver = dialect.createDriver.bind(dialect);
  dialect.createDriver = () => strict(createDriver());
  return { dialect, family: 'postgres' };
}

function strict(driver: Driver): Driver {
  const known = new WeakSet<DatabaseConnection>();
  const acquire = driver.acquireConnection.bind(driver);
  driver.acquireConnection = async (options) => {
    const connection = await acquire(options);
    if (known.has(connection)) return connection;
    known.add(connection);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = async (query: CompiledQuery) => {
      seen.statements++;
      const word = lacking.exec(query.sql)?.[0];
      if (word) throw new Error(`"${word}" is not in every database: ${query.sql}`);
      return execute(query) as never;
    };
    return connection;
  };
  const commit = driver.commitTransaction.bind(driver);
  let transactions = 0;
  driver.commitTransaction = async (connection) => {
    if (++transactions % 3 === 0) {
      seen.restarts++;
      throw Object.assign(new Error('restart transaction'), { code: '40001' });
    }
    await commit(connection);
  };
  return driver;
}
