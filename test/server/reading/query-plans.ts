// Records what a service asks its database, and finds the tables that the database would read through to answer it.

import {
  CompiledQuery as Compiled,
  type CompiledQuery,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  sql,
} from 'kysely';
import type { Database, Dialect } from '../../../server/base/database/database.ts';
import type { Tables } from '../../../server/reading/reading.ts';

/** As small as the list of all categories, and the same for everyone. */
const smallTables = ['store_lists'];

/** Keeps what is run. Parts of a query come by too, but have no result of their own. */
export class Recorder implements KyselyPlugin {
  readonly asked: CompiledQuery[] = [];
  readonly #database: Database<Tables>;
  readonly #compiled = new WeakMap<object, CompiledQuery>();

  constructor(database: Database<Tables>) {
    this.#database = database;
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs) {
    this.#compiled.set(queryId, this.#database.kysely.getExecutor().compileQuery(node, queryId));
    return node;
  }

  async transformResult({ result, queryId }: PluginTransformResultArgs) {
    const query = this.#compiled.get(queryId);
    if (query) this.asked.push(query);
    return result;
  }
}

/** Tables that the database would read through. */
export async function scans(database: Database<Tables>, dialect: Dialect, query: CompiledQuery): Promise<string[]> {
  if (dialect === 'sqlite') {
    const plan = await database.kysely.executeQuery<{ detail: string }>(
      Compiled.raw(`explain query plan ${query.sql}`, [...query.parameters]),
    );
    return plan.rows
      .map(({ detail }) => /^SCAN (\S+)(?! USING)/.exec(detail)?.[1])
      .filter((table) => table !== undefined)
      .filter((table) => !smallTables.includes(table) && !/^(some|\(|CONSTANT)/.test(table));
  }
  return database.transaction(async (trx) => {
    // Small tables are read through for good reasons; what matters is that there is an index.
    await sql`set local enable_seqscan = off`.execute(trx);
    const plan = await trx.executeQuery<{ 'QUERY PLAN': string }>(
      Compiled.raw(`explain ${query.sql}`, [...query.parameters]),
    );
    return plan.rows
      .map((row) => /Seq Scan on (\S+)/.exec(row['QUERY PLAN'])?.[1])
      .filter((table) => table !== undefined)
      .filter((table) => !smallTables.includes(table));
  });
}
