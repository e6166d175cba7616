// The web site of a client, over TLS on this machine: key sets and lists that the server fetches, and what was asked for.

import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { selfSigned } from '../self-signed.ts';

export class ClientSite {
  /** JSON by path; a text is sent as it is. */
  readonly pages = new Map<string, unknown>();
  readonly asked: string[] = [];
  readonly #server: Server;
  readonly #trusted = getCACertificates();

  private constructor(server: Server) {
    this.#server = server;
    setDefaultCACertificates([...this.#trusted, selfSigned.cert]);
  }

  static async open(): Promise<ClientSite> {
    const site: { it?: ClientSite } = {};
    const server = createServer(selfSigned, (request, response) => {
      site.it?.asked.push(request.url ?? '');
      const page = site.it?.pages.get(request.url ?? '');
      if (page === undefined) response.writeHead(404).end();
      else if (page instanceof URL) response.writeHead(302, { location: page.href }).end();
      else response.end(typeof page === 'string' ? page : JSON.stringify(page));
    }).listen(0);
    await once(server, 'listening');
    site.it = new ClientSite(server);
    return site.it;
  }

  get origin(): string {
    return `https://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    setDefaultCACertificates(this.#trusted);
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
