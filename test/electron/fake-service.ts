// A reading service for tests: a real HTTP server on a free port that answers by route name and records what came in.

import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { AppError, type ErrorCode } from '../../api/errors.ts';

export interface Received {
  /** `GET /shelf/sync`. */
  name: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: Buffer;
  json(): Record<string, unknown>;
}
/** JSON, or true when it has answered by itself. */
export type Answer = (
  received: Received,
  response: ServerResponse,
  request: IncomingMessage,
) => unknown | Promise<unknown>;

export interface FakeService {
  url: string;
  received: Received[];
  /** Replaces what is answered to a route. */
  on(name: string, answer: Answer): void;
  /** What is answered to a route so far. */
  answer(name: string): Answer;
  count(name: string): number;
  close(): Promise<void>;
}

export async function fakeService(answers: Record<string, Answer> = {}, port = 0): Promise<FakeService> {
  const received: Received[] = [];
  const table = new Map(Object.entries(answers));
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendError(response, error);
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://service');
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const name = `${request.method} ${url.pathname}`;
    const { searchParams: query } = url;
    const { headers } = request;
    const one: Received = { name, query, headers, body, json: () => JSON.parse(body.toString('utf8')) };
    received.push(one);
    const found = table.get(name);
    if (!found) throw new AppError('not_found', `No answer for ${name}`);
    const value = await found(one, response, request);
    if (value === true) return;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  }

  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    on: (name, one) => void table.set(name, one),
    answer: (name) => table.get(name) ?? failing('not_found'),
    count: (name) => received.filter((one) => one.name === name).length,
    close,
  };
}

function sendError(response: ServerResponse, error: unknown): void {
  const known = error instanceof AppError ? error : new AppError('internal', String(error));
  response.writeHead(known.status, { 'content-type': 'application/json' }).end(JSON.stringify(known.body('r-1')));
}

/** A route that always fails with this code. */
export const failing =
  (code: ErrorCode, details?: Record<string, unknown>): Answer =>
  () => {
    throw new AppError(code, undefined, details);
  };

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The reply of `POST /login` with tokens that end in `generation`. */
export const sessionReply = (generation: number, expireIn = 3600) => ({
  vid: 'u_reader',
  name: 'Ada',
  avatar: '',
  accessToken: `access-${generation}`,
  refreshToken: `refresh-${generation}`,
  expireIn,
  signKey: `sign-key-${generation}`,
  openId: 'ada',
  firstLogin: 0,
  timestamp: Math.round(Date.now() / 1000),
});
