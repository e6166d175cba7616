// A program of its own: a bare `node:http` server that reads the body and answers as many bytes as the path says. What
// the authorization server costs is what it takes beyond this.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const constants = new Map<number, string>();
const server = createServer((request, reply) => {
  request.resume().on('end', () => {
    const bytes = Math.max(2, Number(request.url?.slice(1)));
    const text = constants.get(bytes) ?? `"${'x'.repeat(bytes - 2)}"`;
    constants.set(bytes, text);
    reply.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes }).end(text);
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`floor ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.stdin.on('end', () => process.exit(0)).resume();
process.on('SIGTERM', () => process.exit(0));
