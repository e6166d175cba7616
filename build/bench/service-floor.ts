// A program of its own: the service's HTTP server with nothing behind it, answering as many bytes as it is asked for.
// What the service itself costs is what it takes beyond this.

import { createHttp } from '../../server/base/http/http.ts';
import { createLog } from '../../server/base/log.ts';

const app = createHttp({ log: createLog({ name: 'floor', format: 'json' }) });
const constants = new Map<number, string>();
app.route<{ Querystring: { bytes: string } }>({
  method: ['GET', 'POST'],
  url: '/constant',
  async handler(request, reply) {
    const bytes = Math.max(2, Number(request.query.bytes));
    const text = constants.get(bytes) ?? `"${'x'.repeat(bytes - 2)}"`;
    constants.set(bytes, text);
    return reply
      .type('application/json; charset=utf-8')
      .serializer((value: unknown) => value as string)
      .send(text);
  },
});
process.stdout.write(`floor ready ${await app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' })}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
process.on('SIGTERM', () => process.exit(0));
