// A small HTTP server that records exactly what arrives and answers as a test tells it. Knows no route.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ErrorCode, errorTable } from '../../api/errors.ts';

export interface Arrived {
  method: string;
  /** Path and query as they stood on the request line. */
  target: string;
  headers: IncomingMessage['headers'];
  text: string;
  bytes: Buffer;
  /** The body as JSON; undefined without one. */
  json: Record<string, unknown> | undefined;
}

export type Answer = (arrived: Arrived, response: ServerResponse, number: number) => void | Promise<void>;

export interface WireService {
  url: string;
  arrived: Arrived[];
  close(): Promise<void>;
}

/** `answer` gets the number of the request, from 1 on. */
export async function startWireService(answer: Answer): Promise<WireService> {
  const arrived: Arrived[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const isJson = request.headers['content-type'] === 'application/json';
    const text = bytes.toString('utf8');
    const one: Arrived = {
      method: request.method ?? '',
      target: request.url ?? '',
      headers: request.headers,
      text,
      bytes,
      json: isJson ? (JSON.parse(text) as Record<string, unknown>) : undefined,
    };
    arrived.push(one);
    await answer(one, response, arrived.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
}

export function sendError(response: ServerResponse, code: ErrorCode, details?: Record<string, unknown>): void {
  const { errcode, errmsg, status } = errorTable[code];
  sendJson(response, { error: code, errcode, errmsg, requestId: 'req-1', ...(details ? { details } : {}) }, status);
}
