// A line to a database that a test can cut and mend: everything that goes through it breaks off at once.

import { connect, createServer, type Server, type Socket } from 'node:net';

export class CuttableLine {
  readonly #target: { host: string; port: number };
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  constructor(target: URL) {
    this.#target = { host: target.hostname, port: Number(target.port) };
  }

  get port(): number {
    return this.#port;
  }

  async mend(): Promise<void> {
    const server = createServer((near) => {
      const far = connect(this.#target);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from);
        from.pipe(to);
        from.on('error', () => to.destroy());
        from.on('close', () => {
          this.#sockets.delete(from);
          to.destroy();
        });
      }
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    const address = server.address();
    if (typeof address === 'object' && address) this.#port = address.port;
  }

  async cut(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
