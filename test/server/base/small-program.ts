// A program on the base, for the tests that start and stop one: node small-program.ts PORT DATABASE-URL

import { openDatabase } from '../../../server/base/database/database.ts';
import { createHttp } from '../../../server/base/http/http.ts';
import { createLog } from '../../../server/base/log.ts';
import { listen, runProgram, stopOnSignal } from '../../../server/base/stop.ts';

const [port = '0', url = 'memory'] = process.argv.slice(2);

await runProgram(async () => {
  const log = createLog({ name: 'small' });
  const database = await openDatabase(url, { log });
  const app = createHttp({ log });
  app.get('/slow', async () => {
    process.stdout.write('asked\n');
    await new Promise((resolve) => setTimeout(resolve, 700));
    await database.ping();
    return { done: true };
  });
  app.get('/never', async () => {
    process.stdout.write('asked\n');
    return new Promise(() => undefined);
  });
  const address = await listen(app, { host: '127.0.0.1', port: Number(port) });
  stopOnSignal(
    [
      { name: 'http', stop: () => app.close() },
      { name: 'database', stop: () => database.close() },
    ],
    { log, deadline: 5000 },
  );
  process.stdout.write(`ready ${address}\n`);
});
