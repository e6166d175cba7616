// The error replies of an operation: its own errors and those that every route can answer with, by HTTP status.

import { type ErrorCode, errorTable } from '../errors.ts';
import type { Method, Route } from '../route.ts';
import type { JsonObject } from './references.ts';

const always: readonly ErrorCode[] = ['bad_argument', 'too_many_requests', 'internal', 'shutting_down'];
const inSession: readonly ErrorCode[] = ['not_signed_in', 'session_expired'];
const withBody: readonly ErrorCode[] = ['too_large', 'unsupported_media'];
const whenSigned: readonly ErrorCode[] = ['bad_signature', 'clock_skew', 'replayed'];

export const errorSchema: JsonObject = {
  type: 'object',
  description: 'The flat body of every error.',
  required: ['error', 'errcode', 'errmsg', 'requestId'],
  properties: {
    error: { type: 'string', enum: Object.keys(errorTable), description: 'Stable word' },
    errcode: {
      type: 'integer',
      enum: Object.values(errorTable).map((row) => row.errcode),
      description: 'Stable number',
    },
    errmsg: { type: 'string', description: 'One sentence that says what to do' },
    requestId: { type: 'string', description: 'To be quoted in a report' },
    details: { type: 'object', additionalProperties: true, description: 'For bad_argument, each field by name' },
  },
};

/** Every code that an operation can answer with. */
function codesOf(route: Route, method: Method): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    ...always,
    ...(route.anonymous ? [] : inSession),
    ...(method === 'POST' ? withBody : []),
    ...(route.signed ? whenSigned : []),
    ...(route.errors ?? []),
  ]);
  return [...codes];
}

export interface ErrorResponses {
  /** The error responses of an operation, as references by status. */
  of(route: Route, method: Method): JsonObject;
  /** What `components.responses` holds. */
  components: JsonObject;
}

export function createErrorResponses(): ErrorResponses {
  const components: JsonObject = {};

  function of(route: Route, method: Method): JsonObject {
    const byStatus = new Map<number, ErrorCode[]>();
    for (const code of codesOf(route, method)) {
      const { status } = errorTable[code];
      byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
    }
    const sorted = [...byStatus].sort(([a], [b]) => a - b);
    return Object.fromEntries(
      sorted.map(([status, codes]) => {
        const name = [...codes].sort().join('.');
        components[name] = errorResponse(codes);
        return [String(status), { $ref: `#/components/responses/${name}` }];
      }),
    );
  }

  return { of, components };
}

function errorResponse(codes: readonly ErrorCode[]): JsonObject {
  const lines = codes.map((code) => `- \`${code}\` (${errorTable[code].errcode}): ${errorTable[code].errmsg}`);
  return {
    description: lines.join('\n'),
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Error' },
            { type: 'object', properties: { error: { enum: [...codes] } } },
          ],
        },
      },
    },
  };
}
