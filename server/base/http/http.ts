// The HTTP server that every program listens with: request ids, limits, security headers, the request log, and one
// handler for errors. Must not know any route.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { AppError } from '../../../api/errors.ts';
import { hideSecrets } from '../hide-secrets.ts';
import type { Log } from '../log.ts';
import { closeConnections } from './close-connections.ts';
import { toAppError } from './error-reply.ts';
import { parseJsonBody } from './json-body.ts';
import { networkOf } from './network-of.ts';
import type { TlsFiles } from './tls.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may take long to arrive; without it, it has half a minute. */
    longBody?: boolean;
  }
}

export interface HttpOptions {
  log: Log;
  /** Bytes; 1 MiB unless told. */
  bodyLimit?: number;
  /** Believe X-Forwarded-*; only behind a proxy that sets them, or of the proxies with these addresses. */
  trustProxy?: boolean | string[];
  /** Speaks https with these. */
  tls?: TlsFiles;
  /** The body of an error reply; the flat body of the contract unless told. */
  errorBody?: (error: AppError) => unknown;
  /** Log what was answered well for those who look for something only: a line costs as much as a small answer. */
  quiet?: boolean;
  /** Milliseconds that a body may take to arrive. */
  bodyTimeout?: number;
}

const saneRequestId = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;
const methodsWithBody = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
/** Pages override the policy with one of their own; data needs nothing at all. */
const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

export function createHttp(options: HttpOptions): FastifyInstance {
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: (raw) => requestId(raw),
    bodyLimit: options.bodyLimit ?? 1024 * 1024,
    trustProxy: options.trustProxy ?? false,
    ...(options.tls ? { https: { ...options.tls, minVersion: 'TLSv1.2' as const } } : {}),
    // A large book over a slow line; ordinary bodies are held to bodyTimeout below.
    requestTimeout: 30 * 60_000,
    connectionTimeout: 120_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { maxParamLength: 512 },
    clientErrorHandler: (error, socket) => answerMalformed(error, socket, options),
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply as FastifyReply, options),
  }) as unknown as FastifyInstance;
  app.server.headersTimeout = 20_000;
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, parseJsonBody(text as string));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, options));
  answerUnknownPaths(app);
  dressReplies(app);
  limitBodyTime(app, options.bodyTimeout ?? 30_000);
  logRequests(app, options);
  closeConnections(app);
  app.register(rateLimit, { global: false, keyGenerator: (request) => networkOf(request.ip) });
  return app;
}

/** Ids of callers are kept so that one request can be followed through both services. */
function requestId(raw: IncomingMessage): string {
  const given = raw.headers['x-request-id'];
  return typeof given === 'string' && saneRequestId.test(given) ? given : randomUUID();
}

async function answerError(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  options: HttpOptions,
): Promise<FastifyReply> {
  const error = toAppError(thrown);
  const line = { requestId: request.id, code: error.code, err: thrown };
  if (error.code === 'internal') options.log.error(line, 'a request failed unexpectedly');
  else if (error.status >= 500) options.log.warn(line, 'a request could not be served');
  const wait = error.details?.retryAfter;
  if (typeof wait === 'number') reply.header('retry-after', String(wait));
  // Headers that described the reply that failed.
  for (const name of ['content-length', 'content-encoding', 'content-disposition', 'etag', 'last-modified']) {
    reply.removeHeader(name);
  }
  reply.headers({ ...securityHeaders, 'x-request-id': request.id });
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(options.errorBody ? options.errorBody(error) : error.body(request.id));
}

const malformed: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The head of the request is too long.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request took too long to arrive.',
};

/** What is not even HTTP, too long a head included, before there is a request. */
function answerMalformed(error: Error & { code?: string }, socket: Duplex, options: HttpOptions): void {
  // Nobody is there to be answered, or an answer is under way.
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const why = malformed[error.code ?? ''];
  const known = new AppError('bad_argument', why);
  const body = JSON.stringify(options.errorBody ? options.errorBody(known) : known.body(randomUUID()));
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function answerUnknownPaths(app: FastifyInstance): void {
  const known: { method: string; pattern: RegExp }[] = [];
  app.addHook('onRoute', (route) => {
    const pattern = pathPattern(route.url);
    for (const method of [route.method].flat()) known.push({ method, pattern });
  });
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const methods = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (methods.length === 0) throw new AppError('not_found', 'There is nothing at this path.');
    const allowed = [...new Set(methods)].sort();
    reply.header('allow', allowed.join(', '));
    throw new AppError('method_not_allowed', undefined, { allowed });
  });
}

function pathPattern(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => {
      if (part === '*') return '.*';
      return part.startsWith(':') ? '[^/]+' : part.replace(/[.+?^${}()|[\]\\*]/g, '\\$&');
    })
    .join('/');
  return new RegExp(`^${source}$`);
}

function dressReplies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...securityHeaders, 'x-request-id': request.id });
  });
}

/** Ends requests whose body drips in so slowly that it only holds the connection. */
function limitBodyTime(app: FastifyInstance, milliseconds: number): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  app.addHook('onRequest', async (request) => {
    if (!methodsWithBody.has(request.method) || request.routeOptions.config?.longBody) return;
    const timer = setTimeout(() => request.raw.destroy(), milliseconds);
    timers.set(request, timer.unref());
  });
  const stop = async (request: FastifyRequest) => clearTimeout(timers.get(request));
  app.addHook('preValidation', stop);
  app.addHook('onResponse', stop);
  app.addHook('onRequestAbort', stop);
}

function logRequests(app: FastifyInstance, { log, quiet = false }: HttpOptions): void {
  app.addHook('onResponse', async (request, reply) => {
    const unasked = request.url.startsWith('/health/') || request.url === '/metrics';
    const level = unasked || (quiet && reply.statusCode < 400) ? 'debug' : 'info';
    if (!log.isLevelEnabled(level)) return;
    const line = {
      method: request.method,
      path: hideSecrets(request.url),
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
    };
    request.log[level](line, 'answered');
  });
}
