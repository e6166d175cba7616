// The way between a client and the service, which a test can cut and mend: every connection is passed on as it is.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export class BreakableWay {
  readonly #target: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  constructor(target: number) {
    this.#target = target;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Opens it, on the same port as before. */
  async mend(): Promise<void> {
    if (this.#server) return;
    this.#server = createServer((socket) => this.#pass(socket));
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Breaks what is under way and refuses everything new. */
  async cut(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #pass(socket: Socket): void {
    const onward = connect(this.#target, '127.0.0.1');
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      this.#sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    }
  }
}
