// What the API description says of one operation. Must not know any operation.

import type { TSchema } from 'typebox';

export interface Parameter {
  name: string;
  description: string;
  required?: boolean;
  type?: 'string' | 'integer' | 'boolean';
  values?: readonly string[];
}

export interface Reply {
  description: string;
  schema?: TSchema;
  /** Name → what is in it. */
  headers?: Readonly<Record<string, string>>;
}

export interface Operation {
  method: 'get' | 'post' | 'put' | 'delete';
  /** With `{name}` for what varies. */
  path: string;
  tag: 'public' | 'admin';
  id: string;
  summary: string;
  description?: string;
  deprecated?: boolean;
  query?: readonly Parameter[];
  form?: readonly Parameter[];
  body?: TSchema;
  /** Success and redirects by status; errors are added for all alike. */
  replies: Readonly<Record<number, Reply>>;
  produces?: readonly string[];
  /** For the rules of a gateway: the resource below the prefix, and what is done to it. */
  resource?: { name: string; action: string };
}

export const paging: readonly Parameter[] = [
  { name: 'limit', type: 'integer', description: 'At most so many, 100 unless told and never more than 500.' },
  { name: 'offset', type: 'integer', description: 'Skips so many.' },
];

/** Headers of every reply that is a page of a list. */
export const pageHeaders = {
  Link: 'First, previous, next and last page (RFC 8288).',
  'X-Total-Count': 'How many there are in all.',
} as const;
