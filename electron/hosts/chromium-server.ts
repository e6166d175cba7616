// The loopback server of the Chromium host: the renderer's files, book bytes and the page's script over HTTP, calls and
// events over a WebSocket. It is also Chromium's only proxy and loops that one origin into itself, so that the browser
// has no other way out. Everything said to it passes the owner check and `admission.ts`.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { systemCode } from '../disk/file-error.ts';
import type { Log } from '../disk/log.ts';
import type { Admission } from './admission.ts';
import { type Peer, recognisePeer } from './peer-uid.ts';

/** The origin that Chromium sees; stable whatever the port is, and secure because it is under localhost. */
export const windowHost = 'reader.localhost';

export interface ServerParts {
  admission: Admission;
  log: Log;
  /** Answers an admitted request for `path`, which is decoded. */
  respond(path: string, request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Takes an admitted WebSocket over. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  headers: Readonly<Record<string, string>>;
  /** For tests: who is at the other end. */
  recognise?: (socket: Socket) => Promise<Peer>;
}

export interface LoopbackServer {
  port: number;
  close(): Promise<void>;
}

/** Listens on 127.0.0.1; `port` 0 takes any. When a wished port is busy, any other is taken. */
export async function startServer(parts: ServerParts, port: number): Promise<LoopbackServer> {
  const { log } = parts;
  const recognise = parts.recognise ?? recognisePeer;
  const owned = new WeakMap<Duplex, Promise<boolean>>();
  const sockets = new Set<Socket>();
  const server = createServer();

  server.on('connection', (socket: Socket) => {
    socket.on('error', (error) => log.info('A page’s connection broke', { cause: error.message }));
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    if (!owned.has(socket)) owned.set(socket, checkOwner(socket, recognise, log));
  });
  server.on('request', (request, response) => {
    handle(request, response).catch((error: unknown) => {
      log.error('A request to the page server failed', { path: request.url?.split('?')[0], cause: error });
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'This failed; the log says why.');
    });
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    void loopBack(request, socket as Socket, head);
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', (error) => log.info('A page’s connection broke', { cause: error.message }));
    void upgrade(request, socket, head);
  });
  server.on('clientError', (_error, socket) => socket.destroy());

  function refuse(response: ServerResponse, status: number, reason: string): void {
    response.writeHead(status, { ...parts.headers, 'content-type': 'text/plain; charset=utf-8' }).end(reason);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { admission } = parts;
    if (!(await owned.get(request.socket))) return refuse(response, 403, 'Another user’s program may not come in.');
    // A proxied request carries the whole address, and its Host header must name the same place.
    const target = URL.parse(request.url ?? '/', `http://${request.headers.host}`);
    if (target?.protocol !== 'http:' || !admission.knowsHost(target.host)) {
      return refuse(response, 403, 'The reader’s window has no way to other places.');
    }
    if (!admission.knowsHost(request.headers.host)) return refuse(response, 421, 'Wrong host.');
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'Only GET is answered.');
    if (target.pathname === '/enter') {
      const cookie = admission.redeem(target.searchParams.get('nonce') ?? '');
      if (!cookie) return refuse(response, 403, 'This address was used before; ask for a new one.');
      response.writeHead(303, { ...parts.headers, location: '/', 'set-cookie': cookie, 'cache-control': 'no-store' });
      response.end();
      return;
    }
    if (!admission.hasCookie(request.headers.cookie)) {
      return refuse(response, 403, 'This browser was not let in; start Octavo again to get a new address.');
    }
    await parts.respond(target.pathname, request, response);
  }

  // Chromium tunnels WebSockets through its proxy.
  async function loopBack(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    socket.on('error', (error) => log.info('A page’s tunnel broke', { cause: error.message }));
    if (request.url !== `${windowHost}:80` || !(await owned.get(request.socket))) {
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    owned.set(socket, Promise.resolve(true));
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    if (head.length) socket.unshift(head);
    server.emit('connection', socket);
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { host, origin, cookie } = request.headers;
    const admitted = (await owned.get(request.socket)) && parts.admission.isOwnPage({ host, origin, cookie });
    if (admitted && request.url === '/ipc') return parts.upgrade(request, socket, head);
    log.warn('A WebSocket was refused', { host, origin });
    socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
  }

  await listen(server, port, log);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function checkOwner(socket: Socket, recognise: (socket: Socket) => Promise<Peer>, log: Log): Promise<boolean> {
  try {
    const peer = await recognise(socket);
    if (peer === 'foreign') log.warn('A connection of another user was refused');
    return peer === 'own';
  } catch (error) {
    log.error('The owner of a connection could not be found out, so it was refused', { cause: error });
    return false;
  }
}

async function listen(server: Server, port: number, log: Log): Promise<void> {
  const tryPort = (wished: number) =>
    new Promise<boolean>((resolve, reject) => {
      const fail = (error: Error) => (systemCode(error) === 'EADDRINUSE' ? resolve(false) : reject(error));
      server.once('error', fail);
      server.listen(wished, '127.0.0.1', () => {
        server.off('error', fail);
        resolve(true);
      });
    });
  if (await tryPort(port)) return;
  log.warn('The port is taken by another program; a browser will see an empty shelf until it is free again', { port });
  await tryPort(0);
}
