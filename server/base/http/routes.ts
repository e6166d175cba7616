// Serves the routes of a domain: reads and checks parameters, asks who is calling, runs the handler, and serialises its
// reply, all by the one declaration of the contract. Must not know any domain or how callers are known.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Compile } from 'typebox/compile';
import { AppError } from '../../../api/errors.ts';
import type { Domain, Params, Reply, Route, RouteKey } from '../../../api/route.ts';
import { compileOnce } from './compile-once.ts';
import { paramsReader } from './read-params.ts';

export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  requestId: string;
  /** Aborted when the caller goes away. */
  signal: AbortSignal;
}

/** Anonymous routes are called without a session too. */
export type RouteCaller<R extends Route, C> = R extends { anonymous: true } ? C | undefined : C;
/** A route with `content` sends its bytes through `exchange.reply`; every other one answers its declared reply. */
export type RouteHandler<R extends Route, C> = R extends { content: readonly string[] }
  ? (caller: RouteCaller<R, C>, params: Params<R>, exchange: Exchange) => Promise<void>
  : (caller: RouteCaller<R, C>, params: Params<R>, exchange: Exchange) => Promise<Reply<R>>;
type Routes = Record<RouteKey, Route>;
export type RouteHandlers<R extends Routes, C> = {
  [K in keyof R]?: R[K] extends Route ? RouteHandler<R[K], C> : never;
};

export interface Limit {
  /** Requests per `seconds`, counted per caller, or per address on anonymous routes. */
  max: number;
  seconds: number;
}

export interface ServeOptions<C, K extends string = string> {
  /**
   * Answers the caller, or undefined for nobody (which only anonymous routes take), or throws. `params` are those sent,
   * with their types but not yet checked: what a signature covers.
   */
  authorize(
    request: FastifyRequest,
    key: RouteKey,
    route: Route,
    params: Record<string, unknown>,
  ): Promise<C | undefined>;
  limits?: { readonly [Key in K]?: Limit };
  /** Names a caller for the limits. */
  callerKey?: (caller: C) => string;
  /** Also checks replies by their schema and fails when they do not fit; for tests. */
  checkReplies?: boolean;
}

export function serveRoutes<C, const R extends Routes>(
  app: FastifyInstance,
  domain: Domain<R>,
  handlers: RouteHandlers<NoInfer<R>, C>,
  options: ServeOptions<C, Extract<keyof NoInfer<R>, string>>,
): void {
  for (const key of Object.keys(handlers)) {
    if (!Object.hasOwn(domain.routes, key)) throw new Error(`${domain.title} has no route ${key}.`);
  }
  const plugin = async (scope: FastifyInstance) => {
    for (const [key, route] of Object.entries(domain.routes) as [RouteKey, Route][]) {
      const handler = (handlers as Record<string, AnyHandler<C> | undefined>)[key];
      if (handler) serveRoute(scope, key, route, handler, options as ServeOptions<C>);
    }
  };
  // In a plugin of its own, so that it comes after those registered before. For one without a name, Fastify would look
  // through all loaded modules.
  app.register(Object.assign(plugin, { [Symbol.for('fastify.display-name')]: domain.title }));
}

type AnyHandler<C> = (caller: C, params: never, exchange: Exchange) => Promise<unknown>;

function serveRoute<C>(
  app: FastifyInstance,
  key: RouteKey,
  route: Route,
  handler: AnyHandler<C>,
  options: ServeOptions<C>,
): void {
  const [method, path] = key.split(' ', 2) as ['GET' | 'POST', string];
  const read = paramsReader(route);
  const checkRate = rateCheck(app, key, route, options);
  const checkReply = options.checkReplies ? replyCheck(key, route) : undefined;
  app.route({
    method: route.alsoPost && method === 'GET' ? ['GET', 'POST'] : method,
    url: path,
    async handler(request, reply) {
      const params = read(request);
      const caller = await options.authorize(request, key, route, params.sent);
      if (caller === undefined && !route.anonymous) throw new AppError('not_signed_in');
      await checkRate?.(request, caller);
      const exchange: Exchange = { request, reply, requestId: request.id, signal: request.signal };
      const result = await handler(caller as C, params.check() as never, exchange);
      if (route.content) return reply;
      checkReply?.(result);
      const text = replySerializer(route.reply, reply)(result as never);
      return reply.type('application/json; charset=utf-8').serializer(asIs).send(text);
    },
  });
}

/** Every server of a process writes the contract's replies in one way, so the first that answers may compile it for all. */
const replySerializer = compileOnce((schema, reply: FastifyReply) => reply.compileSerializationSchema(schema as never));

// The text is JSON already; Fastify would quote it once more.
const asIs = (text: unknown): string => text as string;

function rateCheck<C>(app: FastifyInstance, key: RouteKey, route: Route, options: ServeOptions<C>) {
  const limit = options.limits?.[key];
  if (!limit) return undefined;
  const names = new WeakMap<FastifyRequest, string>();
  const count = app.createRateLimit({
    max: limit.max,
    timeWindow: limit.seconds * 1000,
    keyGenerator: (request) => names.get(request) ?? request.ip,
  });
  return async (request: FastifyRequest, caller: C | undefined): Promise<void> => {
    // An anonymous route counts by address: otherwise every guess could bring a name of its own.
    if (caller !== undefined && options.callerKey && !route.anonymous) names.set(request, options.callerKey(caller));
    const state = await count(request);
    if (!state.isAllowed && state.isExceeded) {
      throw new AppError('too_many_requests', undefined, { retryAfter: state.ttlInSeconds });
    }
  };
}

const replyValidator = compileOnce((schema) => Compile(schema));

function replyCheck(key: RouteKey, route: Route): (reply: unknown) => void {
  return (reply) => {
    const validator = replyValidator(route.reply);
    if (validator.Check(reply)) return;
    const problems = validator.Errors(reply).map((error) => `${error.instancePath || '/'} ${error.message}`);
    throw new Error(`The reply of ${key} does not fit its schema: ${problems.join('; ')}.`);
  };
}
