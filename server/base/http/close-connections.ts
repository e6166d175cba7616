// Ends the connections of a server that closes: those that wait for their next request at once, those with a request
// under way after its reply, and those that never sent one after a moment. Must not know any route.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Milliseconds for a request that is just arriving. */
const moment = 500;

export function closeConnections(app: FastifyInstance): void {
  let closing = false;
  const silent = watchSilent(app);
  app.addHook('preClose', async () => {
    closing = true;
    const timer = setTimeout(() => silent().forEach((socket) => void socket.destroy()), moment);
    app.server.once('close', () => clearTimeout(timer));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
  // Connections that were busy when the stop began would otherwise stay open, idle, until their timeout.
  app.addHook('onResponse', async () => {
    if (closing) setImmediate(() => app.server.closeIdleConnections());
  });
}

/**
 * Answers the connections without a request under way. Node counts one that has sent nothing, or half a head, as busy,
 * and no longer looks at its time once the server closes; clients leave such connections when they give a request up.
 */
function watchSilent(app: FastifyInstance): () => Socket[] {
  const open = new Map<string, Socket>();
  const busy = new Map<string, number>();
  app.server.on('connection', (socket) => {
    const key = keyOf(socket);
    open.set(key, socket);
    socket.once('close', () => {
      open.delete(key);
      // A request that waited behind another on it has no end of its own.
      busy.delete(key);
    });
  });
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const key = keyOf(socket);
    busy.set(key, (busy.get(key) ?? 0) + 1);
    response.once('close', () => {
      const left = (busy.get(key) ?? 0) - 1;
      if (left > 0) busy.set(key, left);
      else busy.delete(key);
    });
  });
  return () => [...open].flatMap(([key, socket]) => (busy.has(key) ? [] : [socket]));
}

/** The same for a connection and for what TLS makes of it. */
function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
