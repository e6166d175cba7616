// One kept HTTP connection that sends a request and waits for its reply, as cheaply as possible, so that the load on a
// machine of two cores is the server's and not the caller's. Understands only replies that tell their length.

import { connect, type Socket } from 'node:net';

export interface WireRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface WireReply {
  status: number;
  /** The reply's head as it came. */
  head: string;
  body: string;
}

export class Wire {
  readonly #socket: Socket;
  readonly #host: string;
  #received: Buffer = Buffer.alloc(0);
  #waiting: { resolve: (reply: WireReply) => void; reject: (error: Error) => void } | undefined;

  private constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error(`The connection to ${host} was closed.`)));
  }

  static async open(origin: string): Promise<Wire> {
    const { hostname, port, host } = new URL(origin);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new Wire(socket, host);
  }

  send({ method, path, headers = {}, body = '' }: WireRequest): Promise<WireReply> {
    let text = `${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n`;
    for (const name in headers) text += `${name}: ${headers[name]}\r\n`;
    if (method !== 'GET') text += `content-length: ${Buffer.byteLength(body)}\r\n`;
    const { promise, resolve, reject } = Promise.withResolvers<WireReply>();
    this.#waiting = { resolve, reject };
    this.#socket.write(`${text}\r\n${body}`);
    return promise;
  }

  close(): void {
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.#received.toString('latin1', 0, end);
    const status = Number(head.slice(9, 12));
    const length = status === 204 ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
    if (Number.isNaN(length)) {
      this.#fail(new Error(`A reply does not tell its length:\n${head}`));
      return;
    }
    const total = end + 4 + length;
    if (this.#received.length < total) return;
    const body = this.#received.toString('utf8', end + 4, total);
    this.#received = this.#received.subarray(total);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve({ status, head, body });
  }

  #fail(error: Error): void {
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }
}

/** The value of a header, whose name is given in lower case. */
export function headerOf(reply: WireReply, name: string): string | undefined {
  return new RegExp(`^${name}: (.*)$`, 'im').exec(reply.head)?.[1]?.trim();
}

/** Fails with what the server said, unless it answered as wanted. */
export function expectStatus(reply: WireReply, status: number, what: string): WireReply {
  if (reply.status === status) return reply;
  throw new Error(`${what} answered ${reply.status}: ${reply.head.split('\r\n').at(-1)}\n${reply.body.slice(0, 500)}`);
}
