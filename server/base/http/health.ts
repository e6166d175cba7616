// What watches over the service asks: is it alive, is it ready, and figures for Prometheus.
// Must not know what the service does; what readiness depends on is handed in.

import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Log } from '../log.ts';

export interface HealthOptions {
  log: Log;
  /** Name → asks it; throws when it does not answer. */
  checks: Record<string, () => Promise<unknown>>;
  /** Further figures, read at each request for metrics: name → help and value. */
  gauges?: Record<string, { help: string; read(): Promise<number> | number }>;
  /** Milliseconds that a check may take. */
  timeout?: number;
}

export function serveHealth(app: FastifyInstance, options: HealthOptions): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    // The pattern, not the path: a label for every address that is tried would fill the memory.
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  for (const [name, { help, read }] of Object.entries(options.gauges ?? {})) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        gauge.set(await read());
      },
    });
  }
  app.register(async (scope) => {
    scope.get('/health/alive', async () => ({ status: 'ok' }));
    scope.get('/health/ready', async (_request, reply) => {
      const checks = await askAll(options);
      const ready = Object.values(checks).every((answer) => answer === 'ok');
      return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', checks });
    });
    scope.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
  });
  return registry;
}

/** Only whether each answers; the reason is for the log, not for whoever may ask. */
async function askAll(options: HealthOptions): Promise<Record<string, 'ok' | 'unavailable'>> {
  const answers = await Promise.all(
    Object.entries(options.checks).map(async ([name, check]) => {
      try {
        await withTimeout(check(), options.timeout ?? 5000);
        return [name, 'ok'] as const;
      } catch (error) {
        options.log.warn({ check: name, err: error }, 'not ready');
        return [name, 'unavailable'] as const;
      }
    }),
  );
  return Object.fromEntries(answers);
}

async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
