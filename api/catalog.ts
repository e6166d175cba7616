// All routes of the reading service, by domain and in the catalog's order, and typed lookup by a route's name.

import { additional } from './additional.ts';
import { audio } from './audio.ts';
import { booklists } from './booklists.ts';
import { books } from './books.ts';
import { cos } from './cos.ts';
import { pay } from './pay.ts';
import { publications } from './publications.ts';
import { reviews } from './reviews.ts';
import type { CallParams, Params, Reply, Route, RouteKey } from './route.ts';
import { shelf } from './shelf.ts';
import { social } from './social.ts';
import { store } from './store.ts';
import { storyFeed } from './story-feed.ts';
import { telemetry } from './telemetry.ts';
import { user } from './user.ts';
import { utility } from './utility.ts';

/** The 14 domains of the catalog, then the additional routes. */
export const catalog = [
  audio,
  booklists,
  books,
  shelf,
  cos,
  publications,
  pay,
  reviews,
  social,
  store,
  storyFeed,
  telemetry,
  user,
  utility,
  additional,
] as const;

// An interface, because the compiler resolves its members one by one: a lookup costs one route, not all of them.
/** Every route by its name. */
export interface Routes
  extends Readonly<typeof audio.routes>,
    Readonly<typeof booklists.routes>,
    Readonly<typeof books.routes>,
    Readonly<typeof shelf.routes>,
    Readonly<typeof cos.routes>,
    Readonly<typeof publications.routes>,
    Readonly<typeof pay.routes>,
    Readonly<typeof reviews.routes>,
    Readonly<typeof social.routes>,
    Readonly<typeof store.routes>,
    Readonly<typeof storyFeed.routes>,
    Readonly<typeof telemetry.routes>,
    Readonly<typeof user.routes>,
    Readonly<typeof utility.routes>,
    Readonly<typeof additional.routes> {}

/** The name of a route that exists. */
export type RouteName = keyof Routes;
export type RouteOf<K extends RouteName> = Routes[K];

// Looked up rather than computed from a type parameter: where the route is not known yet, the compiler compares names
// instead of working out every route.
type ParamsByName = { [K in RouteName]: Params<Routes[K]> };
type CallParamsByName = { [K in RouteName]: CallParams<Routes[K]> };
type ReplyByName = { [K in RouteName]: Reply<Routes[K]> };

/** What the service receives. */
export type ParamsOf<K extends RouteName> = ParamsByName[K];
/** What a caller gives: without the signature's three fields. */
export type CallParamsOf<K extends RouteName> = CallParamsByName[K];
export type ReplyOf<K extends RouteName> = ReplyByName[K];

const byName: Readonly<Record<RouteKey, Route>> = Object.assign({}, ...catalog.map((one) => one.routes));

/** All routes in the catalog's order, each with its exact type. */
export const routes = byName as unknown as Routes;

export function isRouteName(name: string): name is RouteName {
  return Object.hasOwn(byName, name);
}

/**
 * A route as far as all of them agree, for code that treats all of them alike. Ask this instead of widening
 * `routes[name]`, for which the compiler compares every declaration with `Route`.
 */
export function routeNamed(name: RouteName): Route {
  const route = byName[name];
  if (!route) throw new TypeError(`There is no route ${name}.`);
  return route;
}

/** `GET /shelf/sync` → its method and path. */
export function splitRouteKey(key: RouteKey): { method: 'GET' | 'POST'; path: string } {
  const space = key.indexOf(' ');
  return { method: key.slice(0, space) === 'GET' ? 'GET' : 'POST', path: key.slice(space + 1) };
}
