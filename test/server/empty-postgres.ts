// Empties a PostgreSQL database that a test has used, so that the next one needs no copy of its own: a copy makes a file
// for every table and index. A database in which more than rows has changed stays as it is.

import type pg from 'pg';

/** What a database is like that has its migrations and nothing else. */
export interface AsMade extends Sums {
  /** The tables that have rows then. */
  seeded: readonly number[];
}

interface Sums {
  schema: string;
  rows: string;
}

const own = `not in ('pg_catalog', 'information_schema', 'pg_toast')`;

const schemaQuery = `
  select md5(string_agg(part, ';' order by part)) as sum from (
    select concat_ws(' ', 'relation', c.oid, nspname, relname, relkind, relhasindex, relchecks, relacl, reloptions) as part
      from pg_class c join pg_namespace n on n.oid = relnamespace where nspname ${own}
    union all select concat_ws(' ', 'column', attrelid, attnum, attname, atttypid, attnotnull, attisdropped)
      from pg_attribute join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace where nspname ${own}
    union all select concat_ws(' ', 'default', oid, pg_get_expr(adbin, adrelid)) from pg_attrdef
    union all select concat_ws(' ', 'constraint', oid, conname, convalidated) from pg_constraint
    union all select concat_ws(' ', 'trigger', oid, tgname, tgenabled) from pg_trigger
    union all select concat_ws(' ', 'function', p.oid, prosrc) from pg_proc p
      join pg_namespace n on n.oid = pronamespace where nspname ${own}
    union all select concat_ws(' ', 'schema', oid, nspname, nspacl) from pg_namespace
      where nspname !~ '^pg_(toast_)?temp_'
    union all select concat_ws(' ', 'type', t.oid, typname) from pg_type t
      join pg_namespace n on n.oid = typnamespace where nspname ${own}
    union all select concat_ws(' ', 'extension', oid, extname) from pg_extension
    union all select concat_ws(' ', 'measured', starelid, staattnum) from pg_statistic
      join pg_class c on c.oid = starelid join pg_namespace n on n.oid = relnamespace where nspname ${own}
    union all select concat_ws(' ', 'setting', setrole, setconfig) from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database())
  ) as parts`;

const tablesQuery = `
  select c.oid, format('%I.%I', nspname, relname) as name from pg_class c
  join pg_namespace n on n.oid = relnamespace
  where relkind = 'r' and nspname ${own} and pg_relation_size(c.oid) > 0 order by c.oid`;

/** Of the database that others are copied from. */
export async function lookAtMade(client: pg.Client): Promise<AsMade> {
  const tables = await tablesWithRows(client);
  return { ...(await lookAt(client)), seeded: tables.map(({ oid }) => oid) };
}

/** Whether it is as it was made again. */
export async function empty(client: pg.Client, made: AsMade): Promise<boolean> {
  // Whoever is still there would keep it from being emptied.
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  const tables = (await tablesWithRows(client)).filter(({ oid }) => !made.seeded.includes(oid));
  if (tables.length > 0) {
    await client.query(`truncate ${tables.map(({ name }) => name).join(', ')} restart identity cascade`);
  }
  const now = await lookAt(client);
  return now.schema === made.schema && now.rows === made.rows;
}

async function tablesWithRows(client: pg.Client): Promise<{ oid: number; name: string }[]> {
  return (await client.query<{ oid: number; name: string }>(tablesQuery)).rows;
}

async function lookAt(client: pg.Client): Promise<Sums> {
  const [schema] = (await client.query<{ sum: string }>(schemaQuery)).rows;
  const tables = await tablesWithRows(client);
  const sums = tables.map(
    ({ name }) => `select '${name}' as name, md5(string_agg(t::text, ';' order by t::text)) as sum from ${name} t`,
  );
  sums.push(`select 'sequences', md5(string_agg(concat_ws(' ', schemaname, sequencename, last_value), ';'
    order by schemaname, sequencename)) from pg_sequences`);
  const { rows } = await client.query(sums.join(' union all '));
  return { schema: schema?.sum ?? '', rows: JSON.stringify(rows) };
}
