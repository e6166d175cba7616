// Turns a route and its parameters into an HTTP request. Pure but for the signature's random; knows no sessions' life.

import { randomBytes } from 'node:crypto';
import { splitRouteKey } from '../../api/catalog.ts';
import type { RouteKey } from '../../api/route.ts';
import { canonicalJson, sign } from '../../api/signing.ts';

export interface BuiltRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Caller {
  /** Absent for anonymous calls. */
  accessToken?: string;
  /** Signs the request when present. */
  signKey?: string;
  /** Unix seconds at the service. */
  now: number;
}

/** `params` without the signature's fields: those are added when there is a key. */
export async function buildRequest(
  service: string,
  key: RouteKey,
  params: Record<string, unknown>,
  caller: Caller,
): Promise<BuiltRequest> {
  const { method, path } = splitRouteKey(key);
  const all = caller.signKey ? await addSignature(method, path, params, caller.signKey, caller.now) : params;
  const rest: Record<string, unknown> = {};
  const used = new Set<string>();
  const filled = path.replaceAll(/:([A-Za-z]+)/g, (_match, name: string) => {
    used.add(name);
    return encodeURIComponent(String(all[name]));
  });
  for (const [name, value] of Object.entries(all)) if (!used.has(name) && value !== undefined) rest[name] = value;
  const headers: Record<string, string> = { accept: 'application/json' };
  if (caller.accessToken) headers.authorization = `Bearer ${caller.accessToken}`;
  if (method === 'POST') {
    headers['content-type'] = 'application/json';
    return { method, url: service + filled, headers, body: JSON.stringify(rest) };
  }
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) query.append(name, queryText(value));
  return { method, url: `${service}${filled}${query.size ? `?${query}` : ''}`, headers };
}

async function addSignature(
  method: string,
  path: string,
  params: Record<string, unknown>,
  signKey: string,
  now: number,
): Promise<Record<string, unknown>> {
  const signed = { ...params, random: randomBytes(16).toString('hex'), timestamp: now };
  return { ...signed, signature: await sign({ method, path, params: signed }, signKey) };
}

/** Arrays of words as one comma-separated value, flags as 0 or 1, anything deeper as JSON. */
function queryText(value: unknown): string {
  if (Array.isArray(value)) return value.map(queryText).join(',');
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'object' && value !== null ? canonicalJson(value) : String(value);
}
