// Sends requests over kept connections for a while and tells how many were answered, and how fast.

import { Pool } from 'undici';
import { quantile } from './report.ts';

export interface Shot {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

export interface Load {
  /** Callers at once, each waiting for its answer. */
  connections: number;
  seconds: number;
  /** At most this many requests. */
  requests?: number;
}

export interface Measured {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Of one answer. */
  bytes: number;
  /** Milliseconds of processor time for each answer, which other programs on the machine hardly change. */
  cpu?: number;
}

/**
 * `next` makes the request number n. Anything but 200 ends the bench: a fast error is no figure. `processorTime` is that of
 * whoever answers.
 */
export async function measureLoad(
  origin: string,
  load: Load,
  next: (n: number) => Shot | Promise<Shot>,
  processorTime: () => number | undefined = () => undefined,
): Promise<Measured> {
  const pool = new Pool(origin, { connections: load.connections, pipelining: 1 });
  try {
    // Compiled and cached on both sides before the clock starts.
    let n = 0;
    let bytes = 0;
    for (; n < 20; n++) bytes = await send(pool, await next(n));
    const times: number[] = [];
    const before = processorTime();
    const begin = performance.now();
    const end = begin + load.seconds * 1000;
    const most = n + (load.requests ?? Number.POSITIVE_INFINITY);
    const caller = async () => {
      while (n < most && performance.now() < end) {
        const shot = await next(n++);
        const start = performance.now();
        bytes = await send(pool, shot);
        times.push(performance.now() - start);
      }
    };
    await Promise.all(Array.from({ length: load.connections }, caller));
    const seconds = (performance.now() - begin) / 1000;
    const after = processorTime();
    return {
      ...(before !== undefined && after !== undefined ? { cpu: (after - before) / times.length } : {}),
      perSecond: times.length / seconds,
      p50: quantile(times, 0.5) ?? 0,
      p99: quantile(times, 0.99) ?? 0,
      bytes,
    };
  } finally {
    await pool.close();
  }
}

async function send(pool: Pool, { method, path, headers, body }: Shot): Promise<number> {
  const reply = await pool.request({ method, path, headers, body: body ?? null });
  const bytes = Buffer.from(await reply.body.arrayBuffer());
  if (reply.statusCode !== 200) {
    throw new Error(`${method} ${path} answered ${reply.statusCode}: ${bytes.toString('utf8').slice(0, 500)}`);
  }
  return bytes.length;
}
