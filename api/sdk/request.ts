// Turns a route and its parameters into the request on the wire: address, query, body. Pure; sends nothing.

import { splitRouteKey } from '../catalog.ts';
import { AppError } from '../errors.ts';
import type { Method, Route, RouteKey } from '../route.ts';

export interface BaseAddresses {
  /** The gateway; every route without a `host`. */
  baseUrl: string;
  /** The catalog's {resource_url}; the gateway when absent. */
  resourceUrl?: string | undefined;
  /** The catalog's {web_url}; the gateway when absent. */
  webUrl?: string | undefined;
}

export interface WireRequest {
  method: Method;
  url: string;
  /** Path as it is signed: filled in, without base address and query. */
  path: string;
  body?: string;
}

/** Parameters without the absent ones, path parameters put into the path. */
export function fillPath(
  key: RouteKey,
  params: Record<string, unknown>,
): { path: string; rest: Record<string, unknown> } {
  const rest = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
  const path = splitRouteKey(key).path.replace(/:([A-Za-z][A-Za-z0-9]*)/g, (_, name: string) => {
    const value = rest[name];
    if (typeof value !== 'string' || value === '') throw badParameter(name, 'is needed in the path');
    delete rest[name];
    return encodeURIComponent(value);
  });
  return { path, rest };
}

/** Throws `bad_argument` for a parameter that the address needs and does not get. */
export function buildRequest(
  key: RouteKey,
  route: Route,
  params: Record<string, unknown>,
  addresses: BaseAddresses,
): WireRequest {
  const { method } = splitRouteKey(key);
  const { path, rest } = fillPath(key, params);
  const url = baseOf(route, addresses) + path;
  if (method === 'POST') return { method, url, path, body: JSON.stringify(rest) };
  const query = encodeQuery(rest);
  return { method, url: query ? `${url}?${query}` : url, path };
}

/** An array is one comma-separated value; anything else is its text. */
export function encodeQuery(params: Record<string, unknown>): string {
  return Object.entries(params)
    .map(([name, value]) => `${encodeURIComponent(name)}=${queryValue(name, value)}`)
    .join('&');
}

function queryValue(name: string, value: unknown): string {
  if (Array.isArray(value)) {
    return value.map((item) => queryItem(name, item)).join(',');
  }
  return encodeURIComponent(scalarText(name, value));
}

// The service splits at every comma, so one inside an item would silently become two items.
function queryItem(name: string, item: unknown): string {
  const text = scalarText(name, item);
  if (text.includes(',')) throw badParameter(name, 'may not contain a comma in an entry');
  return encodeURIComponent(text);
}

function scalarText(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  throw badParameter(name, 'cannot be sent in a query');
}

function baseOf(route: Route, addresses: BaseAddresses): string {
  const base =
    (route.host === 'resource' && addresses.resourceUrl) ||
    (route.host === 'web' && addresses.webUrl) ||
    addresses.baseUrl;
  return base.endsWith('/') ? base.slice(0, -1) : base;
}

function badParameter(name: string, what: string): AppError {
  return new AppError('bad_argument', `${name} ${what}.`, { [name]: what });
}
