// Kysely on PostgreSQL and what speaks its protocol: the pool, its limits from the address, and safe numbers.
// Must not know what is stored.

import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import { StartError, systemCode } from '../start-error.ts';
import { ConnectionLost } from './database-errors.ts';

export interface PoolSettings {
  connectionString: string;
  max: number;
  /** Connections beyond this many are closed when they come back idle. */
  maxIdle: number;
  /** Seconds; 0 for no limit. */
  maxLifetime: number;
}

const int8 = 20;
const numeric = 1700;

/** Takes `max_conns`, `max_idle_conns` and `max_conn_lifetime` out of the address and understands them. */
export function readPoolSettings(url: string): PoolSettings {
  const address = new URL(url.replace(/^(cockroach|postgresql):/, 'postgres:'));
  const take = (name: string): string | undefined => {
    const value = address.searchParams.get(name) ?? undefined;
    address.searchParams.delete(name);
    return value;
  };
  const max = readCount('max_conns', take('max_conns'), 10, 1);
  const maxIdle = readCount('max_idle_conns', take('max_idle_conns'), max, 0);
  const maxLifetime = readDuration('max_conn_lifetime', take('max_conn_lifetime'));
  return { connectionString: address.href, max, maxIdle, maxLifetime };
}

export function openPool(settings: PoolSettings, log: Log | undefined): pg.Pool {
  const pool = new pg.Pool({
    connectionString: settings.connectionString,
    max: settings.max,
    maxLifetimeSeconds: settings.maxLifetime,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: {
      getTypeParser: (oid, format) => (format === 'binary' ? pg.types.getTypeParser(oid, format) : parser(oid)),
    },
  });
  // Without listeners, a server that closes a connection, idle or in use, would end the process.
  const lost = (error: Error) => log?.warn({ err: error }, 'a database connection was lost');
  pool.on('error', lost);
  pool.on('connect', (client) => {
    client.on('error', lost);
    tellLostConnections(client);
    // Tables lie on flash or in memory today. What PostgreSQL supposes, a disk that turns, lets it read through a whole
    // table of books to find some hundreds.
    client.query('set random_page_cost = 1.1').catch(lost);
  });
  return pool;
}

/** What the driver says about its own connection has no code; what the server says has. */
function tellLostConnections(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const told = (...args: unknown[]) => {
    const result = query(...args);
    return result instanceof Promise ? result.catch(throwLost) : result;
  };
  client.query = told as typeof client.query;
}

function throwLost(error: unknown): never {
  const bare = error instanceof Error && Object.getPrototypeOf(error) === Error.prototype;
  throw bare && systemCode(error) === undefined ? new ConnectionLost(error) : error;
}

export function postgresDialect(pool: pg.Pool, settings: PoolSettings): Dialect {
  return new PostgresDialect({
    pool: {
      options: pool.options,
      end: () => pool.end(),
      async connect() {
        const client = await pool.connect().catch(throwLost);
        const release = client.release;
        client.release = (destroy) => {
          const spare = pool.waitingCount === 0 && pool.idleCount >= settings.maxIdle;
          release(destroy || spare);
        };
        return client;
      },
    },
  });
}

function parser(oid: number): (text: string) => unknown {
  if (oid === int8 || oid === numeric) return toNumber;
  return pg.types.getTypeParser(oid, 'text');
}

/** Counters, sizes and sums are numbers on both databases; one that would lose digits is refused, never rounded. */
function toNumber(text: string): number {
  const value = Number(text);
  if (/^-?\d+$/.test(text) && !Number.isSafeInteger(value)) {
    throw new RangeError(`The stored number ${text} is too large to be read without losing digits.`);
  }
  return value;
}

function readCount(name: string, text: string | undefined, fallback: number, least: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > 10_000) {
    throw new StartError(
      `${name} in the database address must be a whole number from ${least} to 10000, not "${text}".`,
    );
  }
  return value;
}

const unitSeconds: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600 };

function readDuration(name: string, text: string | undefined): number {
  if (text === undefined || text === '0') return 0;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) {
    throw new StartError(`${name} in the database address must be a duration such as 90s, 30m or 1h, not "${text}".`);
  }
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (unitSeconds[unit as string] as number), 0);
}
