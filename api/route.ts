// What a route of the reading service is. From one declaration come the server's validation and serialisation,
// the client's types and the OpenAPI document; nothing about a request or a reply is written anywhere else.

import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST';
/** `GET /shelf/sync`: the route's name everywhere; path parameters are written `:name`. */
export type RouteKey = `${Method} /${string}`;

export interface Route {
  /** One sentence for the OpenAPI document. */
  summary: string;
  /**
   * Query of a GET, JSON body of a POST, path parameters included. In a query, an array is sent as one
   * comma-separated value and an object as JSON; numbers and flags are read from their text.
   */
  params: TObject;
  /** The JSON reply; for bytes or event streams see `content`. */
  reply: TSchema;
  /** Errors of its own, beside those that every route can answer with. */
  errors?: readonly ErrorCode[];
  /** Carries random, timestamp and signature (`signing.ts`); main adds them, callers never do. */
  signed?: true;
  /** May be called without a session. */
  anonymous?: true;
  /** Incremental by `synckey`. */
  incremental?: true;
  /** Paged by `count` with `maxIdx` or `offset`. */
  paged?: true;
  /** A POST that changes nothing (or is idempotent by its fields), so that it may be retried. */
  safe?: true;
  /** The same route answers POST with a JSON body as well. */
  alsoPost?: true;
  /** Another base address than the gateway: the catalog's {resource_url} and {web_url}. */
  host?: 'resource' | 'web';
  /** Media types of a reply that is not JSON. */
  content?: readonly string[];
}

/** A domain of the catalog: its title and its routes in the catalog's order. */
export interface Domain<R extends Record<RouteKey, Route> = Record<RouteKey, Route>> {
  title: string;
  routes: R;
}

/** Declares a domain; keeps the exact type of every route. */
export function domain<const R extends Record<RouteKey, Route>>(title: string, routes: R): Domain<R> {
  return { title, routes };
}

/** Declares a route outside a domain's list; keeps its exact type. */
export function route<const R extends Route>(declared: R): R {
  return declared;
}

export type Params<R extends Route> = Static<R['params']>;
export type Reply<R extends Route> = Static<R['reply']>;
/** What a caller gives: the signature's three fields are main's affair. */
export type CallParams<R extends Route> = R extends { signed: true }
  ? Omit<Params<R>, 'random' | 'timestamp' | 'signature'>
  : Params<R>;

// --- The wire's small types: the same noun has the same type everywhere. -------------------------------------

/** A flag on the wire: 0 or 1. */
export const Flag = (description?: string) =>
  Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1], ...(description ? { description } : {}) });
/** The largest whole number that every database keeps in four bytes. */
const maxWhole = 2_147_483_647;
/** The end of the year 9999: later times are mistakes, usually milliseconds. */
const maxTime = 253_402_300_799;

/** Unix time in seconds. */
export const Seconds = (description?: string) =>
  Type.Integer({ minimum: 0, maximum: maxTime, description: description ?? 'Unix time, seconds' });
/** A length of time in seconds. */
export const Duration = (description?: string) =>
  Type.Integer({ minimum: 0, maximum: maxWhole, description: description ?? 'Duration, seconds' });
/** An opaque id. */
export const Id = (description?: string) =>
  Type.String({ minLength: 1, maxLength: 128, ...(description ? { description } : {}) });
/** A list of ids, bounded. */
export const Ids = (maxItems = 200) => Type.Array(Id(), { maxItems });
/** Progress through a book, 0–100. */
export const Percent = () => Type.Number({ minimum: 0, maximum: 100 });
/** Counter of an incremental list; 0 or absent asks for everything. */
export const SyncKey = () =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Counter of the incremental list' });
/** Entries per page. */
export const Count = () => Type.Integer({ minimum: 1, maximum: 100, default: 20 });
/** UTF-16 offsets in the chapter's text, `start-end`; without leading zeros, because it is part of ids. */
export const Range = () => Type.String({ pattern: '^(0|[1-9][0-9]{0,8})-(0|[1-9][0-9]{0,8})$', maxLength: 32 });
/** Free text of a bounded length in UTF-16 units. */
export const Text = (maxLength: number) => Type.String({ maxLength });
/** One of a fixed set of words. */
export const Word = <const V extends string[]>(values: readonly [...V], description?: string) =>
  Type.Enum(values, { type: 'string', ...(description ? { description } : {}) });
/** One of a fixed set of numbers. */
export const Code = <const V extends number[]>(values: readonly [...V], description?: string) =>
  Type.Enum(values, { type: 'integer', ...(description ? { description } : {}) });
/** A list, bounded. */
export const List = <T extends TSchema>(item: T, maxItems = 100) => Type.Array(item, { maxItems });
/** An absolute http(s) address. */
export const Url = (description?: string) =>
  Type.String({ maxLength: 4096, pattern: '^https?://', ...(description ? { description } : {}) });
/** The three fields of a signed write. */
export const signatureFields = {
  random: Type.String({ minLength: 16, maxLength: 128 }),
  timestamp: Seconds('When it was signed'),
  signature: Type.String({ pattern: '^[0-9a-f]{64}$' }),
};
export const optional = Type.Optional;
/** A whole number from 0 on: counts, indexes, words. */
export const Whole = (description?: string) =>
  Type.Integer({ minimum: 0, maximum: maxWhole, ...(description ? { description } : {}) });
/** Where a picture or page is: an absolute address, a path on the service's own host, or empty for none. */
export const Address = (description?: string) =>
  Type.String({ maxLength: 4096, ...(description ? { description } : {}) });
/** Where the next page starts: the last reply's `maxIdx`; 0 or absent asks for the first. */
export const MaxIdx = () =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'The `maxIdx` of the page before' });
/** Changes per reply of an incremental list, oldest change first; the rest follows at the new `synckey`. */
export const SyncCount = () => Type.Integer({ minimum: 1, maximum: 1000, default: 500 });
/** 1: there is more; ask again with the reply's `maxIdx`, or its `synckey` for incremental lists. */
export const HasMore = () => Flag('More follows at the returned maxIdx or synckey');
/** 1: the copy is to be replaced, because the asked synckey is too old, unknown or 0. */
export const ClearAll = () => Flag('Drop the copy and start from this reply');
/** Beside `clearAll`, where lists hold what readers made. */
export const Restored = () =>
  Flag('The service was restored from a copy: what only the client still has is told again');
/** The reply of a route that is not JSON; `content` names its media types. */
export const Binary = () => Type.Unsafe<Uint8Array>({ description: 'Bytes' });
