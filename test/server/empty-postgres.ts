// Empties a PostgreSQL database that a test has used, so that the next one needs no copy of its own: a copy makes a file
// for every table and index, and so does truncating, also of the tables that refer to the ones with rows. A database in
// which more than rows has changed stays as it is.

import type pg from 'pg';

/** What a database is like that has its migrations and nothing else. */
export interface AsMade extends Sums {
  /** The tables that have rows then. */
  seeded: readonly number[];
  /** What the planner knows of the sizes of tables and indexes, as JSON. */
  sizes: string;
}

interface Table {
  oid: number;
  name: string;
}

interface Sums {
  schema: string;
  rows: string;
}

const own = `not in ('pg_catalog', 'information_schema', 'pg_toast')`;

const schemaQuery = `
  select count(*) || ' ' || sum(hashtextextended(part, 0)) as sum from (
    select concat_ws(' ', 'relation', c.oid, nspname, relname, relkind, relhasindex, relchecks, relacl, reloptions) as part
      from pg_class c join pg_namespace n on n.oid = relnamespace where nspname ${own}
    union all select concat_ws(' ', 'column', attrelid, attnum, attname, atttypid, attnotnull, attisdropped)
      from pg_attribute join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace where nspname ${own}
    union all select concat_ws(' ', 'default', oid, adrelid, adnum) from pg_attrdef
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

const sizesQuery = `
  select json_agg(json_build_object('oid', c.oid, 'pages', relpages, 'rows', reltuples)) as sizes
  from pg_class c join pg_namespace n on n.oid = relnamespace where nspname ${own}`;

/** Of the database that others are copied from. */
export async function lookAtMade(client: pg.Client): Promise<AsMade> {
  const tables = await tablesWithRows(client);
  const sizes = (await client.query<{ sizes: unknown }>(sizesQuery)).rows[0]?.sizes;
  return { ...(await lookAt(client)), seeded: tables.map(({ oid }) => oid), sizes: JSON.stringify(sizes) };
}

/** Whether it is as it was made again. */
export async function empty(client: pg.Client, made: AsMade): Promise<boolean> {
  // Whoever is still there would keep it from being emptied.
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  const tables = (await tablesWithRows(client)).filter(({ oid }) => !made.seeded.includes(oid));
  if (tables.length > 0) await removeRows(client, tables, made.sizes);
  const now = await lookAt(client);
  return now.schema === made.schema && now.rows === made.rows;
}

async function removeRows(client: pg.Client, tables: Table[], sizes: string): Promise<void> {
  // Neither rows that refer to others nor triggers matter where all rows go.
  await client.query('set session_replication_role = replica');
  await client.query(tables.map(({ name }) => `delete from ${name}`).join('; '));
  // Files without a page again: rows come out in the order in which the next test puts them in.
  await client.query(`vacuum ${tables.map(({ name }) => name).join(', ')}`);
  const oids = [tables.map(({ oid }) => oid)];
  await client.query(
    `select setval(s.seqrelid::regclass, s.seqstart, false) from pg_sequence s join pg_depend d on d.objid = s.seqrelid
     where d.classid = 'pg_class'::regclass and d.refobjid = any($1::oid[]) and d.deptype in ('a', 'i')`,
    oids,
  );
  // Where vacuum has seen no rows, the planner counts on none.
  await client.query(
    `update pg_class c set relpages = pages, reltuples = rows
     from json_to_recordset($1::json) as made(oid oid, pages int, rows real)
     where c.oid = made.oid and (relpages, reltuples) is distinct from (pages, rows)`,
    [sizes],
  );
}

async function tablesWithRows(client: pg.Client): Promise<Table[]> {
  return (await client.query<Table>(tablesQuery)).rows;
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
